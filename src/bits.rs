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

/// The index of a bit that is not there, and the least of such indices.
pub const NOWHERE: u8 = 64;

/// For each byte the indices of its bits, from the lowest.
const IN_BYTE: [[u8; 16]; 256] = {
    let mut table = [[NOWHERE; 16]; 256];
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

/// The first byte whose running count exceeds `n`, as the shift that brings it down, and how many of the bits up to the `n`-th are in it.
/// Without branches: which byte it is cannot be predicted.
#[inline(always)]
fn locate(running: u64, n: u32) -> (u32, u8) {
    let n = u64::from(n) * ONES;
    // The top bit of each byte that has more than n bits up to its end.
    let reached = ((running | TOPS) - ONES - n) & TOPS;
    let shift = reached.trailing_zeros() & 0x38;
    // No byte up to that one borrows.
    (shift, (n.wrapping_sub(running << 8) >> shift) as u8)
}

/// The index of the `n`-th bit of the byte at `shift`, from `NOWHERE` up if it has no such bit.
#[inline(always)]
fn bit_in_byte(word: u64, shift: u32, n: u8) -> u8 {
    let byte = (word >> shift & 0xff) as usize;
    IN_BYTE[byte][usize::from(n & 15)] | shift as u8
}

/// `nth_bit` for a word whose running byte counts are known.
#[inline]
fn select(word: u64, running: u64, n: u32) -> u32 {
    let (shift, n) = locate(running, n);
    u32::from(bit_in_byte(word, shift, n))
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

/// The bits of two words, fewer than 128 in all, counted together to be picked from: one word's and the other's in turn, byte by byte.
/// Takes no branch on the word that is picked from, for those whose work is alike for both.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    words: [u64; 2],
    /// The bits in each byte of the first word.
    first: u64,
    /// Running byte counts of both words; the top byte is the count.
    running: u64,
}

impl Pair {
    /// The choice among all bits of these words.
    #[inline(always)]
    pub fn new(words: [u64; 2]) -> Self {
        const TWOS: u64 = 0x5555_5555_5555_5555;
        const FOURS: u64 = 0x3333_3333_3333_3333;
        const EIGHTS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        // The second word's bits join the first's counts where there is room: half of them as bits, half as pairs. Counting both
        // words alike invites compilers to count in vectors, and the way there and back takes longer.
        let of_first = words[0] - (words[0] >> 1 & TWOS);
        let pairs = of_first + (words[1] & TWOS);
        let odd = words[1] >> 1 & TWOS;
        let nibbles = (pairs & FOURS) + (pairs >> 2 & FOURS) + ((odd + (odd >> 2)) & FOURS);
        let bytes = (nibbles & EIGHTS) + (nibbles >> 4 & EIGHTS);
        let of_first = (of_first & FOURS) + (of_first >> 2 & FOURS);
        Pair { words, first: (of_first + (of_first >> 4)) & EIGHTS, running: bytes.wrapping_mul(ONES) }
    }

    /// The number of bits.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        (self.running >> 56) as u32
    }

    /// The index of the `n`-th bit in its word, for `n` below the count; the other word's index is `NOWHERE` or more.
    #[inline(always)]
    pub fn nth(&self, n: u32) -> [u8; 2] {
        let (shift, n) = locate(self.running, n);
        let in_second = n.wrapping_sub((self.first >> shift) as u8);
        [bit_in_byte(self.words[0], shift, n), bit_in_byte(self.words[1], shift, in_second)]
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

    #[test]
    fn a_pair_gives_each_bit_of_both_words_once() {
        let all: Vec<u64> = words().collect();
        let full_bytes: [&[u64]; 2] = [&[0xff00, 0xff00], &[u64::MAX, u64::MAX >> 1]];
        for two in all.windows(2).chain(full_bytes) {
            let pair = Pair::new([two[0], two[1]]);
            assert_eq!(pair.count(), two[0].count_ones() + two[1].count_ones());
            let mut left = [two[0], two[1]];
            for n in 0..pair.count() {
                let found = pair.nth(n);
                let word = usize::from(found[0] >= NOWHERE);
                assert!(found[word] < NOWHERE && found[1 - word] >= NOWHERE, "{two:x?} {n}: {found:?}");
                assert_eq!(left[word] >> found[word] & 1, 1, "{two:x?} {n}: {found:?}");
                left[word] ^= 1 << found[word];
            }
            assert_eq!(left, [0, 0]);
        }
    }
}
