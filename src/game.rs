//! What a game is to the search: positions, decisions, turns, rule options, results.
//!
//! A *move* is one decision; a *turn* is one or more decisions of the same player. People and the protocol speak of
//! turns ([`Turn`], [`for_each_turn`]); the search branches on decisions, which keeps thousands of turns apart as tens of choices.

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::rng::Rng;

/// A seat at the table. The first seat has the first turn of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The seat that begins.
    First,
    /// The other seat.
    Second,
}

impl Player {
    /// Both seats.
    pub const ALL: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first seat, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This seat has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// 1 for a win of `player`, 0 for a loss, ½ for a draw.
    #[inline]
    pub fn value_for(self, player: Player) -> f32 {
        match self {
            Outcome::Win(winner) if winner == player => 1.0,
            Outcome::Win(_) => 0.0,
            Outcome::Draw => 0.5,
        }
    }
}

/// The decisions of one whole turn.
pub type Turn<G> = SmallVec<[<G as Game>::Move; 4]>;

/// The method of search that suits a game, as matches have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Upper confidence bounds and uniformly random games, without any knowledge of the game.
    Uct,
    /// The same tree with the game's knowledge: judged by games that it guides, or by the game's evaluation.
    Mcts,
    /// Iterative deepening alpha-beta on the game's evaluation.
    AlphaBeta,
}

/// How a weak player of a game thinks: sees less, and values less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// How to search; the game's own method when nothing is said.
    pub method: Option<Method>,
    /// Most turns to look ahead.
    pub depth: u32,
    /// Nodes after which to stop; alpha-beta always looks one turn ahead.
    pub nodes: u64,
    /// The step in which evaluations are seen: smaller differences go unnoticed. Playouts know none.
    pub grain: i32,
    /// Whether ends that tables tell are known.
    pub tables: bool,
}

impl Strength {
    /// A player who searches by alpha-beta.
    pub const fn alpha_beta(depth: u32, nodes: u64, grain: i32) -> Self {
        Strength { method: Some(Method::AlphaBeta), depth, nodes, grain, tables: false }
    }

    /// The same player, knowing the tables.
    pub const fn with_tables(self) -> Self {
        Strength { tables: true, ..self }
    }

    /// A player who grows a tree of so many simulated games.
    pub const fn tree(nodes: u64) -> Self {
        Strength { method: Some(Method::Mcts), depth: u32::MAX, nodes, grain: 1, tables: false }
    }
}

/// How many levels there are below full strength.
pub const LEVELS: usize = 9;

/// An end that a game knows of a position that is not over yet, from tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The result with best play.
    pub outcome: Outcome,
    /// Turns to the end with best play, 0 for a draw.
    pub turns: u32,
}

/// What an evaluation weighs, see [`Game::features`].
pub type Features = SmallVec<[i32; 24]>;

