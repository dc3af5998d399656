//! The command table: the one source of every command's name, arguments, help and handler.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::engine::Engine;
use super::error::CommandError;
use super::gogui;
use super::handlers;
use super::input::Inbox;
use super::thinking;

/// A command as it reaches its handler, its argument count checked.
pub struct Request<'a> {
    /// The arguments, split at blanks.
    pub words: &'a [&'a str],
    /// The arguments as they stand on the line.
    pub arguments: &'a str,
    /// Raised when a long command is to end with what it has.
    pub stop: &'a Arc<AtomicBool>,
    /// When work on it could begin.
    pub since: Instant,
    /// Where further lines arrive.
    pub inbox: &'a Inbox,
    /// Takes lines of the answer before it is complete.
    pub emit: &'a dyn Fn(&str),
}

/// What a handler answers.
pub type Reply = Result<String, CommandError>;

/// One command.
pub struct Command {
    /// Its exact name.
    pub name: &'static str,
    /// Its arguments as help writes them: capitals stand for something, brackets for "may be left out", dots for "and more".
    pub usage: &'static str,
    /// Fewest arguments.
    pub min: usize,
    /// Most arguments, `None` when the rest of the line belongs to the last one.
    pub max: Option<usize>,
    /// What it does, in one line.
    pub about: &'static str,
    /// Whether it may take long and obeys a stop.
    pub thinks: bool,
    /// Does it.
    pub run: fn(&mut Engine, &Request<'_>) -> Reply,
}

/// A group of commands.
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// Its commands.
    pub commands: &'static [Command],
}

