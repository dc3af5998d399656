//! Counting and picking among the bits of several words at once, without the processor's popcount instruction, which builds for any
//! machine cannot count on.

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The number of bits set in each byte of `word`, a byte each.
#[inline]
pub fn byte_counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// The sum of the eight bytes of `counts`, if it is below 65536.
#[inline]
pub fn sum_of_bytes(counts: u64) -> u64 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    ((counts & EVEN) + (counts >> 8 & EVEN)).wrapping_mul(0x0001_0001_0001_0001) >> 48
}

/// The index of the `n`-th bit that is set, from the lowest and from 0. Without so many bits the answer has no meaning.
#[inline]
pub fn nth_bit(word: u64, n: u32) -> u32 {
    select(word, byte_counts(word).wrapping_mul(ONES), n)
}

/// For each byte the indices of its bits, from the lowest.
const IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// `nth_bit` for a word whose running byte counts are known. Without branches: which bit it is cannot be predicted.
#[inline]
fn select(word: u64, running: u64, n: u32) -> u32 {
    // The top bit of each byte that has more than n bits up to its end.
    let reached = ((running | TOPS) - u64::from(n + 1) * ONES) & TOPS;
    let shift = reached.trailing_zeros() & 0x38;
    let before = (running << 8 >> shift) as u32 & 0xff;
    let byte = (word >> shift & 0xff) as usize;
    shift + u32::from(IN_BYTE[byte][(n.wrapping_sub(before) & 7) as usize])
}

/// The bits of `N` words, counted once to be picked from.
#[derive(Clone, Copy, Debug)]
pub struct Choice<const N: usize> {
    words: [u64; N],
    /// Running byte counts; the top byte is the word's count.
    running: [u64; N],
}

impl<const N: usize> Choice<N> {
    /// The choice among all bits of these words.
    #[inline]
    pub fn new(words: [u64; N]) -> Self {
        Choice { words, running: words.map(|word| byte_counts(word).wrapping_mul(ONES)) }
    }

    /// The number of bits.
    #[inline]
    pub fn count(&self) -> u32 {
        self.running.iter().map(|running| (running >> 56) as u32).sum()
    }

    /// The word and the index in it of the `n`-th bit, for `n` below the count.
    #[inline]
    pub fn nth(&self, mut n: u32) -> (usize, u32) {
        let mut index = 0;
        for (word, (bits, running)) in self.words.iter().zip(self.running).enumerate() {
            let count = (running >> 56) as u32;
            if n < count {
                return (word, select(*bits, running, n));
            }
            n -= count;
            index = word;
        }
        (index, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn indices(word: u64) -> Vec<u32> {
        (0..64).filter(|index| word >> index & 1 == 1).collect()
    }

    fn words() -> impl Iterator<Item = u64> {
        let mut rng = Rng::new(3);
        let dense = (0..200)
            .map(move |i| if i % 2 == 0 { rng.next_u64() } else { rng.next_u64() & rng.next_u64() & rng.next_u64() });
        [0, 1, u64::MAX, 1 << 63, 0xff00].into_iter().chain(dense)
    }

    #[test]
    fn every_bit_is_found_in_order() {
        for word in words() {
            for (n, &index) in indices(word).iter().enumerate() {
                assert_eq!(nth_bit(word, n as u32), index, "{word:x} {n}");
            }
        }
    }

    #[test]
    fn bytes_are_summed() {
        assert_eq!(sum_of_bytes(u64::MAX), 8 * 255);
        for word in words() {
            assert_eq!(sum_of_bytes(byte_counts(word)), u64::from(word.count_ones()));
            assert_eq!(sum_of_bytes(word), word.to_le_bytes().iter().map(|&byte| u64::from(byte)).sum::<u64>());
        }
    }

    #[test]
    fn a_choice_counts_and_finds_across_words() {
        let all: Vec<u64> = words().collect();
        for three in all.windows(3) {
            let choice = Choice::<3>::new([three[0], three[1], three[2]]);
            let expected: Vec<(usize, u32)> = three
                .iter()
                .enumerate()
                .flat_map(|(w, &word)| indices(word).into_iter().map(move |i| (w, i)))
                .collect();
            assert_eq!(choice.count() as usize, expected.len());
            for (n, &at) in expected.iter().enumerate() {
                assert_eq!(choice.nth(n as u32), at);
            }
        }
    }
}