/// The sum of the features, each times its weight.
pub fn weigh(features: &[i32], weights: &[i32]) -> i32 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// A position of a game: a small value that is copied rather than unmade.
///
/// Implementations promise, and the conformance tests check for every registered game: the moves that
/// [`for_each_move`](Game::for_each_move) gives are distinct and exactly those that [`is_legal`](Game::is_legal) accepts; a position without
/// an [`outcome`](Game::outcome) has at least one move, one with an outcome has none; two sequences of decisions never write the same turn.
pub trait Game: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// One decision.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;
    /// The rule options in force.
    type Rules: Rules;

    /// The start position under these rules.
    fn start(rules: Self::Rules) -> Self;

    /// The rules in force.
    fn rules(&self) -> Self::Rules;

    /// Who decides next. When the game is over the answer has no meaning.
    fn to_move(&self) -> Player;

    /// Whether the player to move has begun a turn and not yet completed it.
    fn in_turn(&self) -> bool;

    /// The result, once this position ends the game. Ends that need history (repetition) belong to [`Record`](crate::record::Record).
    fn outcome(&self) -> Option<Outcome>;

    /// The result if the game were stopped here and settled as it stands; what a repetition ends with.
    fn settle(&self) -> Outcome;

    /// Calls `visit` with each legal decision until it breaks.
    fn for_each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Makes a decision. The caller has made sure that it is legal; if it is not, the position that follows is unspecified (but no panic).
    fn play_unchecked(&mut self, mv: Self::Move);

    /// A 64-bit key of everything that the future of the game depends on, rules apart.
    fn key(&self) -> u64;

    /// Whether the decision is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.for_each_move(|m| if m == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }).is_break()
    }

    /// A key of what a repetition compares, taken between turns.
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// The number of legal turns, counted exactly below `limit`; any number from `limit` upwards says "at least `limit`".
    /// Called between turns.
    fn count_turns(&self, limit: u64) -> u64 {
        let mut count = 0;
        let _ = for_each_turn(self, &mut |_, _| {
            count += 1;
            if count >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        count
    }

    /// One of the legal decisions, each with the same probability; `None` when there is none.
    fn random_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves: SmallVec<[Self::Move; 64]> = SmallVec::new();
        let _ = self.for_each_move(|mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves.get(rng.below(moves.len() as u32) as usize).copied()
    }

    /// Makes the decision that [`random_move`](Game::random_move) would give; `false` when there is none. Random games are made of this: a game
    /// whose random decisions need not be told apart to be made overrides it.
    #[inline(always)]
    fn play_random(&mut self, rng: &mut Rng) -> bool {
        let mv = self.random_move(rng);
        if let Some(mv) = mv {
            self.play_unchecked(mv);
        }
        mv.is_some()
    }

    /// The method of search that has measured best.
    const METHOD: Method = Method::Uct;

    /// How the levels below full strength play, from the weakest.
    const LEVELS: [Strength; LEVELS] = [
        Strength::alpha_beta(1, 1, 400),
        Strength::alpha_beta(1, 1, 60),
        Strength::alpha_beta(1, 1, 1),
        Strength::alpha_beta(2, 1_000, 20),
        Strength::alpha_beta(3, 2_000, 1),
        Strength::alpha_beta(4, 5_000, 1),
        Strength::alpha_beta(8, 12_000, 1),
        Strength::alpha_beta(16, 30_000, 1),
        Strength::alpha_beta(32, 80_000, 1),
    ];

    /// The weights of the [`features`](Game::features), in order.
    const WEIGHTS: &'static [i32] = &[];

    /// What the features are, in a few words each, for people: more of it is better for the side to move where the weight is positive.
    const JUDGEMENTS: &'static [&'static str] = &[];

    /// What speaks for and against the side to move. Asked for between turns, of games that are not over.
    fn features(&self) -> Features {
        Features::new()
    }

    /// What the position is worth for the side to move, on a scale on which 400 stands for odds of ten to one; within ±[`MOST_VALUE`]. Asked
    /// for between turns, of games that are not over.
    fn evaluate(&self) -> i32 {
        weigh(&self.features(), Self::WEIGHTS)
    }

    /// How promising a decision looks before it is tried; only the order matters.
    fn promise(&self, _: Self::Move) -> i32 {
        0
    }

    /// Whether a decision that begins a turn changes so much that the position should not be judged before it has been tried.
    fn is_tactical(&self, _: Self::Move) -> bool {
        false
    }

    /// Kinds of decisions that [`amaf`](Game::amaf) tells apart; 0 where a game has no use for them.
    const AMAF: usize = 0;

    /// What a decision does, whenever in a game it is made: a number below [`AMAF`](Game::AMAF). A search that knows how games went in which
    /// it was made later (all moves as first) learns sooner what it is worth now.
    fn amaf(_: Self::Move) -> Option<u16> {
        None
    }

    /// Gets ready what the first search would have to wait for, at the cost of its time.
    fn prepare() {}

    /// The end with best play, where tables tell it. Asked for between turns, of games that are not over.
    fn known(&self) -> Option<Known> {
        None
    }
}

