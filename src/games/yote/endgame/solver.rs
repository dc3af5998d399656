//! Solves the endgames by retrograde analysis, from few stones to more: from the ends of the game, and from captures that lead to endgames
//! solved before, back along the steps of both sides. Knows of the rules only what [`Game`] and [`for_each_turn`] say, and that a turn
//! which takes nothing is a step that could be taken back, or a pass.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;

use super::index::{choices, rank, sets};
use super::{ENDGAMES, End, number, one_turn_before, preference, shapes, squares};
use crate::game::{Game, Outcome, for_each_turn};
use crate::games::yote::board::{BY_RANKS, CELLS, SQUARES, STEP_ENDS, steps};
use crate::games::yote::{Side, Yote, YoteRules};
use crate::notation::Colour;

/// Stones of the side to move and of the other.
pub(super) type Class = (u8, u8);

/// More turns than the longest end takes.
const MOST_TURNS: usize = 250;

/// The position with these stones under the rules of the text, White to move.
pub(super) fn position(own: u32, foe: u32) -> Yote {
    let side = |squares: u32| {
        let stones = (0..usize::from(CELLS)).filter(|at| squares >> at & 1 != 0).map(|at| SQUARES[at]).sum();
        Side::new(stones, 0)
    };
    Yote::set_up([side(own), side(foe)], Colour::White, YoteRules::default())
}

/// The numbers that boards with these stones have, and one of the boards of each.
pub(super) fn boards((own, foe): Class) -> impl Iterator<Item = (usize, u32, u32)> {
    let (many, few) = (own.max(foe), own.min(foe));
    let shapes = shapes(many);
    let sets: Vec<u32> = sets(few.into()).take_while(|set| set >> (CELLS - many) == 0).collect();
    (0..shapes.count()).flat_map(move |shape| {
        let held = shapes.held(shape);
        let free: Vec<u32> = (0..u32::from(CELLS)).map(|at| 1 << at).filter(|square| held & square == 0).collect();
        let spread = move |set: u32| -> u32 {
            free.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0).map(|(_, square)| square).sum()
        };
        let boards: Vec<_> = sets.iter().map(|&set| (rank(set) * shapes.count() + shape, spread(set))).collect();
        boards.into_iter().filter_map(move |(number, few)| {
            let (own, foe) = if own >= foe { (held, few) } else { (few, held) };
            (shapes.number(held, few) == number).then_some((number, own, foe))
        })
    })
}

fn class_of(own: u32, foe: u32) -> Class {
    (own.count_ones() as u8, foe.count_ones() as u8)
}

/// Tables of all positions of the endgames solved so far, whoever is to move.
#[derive(Default)]
pub(super) struct Solver {
    tables: HashMap<Class, Vec<End>>,
    /// Boards whose end may be known after so many turns, by that number.
    waves: Vec<Vec<(u32, u32)>>,
}

impl Solver {
    /// The table of a class that has been solved.
    pub(super) fn table(&self, class: Class) -> &[End] {
        &self.tables[&class]
    }

    fn get(&self, own: u32, foe: u32) -> End {
        self.tables[&class_of(own, foe)][number(own, foe)]
    }

    /// The best end that the position's turns are known to lead to; those that take nothing only if `steps_too`.
    fn best(&self, position: &Yote, steps_too: bool) -> End {
        let stones = position.own.left + position.foe.left;
        let mut best: Option<End> = None;
        let _ = for_each_turn(position, &mut |_, next: &Yote| {
            let takes = next.own.left + next.foe.left < stones;
            if !takes && !steps_too {
                return ControlFlow::<()>::Continue(());
            }
            let end = match next.outcome() {
                Some(Outcome::Draw) => 0,
                Some(Outcome::Win(_)) => 1,
                None => one_turn_before(self.get(squares(&next.own), squares(&next.foe))),
            };
            if best.is_none_or(|best| preference(best) < preference(end)) {
                best = Some(end);
            }
            ControlFlow::Continue(())
        });
        best.unwrap_or_default()
    }

