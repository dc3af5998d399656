//! The transposition table: what is known of positions that can be reached in more ways than one. Shared between threads without locks: each
//! entry is two words, of which the first is the key mixed with the second, so that a torn entry fits no key.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;

use super::LEAST_MAPPING;

/// What a value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at least this.
    Lower = 1,
    /// It is at most this.
    Upper = 2,
    /// It is this.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// For the side to move; proven ends are counted from this position.
    pub(super) value: i16,
    /// How many turns were looked ahead.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether the bound rests on ends of the game only, on no evaluation.
    pub(super) proven: bool,
    /// The best decision as its place in the order of generation, if there is one.
    pub(super) best: Option<u16>,
}

const NO_MOVE: u16 = u16::MAX;

impl Entry {
    /// Whether it tells the result with best play: a bound may be proven and leave that open.
    pub(super) fn is_final(&self) -> bool {
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value > 0,
            Bound::Upper => self.value < 0,
        };
        self.proven && decides
    }

    fn pack(self, generation: u16) -> u64 {
        let best = self.best.unwrap_or(NO_MOVE);
        u64::from(self.value as u16)
            | u64::from(best) << 16
            | u64::from(self.depth) << 32
            | (self.bound as u64) << 40
            | u64::from(self.proven) << 42
            | u64::from(generation) << 48
    }

    /// `None` for nothing, or what another generation has left.
    fn unpack(data: u64, generation: u16) -> Option<Entry> {
        if (data >> 48) as u16 != generation {
            return None;
        }
        let bound = match data >> 40 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = (data >> 16) as u16;
        Some(Entry {
            value: data as u16 as i16,
            depth: (data >> 32) as u8,
            bound,
            proven: data >> 42 & 1 == 1,
            best: (best != NO_MOVE).then_some(best),
        })
    }
}

/// Words of a bucket: two entries, of which the first is kept as long as it looked further.
const BUCKET: usize = 4;

/// The table. It serves one search after another, each as a new generation that sees nothing of those before: to have the memory from the
/// system each time would cost more than a short search.
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    /// The buckets that are used, of those that there is address space for.
    buckets: usize,
    /// The size that was asked for.
    bytes: usize,
    /// Never 0, which is what unused entries hold.
    generation: u16,
}

impl Table {
    /// A table of about so many bytes; of less where memory is short.
    pub(super) fn new(bytes: usize) -> Table {
        let mut buckets = (bytes / (BUCKET * size_of::<AtomicU64>())).max(1);
        loop {
            let words = buckets * BUCKET;
            // Zeroed by the system, page by page as it is used.
            let mapping = try_zeroed_slice_box(words.max(LEAST_MAPPING / size_of::<AtomicU64>()));
            if let Ok(words) = mapping.or_else(|()| try_zeroed_slice_box(words)) {
                return Table { words, buckets, bytes, generation: 1 };
            }
            buckets = (buckets / 2).max(1);
            log::warn!("memory is short: a table of {buckets} buckets");
        }
    }

    /// The size that was asked for.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The table in `memory` for a new search, emptied; a new one of so many bytes where there is none.
    pub(super) fn renewed(memory: &mut Option<Table>, bytes: usize) -> &Table {
        let table = memory.get_or_insert_with(|| Table { generation: 0, ..Table::new(bytes) });
        table.generation = table.generation.checked_add(1).unwrap_or_else(|| {
            table.words.iter_mut().take(table.buckets * BUCKET).for_each(|word| *word.get_mut() = 0);
            1
        });
        table
    }

