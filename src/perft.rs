//! Counting the turn tree: the standard proof that a move generator is right, and a measure of its speed.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::game::{Game, for_each_turn};

/// Positions with fewer turns than this are counted in bulk; larger ones are walked so that a stop is heard.
const BULK: u64 = 1 << 20;

/// The number of turn sequences of exactly `depth` turns from `position` (1 at depth 0; a finished game has none
/// further). `None` when `stop` was raised first.
pub fn perft<G: Game>(position: &G, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth == 1 {
        let count = position.count_turns(BULK);
        if count < BULK {
            return Some(count);
        }
    }
    let mut total = 0u64;
    let flow = for_each_turn(position, &mut |_, next| {
        let below = if depth == 1 {
            if total.is_multiple_of(BULK) && stop.load(Ordering::Relaxed) { None } else { Some(1) }
        } else {
            perft(next, depth - 1, stop)
        };
        match below {
            Some(count) => {
                total = total.saturating_add(count);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    });
    flow.is_continue().then_some(total)
}