    /// Solves the endgame of `few` stones against `many`, whoever is to move. Those that captures lead to have been solved.
    pub(super) fn solve(&mut self, few: u8, many: u8) {
        let size = shapes(many).count() * choices((CELLS - many).into(), few.into());
        self.waves = vec![Vec::new(); MOST_TURNS + 2];
        for class in [(few, many), (many, few)] {
            self.tables.insert(class, vec![0; size]);
        }
        for class in [(few, many), (many, few)] {
            for (_, own, foe) in boards(class) {
                let position = position(own, foe);
                if position.outcome().is_none() && position.anyone_can_capture() {
                    // A win by a capture, or a loss if there is nothing else, may be the end.
                    let end = self.best(&position, false);
                    self.waves[usize::from(end)].push((own, foe));
                }
            }
        }
        for wave in 1..=MOST_TURNS {
            for (own, foe) in std::mem::take(&mut self.waves[wave]) {
                self.decide(own, foe, wave);
            }
        }
        assert!(self.waves.iter().skip(1).all(Vec::is_empty), "more turns than expected");
    }

    /// Sets the end of a board, if it is `wave` turns away, and marks the boards that lead to it.
    fn decide(&mut self, own: u32, foe: u32, wave: usize) {
        let here = position(own, foe);
        if self.get(own, foe) != 0 || here.outcome().is_some() {
            return;
        }
        let end = self.best(&here, true);
        let turns = usize::from(end);
        if turns > wave {
            self.waves[turns].push((own, foe));
        }
        if turns != wave {
            return;
        }
        let number = number(own, foe);
        if let Some(table) = self.tables.get_mut(&class_of(own, foe)) {
            table[number] = end;
        }
        // The other side made the last turn: a step, or a pass.
        let mut back = steps(here.foe.stones, here.own.stones);
        let mut before = vec![foe];
        while back != 0 {
            let ends = STEP_ENDS[back.trailing_zeros() as usize];
            before.push(((here.foe.stones ^ ends) & BY_RANKS) as u32);
            back &= back - 1;
        }
        self.waves[wave + 1].extend(before.into_iter().map(|other| (other, own)));
    }
}

/// Solves everything anew: takes a minute. With `COUREUR_UPDATE` set the tables are written.
#[test]
#[ignore = "takes a minute"]
#[allow(clippy::print_stdout, reason = "tells who makes the tables how large they are")]
fn the_tables_are_what_the_solver_finds() {
    let update = std::env::var_os("COUREUR_UPDATE").is_some();
    let mut solver = Solver::default();
    let mut order: Vec<_> = ENDGAMES.iter().collect();
    order.sort_by_key(|endgame| endgame.few + endgame.many);
    for endgame in order {
        let (few, many) = (endgame.few, endgame.many);
        solver.solve(few, many);
        report(&solver, (few, many));
        if few != many {
            report(&solver, (many, few));
        }
        let table = solver.table((few, many));
        if update {
            let path =
                Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/games/yote/endgame/{few}v{many}.deflate"));
            let packed = miniz_oxide::deflate::compress_to_vec(table, 10);
            println!("{}: {} bytes, {} unpacked", path.display(), packed.len(), table.len());
            std::fs::write(path, packed).unwrap();
            continue;
        }
        assert!(endgame.table() == table, "{few} against {many}");
        for (number, own, foe) in boards((many, few)) {
            let position = position(own, foe);
            if position.outcome().is_none() {
                let known = position.solved().unwrap();
                assert_eq!(known.turns, u32::from(solver.table((many, few))[number]), "{position:?}");
            }
        }
    }
}

/// Prints how the positions of a class end.
#[allow(clippy::print_stdout, reason = "tells who makes the tables what is in them")]
fn report(solver: &Solver, class: Class) {
    let (mut won, mut lost, mut drawn) = (0, 0, 0);
    let mut longest = 0;
    for (number, own, foe) in boards(class) {
        if position(own, foe).outcome().is_none() {
            let end = solver.table(class)[number];
            longest = longest.max(end);
            *match (end, end % 2) {
                (0, _) => &mut drawn,
                (_, 1) => &mut won,
                _ => &mut lost,
            } += 1;
        }
    }
    println!("{} against {}: {won} won, {lost} lost, {drawn} drawn, longest {longest}", class.0, class.1);
}
