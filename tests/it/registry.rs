//! What every registered game has to bring along, so that a new one cannot be forgotten in the tests.

use coureur::games::GAMES;

use crate::engine::run;
use crate::transcripts::{files_below, project};

#[test]
fn every_game_has_a_perft_file_and_a_transcript_of_a_whole_game() {
    for game in GAMES {
        let perft = project("tests/perft").join(format!("{}.perft", game.id));
        assert!(perft.is_file(), "{} is missing", perft.display());
        let folder = project("tests/transcripts").join(game.id);
        assert!(folder.is_dir(), "{} is missing", folder.display());
        let whole = files_below(&folder, "txt").iter().any(|file| {
            let text = std::fs::read_to_string(file).expect("readable");
            text.contains("> final_score\n= ")
        });
        assert!(whole, "no transcript in {} reaches a final_score", folder.display());
    }
}

#[test]
fn every_game_is_played_to_its_end_by_both_seats() {
    for game in GAMES {
        let repetition = ["yote", "walking-purchase"].contains(&game.id);
        let rule = if repetition { " repetition=3" } else { "" };
        let turns = "genmove nodes=20\n".repeat(1500);
        let input = format!("new_game {}{rule}\n{turns}game_over\nfinal_score\nside_to_move\nlegal_moves\n", game.id);
        let outcome = run(&[], input);
        let answers = outcome.answers();
        let [.., over, score, side, legal] = answers.as_slice() else { panic!("{}", outcome.stdout) };
        assert!(over.starts_with("= true "), "{}: {over}", game.id);
        assert!(["= W+", "= B+", "= 0"].iter().any(|s| score.starts_with(s)), "{}: {score}", game.id);
        assert_eq!((*side, *legal), ("= none", "= "), "{}", game.id);
        assert!(answers.iter().all(|answer| answer.starts_with('=')), "{}", game.id);
    }
}
