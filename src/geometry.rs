//! Squares and boards as people name them: files are letters from `a`, ranks are numbers from 1, `a1` is at the lower left.

use std::fmt;

/// A square by its zero-based file and rank. Squares are ordered by file, then rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// 0 is the `a` file.
    pub file: u8,
    /// 0 is rank 1.
    pub rank: u8,
}

impl Square {
    /// The square with these zero-based coordinates.
    pub const fn new(file: u8, rank: u8) -> Self {
        Square { file, rank }
    }

    /// The square `files` to the right and `ranks` up, if its coordinates are not negative and fit a byte.
    pub fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        Some(Square::new(self.file.checked_add_signed(files)?, self.rank.checked_add_signed(ranks)?))
    }

    /// Signed distance in files and in ranks from `self` to `other`.
    pub fn delta(self, other: Square) -> (i16, i16) {
        (i16::from(other.file) - i16::from(self.file), i16::from(other.rank) - i16::from(self.rank))
    }

    /// The letter of the file.
    pub fn file_letter(self) -> char {
        file_letter(self.file)
    }
}

/// The letter of the zero-based file.
pub fn file_letter(file: u8) -> char {
    char::from(b'a'.saturating_add(file))
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), u16::from(self.rank) + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Width and height of a board in squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of files, at most 26.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
}

impl Size {
    /// A board of `files` × `ranks` squares.
    pub const fn new(files: u8, ranks: u8) -> Self {
        Size { files, ranks }
    }

    /// Whether the square is on the board.
    pub fn contains(self, square: Square) -> bool {
        square.file < self.files && square.rank < self.ranks
    }

    /// All squares, file by file, each from rank 1 upwards.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.files).flat_map(move |file| (0..self.ranks).map(move |rank| Square::new(file, rank)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_from_the_lower_left() {
        assert_eq!(Square::new(0, 0).to_string(), "a1");
        assert_eq!(Square::new(15, 15).to_string(), "p16");
        assert_eq!(Square::new(3, 1).offset(-3, 2), Some(Square::new(0, 3)));
        assert_eq!(Square::new(3, 1).offset(-4, 0), None);
    }

    #[test]
    fn a_size_lists_its_squares_in_order() {
        let all: Vec<_> = Size::new(2, 3).squares().map(|s| s.to_string()).collect();
        assert_eq!(all, ["a1", "a2", "a3", "b1", "b2", "b3"]);
        assert!(all.windows(2).all(|w| w[0] < w[1]));
    }
}
