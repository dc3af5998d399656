//! How much thinking is left.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::Limits;

/// The limits of a search, shared by its threads.
pub(super) struct Budget<'a> {
    limits: Limits,
    begun: Instant,
    stop: &'a AtomicBool,
    /// Raised by whichever thread finds that it is enough.
    done: AtomicBool,
    nodes: AtomicU64,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limits: Limits, begun: Instant, stop: &'a AtomicBool) -> Self {
        Budget { limits, begun, stop, done: AtomicBool::new(false), nodes: AtomicU64::new(0) }
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
        self.done.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// Ends the search in all threads.
    pub(super) fn end(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Whether the time is up.
    pub(super) fn is_late(&self) -> bool {
        self.limits.movetime.is_some_and(|movetime| self.begun.elapsed() >= movetime)
    }

    /// Whether it does not pay to begin something that takes about as long as everything so far.
    pub(super) fn is_short(&self) -> bool {
        self.limits.target.is_some_and(|target| self.begun.elapsed() * 2 >= target)
    }

    /// Whether the clock's share for this turn is spent.
    pub(super) fn has_reached_target(&self) -> bool {
        self.limits.target.is_some_and(|target| self.begun.elapsed() >= target)
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
}
