//! Boards as people see them: symbols and colours, vector pictures, and the pages of rules with their pictures.
//!
//! Below each picture of a page stands, in a comment, the command that makes it; `COUREUR_UPDATE=1 cargo test --release --test it pictures`
//! makes them all anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use coureur::games::GAMES;

use crate::engine::{Outcome, command, run};
use crate::folder::Folder;
use crate::transcripts::{files_below, project};

/// A picture on a page, and the arguments that make it.
struct Picture {
    file: PathBuf,
    arguments: Vec<String>,
}

fn pages() -> Vec<PathBuf> {
    files_below(&project("src/games"), "md").into_iter().chain([project("README.md")]).collect()
}

/// The pictures of a page. Each has to have its command below it.
fn pictures(page: &Path) -> Vec<Picture> {
    let text = fs::read_to_string(page).expect("readable");
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((_, file)) = line.strip_prefix("![").and_then(|rest| rest.split_once("](")) else { continue };
        let file = page.with_file_name(file.strip_suffix(')').expect("a picture has a line of its own"));
        let comment = lines.get(index + 1).copied().unwrap_or_default();
        let inside = comment.strip_prefix("<!-- coureur ").and_then(|rest| rest.strip_suffix(" -->"));
        let inside = inside.unwrap_or_else(|| panic!("{}: no command below {line}", page.display()));
        found.push(Picture { file, arguments: shlex::split(inside).expect("quoted as in a shell") });
    }
    found
}

fn shown(arguments: &[&str]) -> Outcome {
    run(&[&["show"], arguments].concat(), "")
}

#[test]
fn pictures_are_what_the_commands_below_them_make() {
    let update = std::env::var_os("COUREUR_UPDATE").is_some();
    let mut used = BTreeSet::new();
    for picture in pages().iter().flat_map(|page| pictures(page)) {
        let mut arguments: Vec<&str> = picture.arguments.iter().map(String::as_str).collect();
        arguments.extend(["--svg", "-"]);
        let made = run(&arguments, "");
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        if update {
            fs::write(&picture.file, &made.stdout).expect("writable");
        }
        let kept = fs::read_to_string(&picture.file).unwrap_or_default();
        assert!(kept == made.stdout, "{} is not what {arguments:?} prints", picture.file.display());
        used.insert(picture.file.canonicalize().expect("a file"));
    }
    let kept: BTreeSet<PathBuf> =
        files_below(&project("src/games"), "svg").iter().map(|file| file.canonicalize().expect("a file")).collect();
    assert!(kept.is_subset(&used), "pictures that no page shows: {:?}", kept.difference(&used));
    assert!(used.len() >= 2 * GAMES.len(), "{used:?}");
}

/// Elements and their number; the text has to be well-formed.
fn elements(svg: &str) -> Vec<String> {
    let mut reader = quick_xml::Reader::from_str(svg);
    let mut names = Vec::new();
    loop {
        use quick_xml::events::Event::{Empty, Eof, Start};
        match reader.read_event().expect("well-formed") {
            Start(tag) | Empty(tag) => {
                tag.attributes().for_each(|attribute| drop(attribute.expect("a name and a value")));
                names.push(tag.name().as_ref().to_owned());
            }
            Eof => return names,
            _ => {}
        }
    }
}

#[test]
fn pictures_are_well_formed_and_show_every_piece() {
    let count = |arguments: &[&str], name: &str| {
        let svg = shown(&[arguments, &["--bare", "--svg", "-"]].concat()).stdout;
        elements(&svg).into_iter().filter(|element| element == name).count()
    };
    // A stone is two circles with its shadow, a runner a path and a circle.
    let holes = count(&["yote"], "circle");
    assert_eq!(holes, 30);
    assert_eq!(count(&["yote", "--position", "w4b/6/6/6/6 w 3 3"], "circle"), holes + 4);
    assert_eq!(count(&["ecoute-moi"], "circle"), 1);
    assert_eq!(count(&["ecoute-moi", "--position", "13/13/13/x5x6/13/13/6C6/13/13/13/13/13/12x w a - -"], "circle"), 7);
    assert_eq!(count(&["walking-purchase"], "circle"), 4);
    let land = count(&["ponte"], "path");
    // A bridge is a shadow, sides, a deck and planks.
    assert_eq!(count(&["ponte", "--position", "10/10/10/10/10/10/3o1o4/10/10/10 od4-f4 d l -"], "path"), land + 4);
    // An island of a two by two square, in three coats: a meadow, sand, and its edge.
    let rects = |stones: &str| count(&["ponte", "--position", &format!("10/10/10/10/10/10/{stones} - l l -")], "rect");
    let water = rects("10/10/10/10");
    assert_eq!(rects("10/10/10/o9") - water, 2);
    assert_eq!(rects("10/10/oo8/oo8") - water, 3 * (4 + 4 + 1));
}

