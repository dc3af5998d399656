//! Answering in time, whatever becomes of the search.
//!
//! The search runs on a thread of its own, and the caller's thread sleeps until it is done or the time is up: then it answers with the best
//! found so far. On a busy machine a thread that computes waits for the processor many times as long as one that has slept, so that the search
//! itself may come to look at the clock too late. Where time is not limited nothing waits for the processor; but what the C library keeps of
//! small pieces of memory, it keeps for each thread that has had them, so that one that searches now and then would count twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::ordering::most_promising;
use super::searcher::{Question, Searcher, win_at_once};
use super::{Limits, Line, Report, STACK, Settings, Watch, Word, winrate_of};
use crate::game::{Game, MOST_VALUE, Turn};
use crate::record::Record;

/// Time for a search to hand over what it has found.
const HANDOVER: Duration = Duration::from_micros(300);
/// The longest time that who waits is prepared to sleep too long.
const MOST_OVERSLEEP: Duration = Duration::from_millis(50);
/// Lines of reports that wait for being heard by who is busy with showing those before. A search against time drops what does not fit; others
/// go on when they have been shown.
const MOST_WAITING: usize = 32;

/// Memory that one search after another uses. It makes no difference to what they find, only to how soon they begin, and how long before
/// their time is up they end.
#[derive(Default)]
pub struct Memory {
    searcher: Whereabouts,
    /// How long the machine has lately let who waits for a search sleep beyond the time.
    oversleep: Duration,
}

/// Where the searcher is.
enum Whereabouts {
    Here(Box<Searcher>),
    /// With the search before, which may not have come to its end yet, though nobody waits for it any more.
    Away(JoinHandle<Box<Searcher>>),
}

impl Default for Whereabouts {
    fn default() -> Self {
        Whereabouts::Here(Box::default())
    }
}

impl Whereabouts {
    /// The searcher, once the search before has ended. One that has failed leaves nothing.
    fn fetch(self) -> Box<Searcher> {
        match self {
            Whereabouts::Here(searcher) => searcher,
            Whereabouts::Away(search) => search.join().unwrap_or_else(|_| {
                log::error!("the search before has failed after its time was up");
                Box::default()
            }),
        }
    }
}

/// What a search tells who waits for it.
enum Message<G: Game> {
    SoFar(Word, Report<G>),
    /// Nothing: who hears it has done with what came before.
    Done,
    Final(Report<G>),
}

impl Memory {
    /// [`think`](super::think), in this memory.
    pub fn think<G: Game>(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        settings: &Settings,
        stop: &Arc<AtomicBool>,
        watch: Watch<'_, G>,
    ) -> Option<Report<G>> {
        let begun = Instant::now();
        if record.outcome().is_some() {
            return None;
        }
        let deadlines = limits.movetime.map(|movetime| {
            self.oversleep = self.oversleep * 15 / 16;
            let patience = movetime.saturating_sub(self.oversleep.min(movetime / 3));
            Deadlines { answer: begun + patience, guess: begun + patience + limits.grace }
        });
        let movetime = deadlines.map(|deadlines| (deadlines.answer - begun).saturating_sub(HANDOVER));
        let search = Search {
            record: record.clone(),
            limits: Limits { movetime, ..*limits },
            settings: *settings,
            begun,
            stop: stop.clone(),
        };
        match search.send(std::mem::take(&mut self.searcher)) {
            Ok(away) => match deadlines {
                Some(deadlines) => return Some(self.wait_for(away, record.position(), deadlines, watch)),
                None => return Some(self.hear_out(away, record.position(), watch)),
            },
            Err(error) => log::warn!("no thread for the search: {error}"),
        }
        let mut searcher = std::mem::take(&mut self.searcher).fetch();
        let question = Question { record, limits: *limits, settings: *settings, begun, stop, overdue: None };
        let mut tell = |word, report: &Report<G>| {
            if word == Word::News {
                watch(report);
            }
        };
        let report = searcher.search(&question, &mut tell);
        self.searcher = Whereabouts::Here(searcher);
        Some(report)
    }