/// A command that answers at once.
const fn quick(
    name: &'static str,
    usage: &'static str,
    (min, max): (usize, Option<usize>),
    about: &'static str,
    run: fn(&mut Engine, &Request<'_>) -> Reply,
) -> Command {
    Command { name, usage, min, max, about, thinks: false, run }
}

/// A command that may take long.
const fn thinking(
    name: &'static str,
    usage: &'static str,
    (min, max): (usize, Option<usize>),
    about: &'static str,
    run: fn(&mut Engine, &Request<'_>) -> Reply,
) -> Command {
    Command { name, usage, min, max, about, thinks: true, run }
}

const NONE: (usize, Option<usize>) = (0, Some(0));
const UP_TO_ONE: (usize, Option<usize>) = (0, Some(1));
const ONE: (usize, Option<usize>) = (1, Some(1));
const ANY: (usize, Option<usize>) = (0, None);
const SOME: (usize, Option<usize>) = (1, None);

/// All commands.
pub const SECTIONS: &[Section] = &[
    Section {
        title: "Administration",
        commands: &[
            quick("protocol_version", "", NONE, "the version of the framing: 2", handlers::protocol_version),
            quick("name", "", NONE, "the engine's name", handlers::name),
            quick("version", "", NONE, "the engine's version", handlers::version),
            quick("list_commands", "", NONE, "all commands, one a line", handlers::list_commands),
            quick("known_command", "NAME", ONE, "true or false", handlers::known_command),
            quick("help", "[COMMAND]", UP_TO_ONE, "all commands with their arguments, or one", handlers::help),
            quick("echo", "[TEXT]", ANY, "the text", handlers::echo),
            quick("quit", "", NONE, "ends the session; a running search is ended first", handlers::quit),
        ],
    },
    Section {
        title: "Games",
        commands: &[
            quick("list_games", "", NONE, "id, board and name of each game, one a line", handlers::list_games),
            quick("new_game", "GAME [OPTION=VALUE ...]", SOME, "starts a game", handlers::new_game),
            quick("clear_board", "", NONE, "the same game and rule options from the start", handlers::clear_board),
            quick("rules", "", NONE, "rule options: name, value, values, meaning", handlers::rules),
            quick(
                "boardsize",
                "N | FILES RANKS",
                (1, Some(2)),
                "accepted when it is the game's size",
                handlers::boardsize,
            ),
            quick(
                "rectangular_boardsize",
                "FILES RANKS",
                (2, Some(2)),
                "accepted when it is the game's size",
                handlers::boardsize,
            ),
            quick("komi", "POINTS", ONE, "accepted when it is 0", handlers::komi),
        ],
    },
    Section {
        title: "Play",
        commands: &[
            quick("play", "[SIDE] MOVE", SOME, "plays a turn", handlers::play),
            quick("moves", "MOVE ...", SOME, "plays several turns, all or none", handlers::moves),
            quick("undo", "[N]", UP_TO_ONE, "takes back N turns, or one", handlers::undo),
            quick("legal_moves", "", NONE, "all legal turns, sorted by their bytes", handlers::legal_moves),
            quick("explain", "MOVE", SOME, "legal, or the rule that the turn breaks", handlers::explain),
            quick("side_to_move", "", NONE, "colour and seat, or none", handlers::side_to_move),
            quick("game_over", "", NONE, "false, or true and the reason", handlers::game_over),
            quick("history", "", NONE, "the turns played", handlers::history),
            quick("showboard", "", NONE, "the board, drawn", handlers::showboard),
        ],
    },
    Section {
        title: "Result",
        commands: &[
            quick("score", "", NONE, "result and counts at any time, as key=value", handlers::score),
            quick("final_score", "", NONE, "the result when the game is over: W+3, B+0.5, 0", handlers::final_score),
        ],
    },
    Section {
        title: "Position",
        commands: &[quick("position", "[STRING]", ANY, "prints the position, or sets it", handlers::position)],
    },
    Section {
        title: "Thinking",
        commands: &[
            thinking("genmove", "[SIDE] [LIMIT ...]", ANY, "finds a turn and plays it", thinking::genmove),
            thinking(
                "reg_genmove",
                "[SIDE] [LIMIT ...]",
                ANY,
                "finds a turn without playing it",
                thinking::reg_genmove,
            ),
            thinking(
                "analyze",
                "[SIDE] [LIMIT ...] [interval=MS] [multipv=N] [json]",
                ANY,
                "tells what it thinks of the position, line by line",
                thinking::analyze,
            ),
            thinking(
                "genmove_analyze",
                "[SIDE] [LIMIT ...] [interval=MS] [multipv=N] [json]",
                ANY,
                "the same, and plays the turn",
                thinking::genmove_analyze,
            ),
            quick(
                "explain_last_move",
                "",
                NONE,
                "what the engine expected of the turn that it found last, and why",
                thinking::explain_last_move,
            ),
            quick("stop", "", NONE, "ends the commands before it that still run", handlers::done),
            quick("wait", "", NONE, "answers when all before it is done", handlers::done),
            quick("isready", "", NONE, "answers when the engine is ready for commands", handlers::done),
        ],
    },
    Section {
        title: "Time",
        commands: &[
            quick(
                "time_settings",
                "MAIN PERIOD TURNS",
                (3, Some(3)),
                "seconds for the game, then for so many turns at a time",
                thinking::time_settings,
            ),
            quick(
                "kata-time_settings",
                "KIND [NUMBER ...]",
                (1, Some(4)),
                "none, absolute, fischer, canadian or byoyomi, with its numbers",
                thinking::kata_time_settings,
            ),
            quick(
                "time_left",
                "SIDE SECONDS TURNS",
                (3, Some(3)),
                "what a side has left, in the main time (0 turns) or beyond it",
                thinking::time_left,
            ),
        ],
    },
    Section {
        title: "Options",
        commands: &[
            quick("options", "", NONE, "engine options: name, type, range, value, meaning", handlers::options),
            quick("option", "NAME [VALUE]", (1, Some(2)), "prints an option, or sets it", handlers::option),
        ],
    },
    Section {
        title: "GoGui",
        commands: &[
            quick("gogui-rules_game_id", "", NONE, "the game, as one word", gogui::game_id),
            quick("gogui-rules_board_size", "", NONE, "the board that is shown", gogui::board_size),
            quick("gogui-rules_board", "", NONE, "the stones, rank by rank from the top", gogui::board),
            quick("gogui-rules_legal_moves", "", NONE, "the points that may be clicked next", gogui::legal_moves),
            quick("gogui-rules_side_to_move", "", NONE, "black or white", gogui::side_to_move),
            quick(
                "gogui-rules_final_result",
                "",
                NONE,
                "the result in words, when the game is over",
                gogui::final_result,
            ),
            quick("gogui-rules_board_gfx", "", NONE, "what else the board shows, and what to do", gogui::board_gfx),
            quick("gogui-analyze_commands", "", NONE, "commands that GoGui offers", gogui::analyze_commands),
            quick("gogui-legal_points", "", NONE, "graphics: the points that may be clicked next", gogui::legal_points),
            quick("gogui-last_turn", "", NONE, "graphics: the clicks of the last turn", gogui::last_turn),
            quick("gogui-interrupt", "", NONE, "says that # interrupt is understood", handlers::done),
        ],
    },
    Section {
        title: "Development",
        commands: &[
            thinking("perft", "DEPTH [divide]", (1, Some(2)), "number of sequences of DEPTH turns", handlers::perft),
            quick("cputime", "", NONE, "seconds of processor time used so far", handlers::cputime),
        ],
    },
];

/// All commands in order.
pub fn all() -> impl Iterator<Item = &'static Command> {
    SECTIONS.iter().flat_map(|section| section.commands)
}

/// The command of this name.
pub fn find(name: &str) -> Option<&'static Command> {
    all().find(|command| command.name == name)
}

impl Command {
    /// Name and arguments.
    pub fn synopsis(&self) -> String {
        [self.name, self.usage].join(" ").trim_end().to_owned()
    }

    /// Checks the number of arguments, and runs the command.
    pub fn call(&self, engine: &mut Engine, request: &Request<'_>) -> Reply {
        let count = request.words.len();
        if count < self.min || self.max.is_some_and(|max| count > max) {
            let given = if count == 1 { "argument" } else { "arguments" };
            return Err(CommandError::Syntax(format!("{count} {given} given, expected: {}", self.synopsis())));
        }
        (self.run)(engine, request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_usage_fits_the_counts() {
        for (index, command) in all().enumerate() {
            assert!(all().skip(index + 1).all(|other| other.name != command.name), "{}", command.name);
            let first = command.usage.split(" | ").next().unwrap();
            let needed =
                first.split(' ').filter(|word| !word.is_empty() && !word.contains(['[', ']', '.']) && *word != "...]");
            assert_eq!(needed.count(), command.min, "{}", command.synopsis());
            assert_eq!(command.usage.is_empty(), command.max == Some(0), "{}", command.synopsis());
        }
    }
}
