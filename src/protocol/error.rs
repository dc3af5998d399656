//! What a command can fail with. The text before the colon is a closed list that scripts may rely on.

/// Why a command failed: one of the protocol's error texts, and a detail that says what was wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message is the meaning")]
pub enum CommandError {
    #[error("unknown command: {0}")]
    UnknownCommand(String),
    #[error("syntax error: {0}")]
    Syntax(String),
    #[error("unknown game: {0}")]
    UnknownGame(String),
    #[error("unknown option: {0}")]
    UnknownOption(String),
    #[error("illegal move: {0}")]
    IllegalMove(String),
    #[error("ambiguous move: {0}")]
    AmbiguousMove(String),
    #[error("wrong side: {0}")]
    WrongSide(String),
    #[error("game over: {0}")]
    GameOver(String),
    #[error("no game: start one with new_game GAME")]
    NoGame,
    #[error("cannot undo: {0}")]
    CannotUndo(String),
    #[error("cannot score: {0}")]
    CannotScore(String),
    #[error("invalid position: {0}")]
    InvalidPosition(String),
    #[error("invalid value: {0}")]
    InvalidValue(String),
    #[error("line too long: more than {0} bytes")]
    LineTooLong(usize),
    #[error("too many moves: more than {0}")]
    TooManyMoves(u64),
    #[error("unacceptable size: {0}")]
    UnacceptableSize(String),
}