    /// Waits for the end of a search, however long that takes.
    fn hear_out<G: Game>(&mut self, away: Away<G>, position: &G, watch: Watch<'_, G>) -> Report<G> {
        let mut end = None;
        for message in &away.messages {
            match message {
                Message::SoFar(_, report) => watch(&report),
                Message::Done => {}
                Message::Final(report) => end = Some(report),
            }
        }
        match (away.thread.join(), end) {
            (Ok(searcher), Some(report)) => {
                self.searcher = Whereabouts::Here(searcher);
                report
            }
            // Only a search that has failed does not tell its end.
            (Err(panic), _) => std::panic::resume_unwind(panic),
            (Ok(_), None) => first_guess(position),
        }
    }

    /// Waits for a search, but not beyond the deadline: then what it has told last is the answer, or what can be told without it.
    fn wait_for<G: Game>(
        &mut self,
        away: Away<G>,
        position: &G,
        deadlines: Deadlines,
        watch: Watch<'_, G>,
    ) -> Report<G> {
        let mut until = deadlines.answer;
        let (mut last, mut guess) = (None, None);
        let report = loop {
            // Time that showing something has taken was not slept.
            let awake = Instant::now().max(until);
            let message = away.messages.recv_timeout(until.saturating_duration_since(Instant::now()));
            self.oversleep = self.oversleep.max(awake.elapsed()).min(MOST_OVERSLEEP);
            match message {
                Ok(Message::Final(report)) => break report,
                Ok(Message::SoFar(word, report)) => {
                    if word == Word::News && Instant::now() < deadlines.answer {
                        watch(&report);
                    }
                    last = Some(report);
                    until = deadlines.answer;
                }
                Ok(Message::Done) => {}
                Err(RecvTimeoutError::Timeout) => match last.take().or(guess.take()) {
                    Some(report) => {
                        away.overdue.store(true, Ordering::Relaxed);
                        break report;
                    }
                    None => {
                        let first = first_guess(position);
                        // A win at once is all that one could wait for.
                        until = if first.proven().is_some() { deadlines.answer } else { deadlines.guess };
                        guess = Some(first);
                    }
                },
                // Only a search that has failed says nothing more.
                Err(RecvTimeoutError::Disconnected) => match away.thread.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(_) => return last.unwrap_or_else(|| first_guess(position)),
                },
            }
        };
        self.searcher = Whereabouts::Away(away.thread);
        report
    }
}

/// How long to wait for an answer.
#[derive(Clone, Copy)]
struct Deadlines {
    /// When what has been told has to do.
    answer: Instant,
    /// When, if nothing has been told, a guess has to do.
    guess: Instant,
}

/// A search that is to run on a thread of its own.
struct Search<G: Game> {
    record: Record<G>,
    limits: Limits,
    settings: Settings,
    begun: Instant,
    stop: Arc<AtomicBool>,
}

/// A search that does.
struct Away<G: Game> {
    thread: JoinHandle<Box<Searcher>>,
    messages: Receiver<Message<G>>,
    /// To be raised when nobody waits any more.
    overdue: Arc<AtomicBool>,
}

impl<G: Game> Search<G> {
    fn send(self, searcher: Whereabouts) -> std::io::Result<Away<G>> {
        let is_timed = self.limits.movetime.is_some();
        let waiting = if is_timed { (MOST_WAITING / self.settings.lines.max(1)).max(2) } else { 0 };
        let (sender, messages) = sync_channel(waiting);
        let overdue = Arc::new(AtomicBool::new(false));
        let seen = overdue.clone();
        let search = move || {
            // Here and not before: the wait for the search before is not the caller's.
            let mut searcher = searcher.fetch();
            if seen.load(Ordering::Relaxed) {
                return searcher;
            }
            let Search { record, limits, settings, begun, stop } = &self;
            let (limits, settings, begun) = (*limits, *settings, *begun);
            let question = Question { record, limits, settings, begun, stop, overdue: Some(&seen) };
            let report = searcher.search(&question, &mut |word, report| {
                let message = || Message::SoFar(word, report.clone());
                if is_timed {
                    // Who does not wait any more does not listen either.
                    let _ = sender.try_send(message());
                } else if word == Word::News
                    && sender.send(message()).and_then(|()| sender.send(Message::Done)).is_err()
                {
                    seen.store(true, Ordering::Relaxed);
                }
            });
            let _ = sender.send(Message::Final(report));
            searcher
        };
        let thread = Builder::new().name("search".to_owned()).stack_size(STACK).spawn(search)?;
        Ok(Away { thread, messages, overdue })
    }
}

