//! The new game in the parts of the program that know no game: nothing in them had to be told of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Domineering, DomineeringRules};
use crate::game::Game;
use crate::games::GAMES;
use crate::perft::perft;
use crate::picture::{svg, text};
use crate::protocol::session::{Question, Session, open};
use crate::search::{Limits, Settings};

fn game(rules: &[(&str, &str)]) -> Box<dyn Session> {
    open("domineering", rules).expect("registered")
}

#[test]
fn it_is_registered_with_its_board() {
    let info = GAMES.iter().find(|game| game.id == "domineering").expect("registered");
    assert_eq!((info.title, info.size.to_string().as_str()), ("Domineering", "6x5"));
}

/// 24 upright dominoes; on the outer files each leaves 23 flat ones of 25, on the others 21.
#[test]
fn its_turns_are_counted() {
    let start = Domineering::start(DomineeringRules::default());
    let counts = [1, 2].map(|depth| perft(&start, depth, &AtomicBool::new(false)));
    assert_eq!(counts, [Some(24), Some(8 * 23 + 16 * 21)]);
}

#[test]
fn it_is_played_refused_drawn_and_settled() {
    let mut session = game(&[]);
    session.play("a1-a2").unwrap();
    assert_eq!(session.explain("a2-b2"), "illegal: a2 is taken");
    assert_eq!(
        session.explain("b1-b2"),
        "illegal: white's dominoes stand upright, as a1-a2, and black's lie flat, as a1-b1"
    );
    assert!(session.explain("b1").starts_with("illegal: expected '-' and the other square of the domino"));
    assert_eq!(session.side_to_move(), "black second");
    let board = text::draw(&session.picture(), text::Look { marks: true, ..text::Look::PLAIN });
    assert!(board.contains("\n 2(w). . . . . 2\n 1(w). . . . . 1\n"), "{board}");
    assert!(svg::draw(&session.picture(), "a game").contains("<title>a game</title>"));

    session.set_position("w5/w5/wwwwww/wwwwww/ww4 b").unwrap();
    session.play_all(&["c1-d1"]).unwrap();
    assert_eq!(session.game_over(), None);
    session.undo(1).unwrap();
    session.set_position("bbbbbb/bb4/wwwwww/wwwwww/wwwwww w").unwrap();
    assert_eq!(session.score(), "result=black reason=no-room white_dominoes=9 black_dominoes=4");
    assert_eq!(session.final_score(false).as_deref(), Some("B+1"));
    let mut misere = game(&[("misere", "on")]);
    misere.set_position("bbbbbb/bb4/wwwwww/wwwwww/wwwwww w").unwrap();
    assert_eq!(misere.final_score(false).as_deref(), Some("W+1"));
}

#[test]
fn the_search_plays_it_to_its_end() {
    let mut session = game(&[]);
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    let stop = Arc::default();
    let question = Question { limits, settings: Settings::default(), stop: &stop };
    while session.think(&question, &mut |_| {}).is_some() {
        session.play_thought().unwrap();
    }
    assert_eq!(session.game_over(), Some("no-room"));
    // The one who moves last wins.
    let winner = if session.history().len() % 2 == 1 { "W+1" } else { "B+1" };
    assert_eq!(session.final_score(false).as_deref(), Some(winner));
}