    /// The bucket of a key.
    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize * BUCKET;
        self.words.get(index..index + BUCKET).unwrap_or_default()
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key { Entry::unpack(data, self.generation) } else { None }
        })
    }

    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let [lock, data, other_lock, other_data] = self.bucket(key) else { return };
        let load = |lock: &AtomicU64, data: &AtomicU64| (lock.load(Ordering::Relaxed), data.load(Ordering::Relaxed));
        let (old, other) = (load(lock, data), load(other_lock, other_data));
        let of_key = |(lock, data): (u64, u64)| {
            if lock ^ data == key { Entry::unpack(data, self.generation) } else { None }
        };
        let (here, there) = (of_key(old), of_key(other));
        if let Some(known) = here.or(there) {
            if known.is_final() && !entry.proven {
                return;
            }
            // Where nothing was good enough, what once was is the best guess.
            entry.best = entry.best.or(known.best);
        }
        let packed = entry.pack(self.generation);
        let keeps = here.is_none() && Entry::unpack(old.1, self.generation).is_some_and(|old| old.depth > entry.depth);
        let (lock, data) = if keeps { (other_lock, other_data) } else { (lock, data) };
        if !keeps && here.is_none() && there.is_some() {
            // The other place is free now.
            other_lock.store(old.0, Ordering::Relaxed);
            other_data.store(old.1, Ordering::Relaxed);
        }
        lock.store(key ^ packed, Ordering::Relaxed);
        data.store(packed, Ordering::Relaxed);
    }

    /// How full it is, in thousandths, from a sample.
    pub(super) fn fullness(&self) -> u32 {
        let sample = self.words.chunks_exact(2).take((self.buckets * BUCKET / 2).min(1000));
        let (mut seen, mut used) = (0, 0);
        for slot in sample {
            seen += 1;
            used += u32::from((slot[1].load(Ordering::Relaxed) >> 48) as u16 == self.generation);
        }
        used * 1000 / u32::max(seen, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i16, depth: u8) -> Entry {
        Entry { value, depth, bound: Bound::Lower, proven: false, best: Some(7) }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = Table::new(1 << 16);
        for (key, value) in [(1, -31_999), (u64::MAX, 0), (1 << 63, 29_000)] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let entry = Entry { value, depth: 255, bound, proven: value == 0, best: None };
                table.store(key, entry);
                assert_eq!(table.probe(key), Some(entry));
            }
        }
        assert_eq!(table.probe(2), None);
    }

    #[test]
    fn a_deeper_entry_stays_beside_a_new_one() {
        let table = Table::new(1);
        table.store(1, entry(1, 9));
        table.store(2, entry(2, 3));
        table.store(3, entry(3, 4));
        assert_eq!(table.probe(1), Some(entry(1, 9)));
        assert_eq!((table.probe(2), table.probe(3)), (None, Some(entry(3, 4))));
        table.store(4, entry(4, 9));
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn what_is_proven_stays_and_so_does_the_best_decision() {
        let table = Table::new(1);
        table.store(1, entry(30, 4));
        table.store(1, Entry { best: None, ..entry(-5, 6) });
        assert_eq!(table.probe(1), Some(entry(-5, 6)));
        let proof = Entry { proven: true, ..entry(31_990, 3) };
        table.store(1, proof);
        table.store(1, entry(12, 9));
        assert_eq!(table.probe(1), Some(proof));
        let nearer = Entry { proven: true, ..entry(31_995, 2) };
        table.store(1, nearer);
        assert_eq!(table.probe(1), Some(nearer));
        // A draw at least, or no more than a win, is not the last word.
        for (value, bound) in [(0, Bound::Lower), (31_990, Bound::Upper), (-31_990, Bound::Lower)] {
            table.store(2, Entry { proven: true, bound, ..entry(value, 3) });
            table.store(2, entry(12, 3));
            assert_eq!(table.probe(2), Some(entry(12, 3)), "{bound:?} {value}");
        }
    }

    #[test]
    fn what_is_proven_stays_in_either_place() {
        let table = Table::new(1);
        table.store(1, entry(1, 9));
        let proof = Entry { proven: true, ..entry(31_990, 3) };
        table.store(2, proof);
        for depth in [2, 5, 12] {
            table.store(2, entry(7, depth));
            assert_eq!((table.probe(1), table.probe(2)), (Some(entry(1, 9)), Some(proof)), "{depth}");
        }
        // What looks further takes the first place, and neither is lost.
        let deeper = Entry { proven: true, ..entry(31_991, 10) };
        table.store(2, deeper);
        assert_eq!((table.probe(1), table.probe(2)), (Some(entry(1, 9)), Some(deeper)));
    }

    #[test]
    fn a_new_generation_sees_nothing_of_the_old_ones() {
        let mut memory = None;
        for generation in 1..=u32::from(u16::MAX) + 2 {
            let table = Table::renewed(&mut memory, 1 << 10);
            assert_eq!((table.probe(5), table.fullness()), (None, 0), "generation {generation}");
            table.store(5, entry(1, 200));
            // Depth keeps nothing of another generation.
            table.store(6, entry(2, 1));
            assert_eq!(table.probe(5), Some(entry(1, 200)));
        }
        assert_eq!(Table::renewed(&mut memory, 1 << 10).bytes(), 1 << 10);
    }
}