/// What there is to say when a search has told nothing: a turn that wins at once, or else the decisions that promise most.
fn first_guess<G: Game>(position: &G) -> Report<G> {
    let found =
        |line| Report { lines: vec![line], nodes: 0, positions: 0, depth: 0, time: Duration::ZERO, hashfull: 0 };
    if let Some(line) = win_at_once(position) {
        return found(line);
    }
    let mut turn = Turn::<G>::new();
    let mut next = position.clone();
    while let Some(mv) = most_promising(&next, |mv| next.promise(mv), |equals| equals == 1) {
        next.play_unchecked(mv);
        turn.push(mv);
        if !next.in_turn() {
            break;
        }
    }
    let score = if position.in_turn() { 0 } else { position.evaluate().clamp(-MOST_VALUE, MOST_VALUE) };
    found(Line { turns: vec![turn], score, winrate: winrate_of(score) as f32, proven: None })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::mpsc::{Sender, SyncSender, channel};
    use std::sync::{Mutex, PoisonError};

    use super::*;
    use crate::game::{Method, Outcome, Player};
    use crate::search::Proof;
    use crate::search::tests::toys::{Matches, NoRules};

    /// A report that can be told from others.
    fn report(nodes: u64) -> Report<Matches> {
        Report { nodes, ..first_guess(Matches::heap(9).position()) }
    }

    /// A search that has said this, and goes on until the sender is dropped or used.
    fn unfinished(told: Vec<Message<Matches>>) -> (Away<Matches>, Sender<()>) {
        let (sender, messages) = sync_channel(MOST_WAITING);
        let (release, released) = channel::<()>();
        told.into_iter().for_each(|message| sender.send(message).unwrap());
        let thread = std::thread::spawn(move || {
            let _sender = sender;
            let _ = released.recv();
            Box::default()
        });
        (Away { thread, messages, overdue: Arc::default() }, release)
    }

    fn wait_for(away: Away<Matches>, deadline: Instant, memory: &mut Memory) -> (Report<Matches>, Vec<u64>) {
        let deadlines = Deadlines { answer: deadline, guess: deadline };
        let mut shown = Vec::new();
        let mut watch = |report: &Report<Matches>| shown.push(report.nodes);
        let report = memory.wait_for(away, Matches::heap(9).position(), deadlines, &mut watch);
        (report, shown)
    }

    #[test]
    fn what_was_told_last_is_the_answer_when_the_time_is_up() {
        let told = [(Word::News, 1), (Word::Standby, 2), (Word::News, 3), (Word::Standby, 4)];
        let told = told.map(|(word, nodes)| Message::SoFar(word, report(nodes)));
        let (away, release) = unfinished(told.into());
        let (overdue, mut memory) = (away.overdue.clone(), Memory::default());
        let (report, shown) = wait_for(away, Instant::now() + Duration::from_millis(300), &mut memory);
        assert_eq!((report.nodes, shown), (4, vec![1, 3]));
        assert!(overdue.load(Ordering::Relaxed), "the search is told to end");
        // The next search needs the end of this one.
        drop(release);
        assert!(matches!(&memory.searcher, Whereabouts::Away(_)));
        let next =
            memory.think(&Matches::heap(3), &Limits::default(), &Settings::default(), &Arc::default(), &mut |_| {});
        assert_eq!(next.unwrap().proven(), Some(Proof { outcome: Outcome::Win(Player::First), turns: 1 }));
        assert!(matches!(&memory.searcher, Whereabouts::Here(_)));
    }

    #[test]
    fn the_end_of_a_search_is_the_answer_even_if_it_was_only_heard_of_late() {
        let (away, _release) = unfinished(vec![Message::SoFar(Word::News, report(1)), Message::Final(report(2))]);
        let (report, shown) = wait_for(away, Instant::now(), &mut Memory::default());
        // There is no time left to show anything.
        assert_eq!((report.nodes, shown), (2, vec![]));
    }

    #[test]
    fn without_a_time_limit_nothing_is_dropped() {
        let limits = Limits { nodes: Some(1600), ..Limits::default() };
        let interval = Some(Duration::ZERO);
        let settings = Settings { hash: 1 << 20, method: Some(Method::Uct), interval, ..Settings::default() };
        let told = |pause| {
            let mut shown = Vec::new();
            let mut watch = |report: &Report<Matches>| {
                std::thread::sleep(pause);
                shown.push(report.nodes);
            };
            let mut memory = Memory::default();
            memory.think(&Matches::heap(400), &limits, &settings, &Arc::default(), &mut watch).unwrap();
            assert!(matches!(&memory.searcher, Whereabouts::Here(_)), "nobody waits for its end");
            shown
        };
        let at_once = told(Duration::ZERO);
        assert!(at_once.len() > 2 * MOST_WAITING, "{at_once:?}");
        assert_eq!(told(Duration::from_millis(1)), at_once);
    }

    #[test]
    fn who_watches_may_stop_a_search_at_what_it_tells() {
        let settings = Settings { hash: 1 << 20, method: Some(Method::Uct), ..Settings::default() };
        let stop: Arc<AtomicBool> = Arc::default();
        let mut watch = |report: &Report<Matches>| {
            // Time for a search that does not wait.
            std::thread::sleep(Duration::from_millis(20));
            stop.store(report.nodes >= 4096, Ordering::Relaxed);
        };
        let report =
            Memory::default().think(&Matches::heap(400), &Limits::default(), &settings, &stop, &mut watch).unwrap();
        assert_eq!(report.nodes, 4096 + 1);
    }

    #[test]
    fn a_search_that_nobody_listens_to_any_more_ends() {
        let settings = Settings { hash: 1 << 20, method: Some(Method::Uct), ..Settings::default() };
        let stop: Arc<AtomicBool> = Arc::default();
        let think = || {
            let mut watch = |_: &Report<Matches>| std::panic::resume_unwind(Box::new("seen enough"));
            Memory::default().think(&Matches::heap(400), &Limits::default(), &settings, &stop, &mut watch)
        };
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(think));
        assert_eq!(result.err().and_then(|panic| panic.downcast().ok()), Some(Box::new("seen enough")));
        // The search holds the flag as long as it goes on.
        while Arc::strong_count(&stop) > 1 {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!stop.load(Ordering::Relaxed));
    }

    #[test]
    fn a_search_that_has_told_nothing_leaves_a_legal_turn() {
        let (away, _release) = unfinished(Vec::new());
        let (report, _) = wait_for(away, Instant::now(), &mut Memory::default());
        let mut position = Matches::heap(9).position().clone();
        for mv in report.best() {
            assert!(position.is_legal(mv));
            position.play_unchecked(mv);
        }
        assert!(!position.in_turn() && position.to_move() == Player::Second);
        assert_eq!((report.nodes, report.depth, report.proven()), (0, 0, None));
    }

    #[test]
    fn a_win_at_once_needs_no_search() {
        let (away, _release) = unfinished(Vec::new());
        let now = Instant::now();
        // A guess would have all the time in the world.
        let deadlines = Deadlines { answer: now, guess: now + Duration::from_secs(600) };
        let report = Memory::default().wait_for(away, Matches::heap(3).position(), deadlines, &mut |_| {});
        assert_eq!(report.best().iter().sum::<u32>(), 3);
        assert_eq!(report.proven(), Some(Proof { outcome: Outcome::Win(Player::First), turns: 1 }));
    }

    #[test]
    fn before_a_guess_there_is_some_grace() {
        let (away, release) = unfinished(Vec::new());
        let (sender, messages) = sync_channel(1);
        let away = Away { messages, ..away };
        let late = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            sender.send(Message::SoFar(Word::Standby, report(7))).unwrap();
            // Held until the answer is there.
            let _ = release.send(());
            sender
        });
        let now = Instant::now();
        let deadlines = Deadlines { answer: now, guess: now + Duration::from_secs(600) };
        let report = Memory::default().wait_for(away, Matches::heap(9).position(), deadlines, &mut |_| {});
        assert_eq!(report.nodes, 7);
        drop(late.join());
    }

    #[test]
    #[should_panic(expected = "out of matches")]
    fn a_search_that_fails_is_no_secret() {
        let (sender, messages) = sync_channel(MOST_WAITING);
        let thread = std::thread::spawn(move || {
            let _sender: SyncSender<Message<Matches>> = sender;
            panic!("out of matches")
        });
        let away = Away { thread, messages, overdue: Arc::default() };
        let _ = wait_for(away, Instant::now() + Duration::from_secs(600), &mut Memory::default());
    }

    /// Held while searches are not to come on.
    static GATE: Mutex<()> = Mutex::new(());

    /// Whether a search has come through the gate to so many stones.
    static PASSED: AtomicBool = AtomicBool::new(false);
    const MANY_STONES: u32 = 1 << 20;

    /// Put a stone, or two, without end. Threads that search are held at the gate.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Gated {
        stones: u32,
    }

    impl Game for Gated {
        type Move = u32;
        type Rules = NoRules;

        fn start(_: NoRules) -> Self {
            Gated { stones: 0 }
        }

        fn rules(&self) -> NoRules {
            NoRules
        }

        fn to_move(&self) -> Player {
            Player::First
        }

        fn in_turn(&self) -> bool {
            false
        }

        fn outcome(&self) -> Option<Outcome> {
            None
        }

        fn settle(&self) -> Outcome {
            Outcome::Draw
        }

        fn for_each_move<B>(&self, mut visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
            // Threads of tests have paths for names.
            let searches = std::thread::current().name().is_some_and(|name| name == "search");
            if searches {
                drop(GATE.lock().unwrap_or_else(PoisonError::into_inner));
                PASSED.fetch_or(self.stones >= MANY_STONES, Ordering::Relaxed);
            }
            visit(1)?;
            visit(2)
        }

        fn play_unchecked(&mut self, stones: u32) {
            self.stones += stones;
        }

        fn key(&self) -> u64 {
            self.stones.into()
        }

        fn promise(&self, stones: u32) -> i32 {
            stones as i32
        }
    }

    /// Would wait for good if the answer waited for the search.
    #[test]
    fn an_answer_does_not_wait_for_a_search_that_does_not_come_on() {
        let limits = Limits { movetime: Some(Duration::from_millis(50)), ..Limits::default() };
        for method in [Method::Uct, Method::Mcts, Method::AlphaBeta] {
            let settings = Settings { hash: 1 << 20, method: Some(method), ..Settings::default() };
            let mut memory = Memory::default();
            let mut think = |stones, limits| {
                let record = Record::new(Gated { stones });
                memory.think(&record, limits, &settings, &Arc::default(), &mut |_| {}).unwrap()
            };
            let closed = GATE.lock().unwrap_or_else(PoisonError::into_inner);
            for stones in [0, MANY_STONES] {
                let report = think(stones, &limits);
                assert_eq!((report.best().as_slice(), report.nodes), ([2].as_slice(), 0), "{method:?}");
            }
            drop(closed);
            // This one waits for those before.
            assert!(think(0, &Limits { nodes: Some(50), ..Limits::default() }).nodes > 0, "{method:?}");
            assert!(!PASSED.load(Ordering::Relaxed), "a search whose time is up does not begin: {method:?}");
        }
    }
}
