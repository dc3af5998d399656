//! How much thinking is left.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::Limits;
use crate::game::{MOST_VALUE, Strength};

/// The limits of a search, shared by its threads.
pub(super) struct Budget<'a> {
    limits: Limits,
    begun: Instant,
    stop: &'a AtomicBool,
    /// Raised when nobody waits for the search any more, if somebody does now.
    overdue: Option<&'a AtomicBool>,
    /// How a weak player thinks.
    strength: Option<Strength>,
    /// Raised by whichever thread finds that it is enough.
    done: AtomicBool,
    nodes: AtomicU64,
    /// When the clock was last looked at, and the longest time between two looks: microseconds.
    looked: AtomicU64,
    longest_gap: AtomicU64,
    /// The time between two looks that earlier searches make likely: microseconds.
    expected_gap: u64,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limits: Limits, begun: Instant, stop: &'a AtomicBool, strength: Option<Strength>) -> Self {
        Budget {
            limits,
            begun,
            stop,
            overdue: None,
            strength,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            looked: AtomicU64::new(0),
            longest_gap: AtomicU64::new(0),
            expected_gap: 0,
        }
    }

    /// The same on a machine that lets the search wait so long now and then.
    pub(super) fn expecting(self, gap: Duration) -> Self {
        Budget { expected_gap: micros(gap), ..self }
    }

    /// The same for somebody who says so when he does not wait any more.
    pub(super) fn awaited_by(self, overdue: Option<&'a AtomicBool>) -> Self {
        Budget { overdue, ..self }
    }

    /// Whether somebody waits who will answer with what has been found so far when the time is up.
    pub(super) fn is_awaited(&self) -> bool {
        self.overdue.is_some() && self.limits.movetime.is_some()
    }

    /// The longest time between two looks at the clock.
    pub(super) fn longest_gap(&self) -> Duration {
        Duration::from_micros(self.longest_gap.load(Ordering::Relaxed))
    }

    /// A part of what there was at the beginning, and at most so many nodes; `None` when that is not even one.
    pub(super) fn part(&self, divisor: u32, most_nodes: u64) -> Option<Budget<'a>> {
        let time = self.limits.movetime.into_iter().chain(self.limits.target).min();
        let nodes = self.limits.nodes.map_or(u64::MAX, |nodes| nodes / u64::from(divisor)).min(most_nodes);
        let limits =
            Limits { movetime: time.map(|time| time / divisor), target: None, nodes: Some(nodes), ..self.limits };
        (nodes > 0).then(|| Budget {
            expected_gap: self.expected_gap,
            overdue: self.overdue,
            ..Budget::new(limits, self.begun, self.stop, self.strength)
        })
    }

    /// Counts nodes; says whether no more are to follow. Time is looked at only on the way, see [`Budget::is_late`].
    #[inline]
    pub(super) fn spend(&self, nodes: u64) -> bool {
        let before = self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.limits.nodes.is_some_and(|limit| before + nodes >= limit) || self.is_over()
    }

    /// Whether someone has called an end.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        let raised = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        raised(&self.done) || raised(self.stop) || self.overdue.is_some_and(raised)
    }

    /// Ends the search in all threads.
    pub(super) fn end(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Time from here on is the search's own; what went before was no waiting.
    pub(super) fn resume(&self) {
        self.looked.store(micros(self.begun.elapsed()), Ordering::Relaxed);
    }

    /// Whether the time is up, or may be before the next look with what follows the search: on a busy machine the search has to wait for its
    /// turn now and then, and what it has waited for once is kept back, up to a quarter of the time.
    pub(super) fn is_late(&self, what_follows: Duration) -> bool {
        let Some(movetime) = self.limits.movetime.map(micros) else { return false };
        let now = micros(self.begun.elapsed());
        let gap = now.saturating_sub(self.looked.swap(now, Ordering::Relaxed));
        let longest = self.longest_gap.fetch_max(gap, Ordering::Relaxed).max(gap).max(self.expected_gap);
        now + (longest + micros(what_follows)).min(movetime / 4) >= movetime
    }

    /// Whether it does not pay to begin something that takes about as long as everything so far.
    pub(super) fn is_short(&self) -> bool {
        self.limits.target.is_some_and(|target| self.begun.elapsed() * 2 >= target)
    }

    /// Whether the clock's share for this turn is spent.
    pub(super) fn has_reached_target(&self) -> bool {
        self.limits.target.is_some_and(|target| self.begun.elapsed() >= target)
    }

    /// An evaluation as the player sees it.
    pub(super) fn seen(&self, value: i32) -> i32 {
        let value = value.clamp(-MOST_VALUE, MOST_VALUE);
        self.strength.map_or(value, |Strength { grain, .. }| value / grain.max(1) * grain.max(1))
    }

    /// Whether so many nodes are all that the player looks at.
    pub(super) fn suffices(&self, nodes: u64) -> bool {
        self.strength.is_some_and(|strength| nodes >= strength.nodes)
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether a limit of nodes asks for every node to be counted as it comes.
    pub(super) fn counts_exactly(&self) -> bool {
        self.limits.nodes.is_some()
    }

    /// The greatest number of turns to look ahead.
    pub(super) fn depth(&self) -> Option<u32> {
        self.limits.depth
    }

    /// The number of turns ahead that ends the growth of a tree.
    pub(super) fn until_depth(&self) -> Option<u32> {
        self.limits.until_depth
    }
}

fn micros(time: Duration) -> u64 {
    time.as_micros().try_into().unwrap_or(u64::MAX / 2)
}