/// The greatest value of an evaluation.
pub const MOST_VALUE: i32 = 29_000;

/// Calls `visit` with every legal turn and the position it leads to, until it breaks. Lazy: nothing is collected, so a
/// position with more turns than memory costs only the time of those that are looked at.
pub fn for_each_turn<G: Game, B>(
    position: &G,
    visit: &mut impl FnMut(&[G::Move], &G) -> ControlFlow<B>,
) -> ControlFlow<B> {
    fn descend<G: Game, B>(
        position: &G,
        made: &mut Turn<G>,
        visit: &mut impl FnMut(&[G::Move], &G) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        position.for_each_move(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            made.push(mv);
            let flow = if next.in_turn() { descend(&next, made, visit) } else { visit(made, &next) };
            made.pop();
            flow
        })
    }
    descend(position, &mut Turn::<G>::new(), visit)
}

/// The rule options of a game: a small value, the default being what the game's rules say where nothing is chosen.
pub trait Rules: Copy + Eq + Default + fmt::Debug + Send + Sync + 'static {
    /// The options that `new_game` takes, in the order in which they are listed.
    const OPTIONS: &'static [RuleOption<Self>];

    /// The occurrence of a position that ends the game, 0 when repetition never does.
    fn repetition(&self) -> u8 {
        0
    }
}

/// One rule option: its name, what it may be, and how to read and write it in the rules value.
pub struct RuleOption<R: 'static> {
    /// The word before the equals sign.
    pub name: &'static str,
    /// What the option decides, for people.
    pub about: &'static str,
    /// The values it may have.
    pub values: RuleValues,
    /// Reads the option: a number, or the index of a word.
    pub get: fn(&R) -> u8,
    /// Writes the option.
    pub set: fn(&mut R, u8),
}

/// The values that a rule option may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleValues {
    /// One of these words; the option's number is the index.
    Words(&'static [&'static str]),
    /// 0 for "off" or a number from `min` to `max`.
    OffOr {
        /// The least number other than 0.
        min: u8,
        /// The greatest number.
        max: u8,
    },
}

impl RuleValues {
    /// The number that `text` stands for, if it is one of the values.
    pub fn parse(self, text: &str) -> Option<u8> {
        match self {
            RuleValues::Words(words) => {
                words.iter().position(|word| word.eq_ignore_ascii_case(text)).and_then(|index| u8::try_from(index).ok())
            }
            RuleValues::OffOr { .. } => self.all().find(|&value| self.show(value) == text),
        }
    }

    /// The text of a value.
    pub fn show(self, value: u8) -> String {
        match self {
            RuleValues::Words(words) => words.get(usize::from(value)).copied().unwrap_or("?").to_owned(),
            RuleValues::OffOr { .. } => value.to_string(),
        }
    }

    /// All values.
    pub fn all(self) -> impl Iterator<Item = u8> {
        let (zero, range) = match self {
            RuleValues::Words(words) => (None, 0..=(words.len() as u8).saturating_sub(1)),
            RuleValues::OffOr { min, max } => (Some(0), min..=max),
        };
        zero.into_iter().chain(range)
    }
}

impl fmt::Display for RuleValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleValues::Words(words) => f.write_str(&words.join("|")),
            RuleValues::OffOr { min, max } => write!(f, "0|{min}..{max}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_values_read_what_they_show() {
        for values in [RuleValues::Words(&["on", "off"]), RuleValues::OffOr { min: 2, max: 9 }] {
            for value in values.all() {
                assert_eq!(values.parse(&values.show(value)), Some(value));
            }
        }
        let numbers = RuleValues::OffOr { min: 2, max: 9 };
        assert_eq!(numbers.to_string(), "0|2..9");
        for text in ["1", "10", "", "02", "-1", "two"] {
            assert_eq!(numbers.parse(text), None, "{text}");
        }
        assert_eq!(RuleValues::Words(&["on", "off"]).parse("OFF"), Some(1));
    }
}