#[test]
fn pictures_are_written_to_files_and_what_hinders_that_is_said() {
    let folder = Folder::new("pictures-svg");
    let file = folder.path("board.svg");
    let made = shown(&["yote", "--moves", "c3 d3", "--turn", "1", "--svg", &file]);
    assert_eq!((made.code, made.stdout.as_str()), (Some(0), ""));
    let svg = fs::read_to_string(&file).expect("written");
    assert!(svg.contains("<title>Yoté, turn 1: c3</title>"), "{svg}");
    assert!(svg.contains(">black to move</text>"), "{svg}");
    let failed = shown(&["yote", "--svg", &folder.path("")]);
    assert_eq!(failed.code, Some(2));
    assert!(
        failed.stderr.starts_with("coureur: cannot write ") && failed.stderr.lines().count() == 1,
        "{}",
        failed.stderr
    );
}

/// The board that `show` prints.
fn board(arguments: &[&str]) -> String {
    let outcome = shown(arguments);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    outcome.stdout
}

#[test]
fn boards_are_letters_for_programs_and_symbols_for_people() {
    let game = ["yote", "--moves", "c3 d3 c3xe3"];
    let letters = board(&game);
    assert!(letters.is_ascii(), "{letters}");
    assert!(letters.contains("\n 3 . . . .(w). 3 "), "the last turn is marked: {letters}");
    let symbols = board(&[&game[..], &["--color", "never"]].concat());
    assert!(symbols.contains("\n 3 · · · ·(○)· 3 "), "{symbols}");
    assert!(symbols.contains("11 in hand ○○○○○○○○○○○\n") && symbols.contains("○ white, ● black"), "{symbols}");
    assert_eq!(board(&[&game[..], &["--color", "always", "--ascii"]].concat()), letters);
    let bare = board(&[&game[..], &["--bare"]].concat());
    assert!(bare.lines().skip(1).all(|line| line.len() <= 17), "{bare}");
}

#[test]
fn colours_change_nothing_but_colours() {
    for game in GAMES {
        let plain = board(&[game.id, "--color", "never"]);
        let coloured = board(&[game.id, "--color", "always"]);
        assert!(coloured.contains("\u{1b}[38;5;"), "{coloured:?}");
        let stripped = anstream::adapter::strip_str(&coloured).to_string();
        // With colours, signs are filled.
        let filled = |text: &str| text.replace('○', "●").replace('△', "▲").replace('□', "■");
        let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(lines(&stripped), lines(&filled(&plain)), "{}", game.id);
    }
}

#[test]
fn colours_are_kept_from_pipes_and_when_asked_to() {
    let told = |name: &str, value: &str, arguments: &[&str]| {
        let output = command(&[&["show", "yote"], arguments].concat()).env(name, value).output().expect("it runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert!(!told("CLICOLOR", "1", &[]).contains('\u{1b}'));
    assert!(told("NO_COLOR", "1", &["--color", "always"]).contains('\u{1b}'), "what is asked for is done");
    assert!(told("COLORTERM", "truecolor", &["--color", "always"]).contains("\u{1b}[48;2;211;155;92m"));
}

#[test]
fn sessions_for_programs_keep_their_board_and_people_may_ask_for_theirs() {
    let plain = run(&["--game", "yote"], "play c3\nshowboard\n").stdout;
    assert!(plain.is_ascii() && plain.contains(" 3 . . w . . . 3"), "{plain}");
    let symbols = run(&["--game", "yote", "--color", "never"], "play c3\nshowboard\n").stdout;
    assert!(symbols.contains(" 3 · ·(○)· · · 3"), "{symbols}");
    let coloured = run(&["--game", "yote", "--color", "always"], "play c3\nshowboard\nname\n").stdout;
    assert!(coloured.contains("\u{1b}[") && coloured.ends_with("= coureur\n\n"), "{coloured:?}");
}

#[test]
fn rules_are_printed_with_boards_in_place_of_pictures() {
    for game in GAMES {
        let outcome = run(&["rules", game.id], "");
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{}", game.id);
        let page = outcome.stdout;
        assert!(page.starts_with(&format!("# {}\n", game.title)), "{page}");
        assert!(!page.contains("<!--") && !page.contains(".svg"), "{}", game.id);
        assert!(page.contains("   a b c d e f"), "{}", game.id);
        // The page names every rule option.
        let rules = run(&["--game", game.id], "rules\n").stdout;
        for option in rules.trim_start_matches("= ").lines().filter_map(|line| line.split(' ').next()) {
            assert!(option.is_empty() || page.contains(&format!("`{option}=")), "{} says nothing of {option}", game.id);
        }
    }
    let unknown = run(&["rules", "chess"], "");
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.starts_with("coureur: unknown game: 'chess': expected one of ecoute-moi, "));
}

/// Every turn that a page shows as an example, where the page says on which board: none is misprinted.
#[test]
fn examples_in_the_rules_are_turns_of_the_game() {
    for game in GAMES {
        let page = run(&["rules", game.id], "").stdout;
        let words: BTreeSet<&str> = page.split('`').skip(1).step_by(2).collect();
        let turns = words.iter().filter(|word| word.contains(['-', 'x']) && !word.contains([' ', '=']));
        for turn in turns.filter(|word| word.len() > 3 && word.chars().any(|c| c.is_ascii_digit())) {
            let said = run(&["--game", game.id], format!("explain {turn}\n")).stdout;
            assert!(!said.contains("expected"), "{}: {turn}: {said}", game.id);
        }
    }
}
