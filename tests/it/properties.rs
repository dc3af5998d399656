//! What holds for random lines, turns, positions and sessions. The properties themselves are those of the fuzz targets (`tests/fuzz/`); here the
//! input is made of what the protocol is made of, so that much of it is nearly right.
//!
//! `PROPTEST_CASES` sets the number of cases of each test.

use coureur::games::GAMES;
use coureur::protocol::commands;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

#[path = "../fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "public for the fuzz targets")]
mod checks;

/// The input that failed is printed; nothing is written into the project.
fn settings() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

/// Words that some command or game knows, or nearly.
fn words() -> impl Strategy<Value = String> {
    let games = GAMES.iter().map(|game| game.id);
    let names = commands::all().map(|command| command.name);
    let others = [
        "first",
        "second",
        "white",
        "b",
        "light",
        "pass",
        "RESIGN",
        "divide",
        "infinite",
        "nodes=3",
        "depth=2",
        "nodes=0",
        "movetime=0",
        "repetition=2",
        "opening=fixed",
        "bonus=none",
        "edge=1",
        "hash",
        "seed",
        "0",
        "1",
        "2",
        "19",
        "4294967296",
        "-1",
        "@0",
        "@1",
        "@7",
        "@p",
        "a1",
        "c3",
        "c3-c4",
        "c3xc5(e2)",
        "a1,b1",
        "choose-dark",
        "a1-h8(a)",
        "un-negative",
        "deux positive, s'il vous plaît!",
        "#",
        "# interrupt",
        "\t",
        "\u{0}",
        "\u{fffd}",
        "é",
        "٣",
    ];
    prop_oneof![
        3 => select(others.to_vec()).prop_map(str::to_owned),
        1 => select(games.chain(names).collect::<Vec<_>>()).prop_map(str::to_owned),
        1 => "[ -~]{0,6}",
    ]
}

/// Lines as a client may send them, or nearly.
fn lines() -> impl Strategy<Value = String> {
    let names = commands::all().map(|command| command.name).collect::<Vec<_>>();
    let id = prop_oneof![4 => Just(String::new()), 1 => "[0-9]{1,20} "];
    let command = (id, select(names), vec(words(), 0..4));
    prop_oneof![
        2 => command.prop_map(|(id, name, words)| format!("{id}{name} {}", words.join(" "))),
        2 => (0..300_u32).prop_map(|turn| format!("play @{turn}")),
        1 => Just("genmove nodes=5".to_owned()),
        1 => Just("position @p".to_owned()),
        1 => select(GAMES.iter().map(|game| format!("new_game {}", game.id)).collect::<Vec<_>>()),
        1 => vec(words(), 0..5).prop_map(|words| words.join(" ")),
    ]
}

/// Texts of turns and positions, or nearly.
fn texts() -> impl Strategy<Value = String> {
    let turn = "[a-p][0-9]{1,2}([-x,][a-p][0-9]{1,2}){0,4}(\\([a-p]?[0-9]?\\))?";
    let position = "([WBwbLDldoxn0-9]{1,6}/){4,15}[wb0-9]{1,6}( [wbld0-9-]{1,3}){1,5}";
    prop_oneof![3 => turn, 1 => position, 2 => words(), 1 => ".{0,12}"]
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn any_line_is_a_command_or_refused(bytes in prop_oneof![
        vec(any::<u8>(), 0..200),
        vec(lines(), 0..4).prop_map(|lines| lines.join("\r\n").into_bytes()),
    ]) {
        checks::line(&bytes);
    }

    #[test]
    fn any_text_is_a_turn_or_refused_and_any_position_can_be_played_on(
        start in any::<[u8; 4]>(),
        text in texts(),
    ) {
        checks::game(&[&start[..], text.as_bytes()].concat());
    }

    #[test]
    fn any_session_is_answered_and_what_fails_changes_nothing(
        start in 0..32_u8,
        lines in vec(lines(), 0..30),
    ) {
        checks::session(&[&[start], lines.join("\n").as_bytes()].concat());
    }
}
