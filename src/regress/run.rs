//! Runs a file against an engine and judges the answers.

use std::time::{Duration, Instant};

use similar::TextDiff;

use super::engine::{Engine, EngineError};
use super::suite::{Content, Suite};
use super::tst::{TestCommand, TestFile};
use crate::client::{Answer, Invocation, Reply, Stop};
use crate::protocol::command::clean;
use crate::transcript::{Exchange, Transcript, fits};

/// How long an engine may go on when its input has ended.
const GRACE: Duration = Duration::from_secs(2);

/// How one command turned out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As expected.
    Pass,
    /// It failed, which is known.
    KnownFailure(String),
    /// It passed, though it is marked as a known failure.
    UnexpectedPass,
    /// It failed: what was expected and what was answered, in lines for people.
    Fail(String),
    /// It was not run, because of what happened at an earlier line.
    NotRun(usize),
}

/// A command that was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its line in the file.
    pub line: usize,
    /// The command.
    pub command: String,
    /// How it turned out.
    pub verdict: Verdict,
    /// How long its answer took.
    pub time: Duration,
}

/// A file that was run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The commands that were judged.
    pub cases: Vec<Case>,
    /// The transcript with the answers as they were, unless they all fitted, or one did not come.
    pub answered: Option<Transcript>,
}

/// Runs files against one kind of engine, a fresh one for each session.
#[derive(Clone, Debug)]
pub struct Runner {
    /// How the engine is started.
    pub engine: Invocation,
    /// Longest time for an answer.
    pub timeout: Duration,
    /// Ends the run: the engine is no longer waited for.
    pub stop: Stop,
}

impl Runner {
    /// Runs a file. An engine that cannot even be started is an error; one that fails later fails the rest of its session.
    pub fn run(&self, suite: &Suite) -> Result<Outcome, EngineError> {
        match &suite.content {
            Content::Transcript(transcript) => self.run_transcript(transcript),
            Content::Tests(tests) => Ok(Outcome { cases: self.run_tests(tests)?, answered: None }),
        }
    }

    fn run_transcript(&self, transcript: &Transcript) -> Result<Outcome, EngineError> {
        let mut cases = Vec::new();
        let mut answers = Vec::new();
        for session in transcript.sessions() {
            let arguments = session.first().and_then(|exchange| exchange.session.as_deref()).unwrap_or_default();
            let mut play = Play::start(self, arguments)?;
            for exchange in session {
                let step = play.exchange(exchange);
                answers.extend(step.answer);
                cases.push(step.case);
            }
            cases.extend(play.finish());
        }
        let all_came = answers.len() == transcript.exchanges.len();
        let answered = Some(answers).filter(|_| all_came).map(|answers| transcript.with_answers(answers));
        Ok(Outcome { cases, answered: answered.filter(|answered| answered != transcript) })
    }

    fn run_tests(&self, tests: &TestFile) -> Result<Vec<Case>, EngineError> {
        let mut play = Play::start(self, &[])?;
        let mut cases: Vec<Case> = tests.commands.iter().filter_map(|command| play.test(command)).collect();
        cases.extend(play.finish());
        Ok(cases)
    }
}

/// A session under way.
struct Play {
    /// Gone when it failed.
    engine: Option<Engine>,
    timeout: Duration,
    /// The line of the last command that was sent.
    line: usize,
}

struct Step {
    case: Case,
    /// `None` where none came.
    answer: Option<String>,
}

impl Play {
    fn start(runner: &Runner, arguments: &[String]) -> Result<Play, EngineError> {
        let engine = Engine::start(&runner.engine.with(arguments), &runner.stop)?;
        Ok(Play { engine: Some(engine), timeout: runner.timeout, line: 0 })
    }

    /// The answer to a command, `None` where none belongs to it; after a failure the engine is gone.
    fn ask(&mut self, line: usize, command: &str) -> Result<Option<Reply>, Verdict> {
        let Some(engine) = &mut self.engine else { return Err(Verdict::NotRun(self.line)) };
        self.line = line;
        if clean(command).is_empty() {
            engine.tell(command);
            return Ok(None);
        }
        engine.ask(command, self.timeout).map(Some).map_err(|error| {
            self.engine = None;
            Verdict::Fail(error.to_string())
        })
    }

    fn exchange(&mut self, exchange: &Exchange) -> Step {
        let begun = Instant::now();
        let answer = self.ask(exchange.line, &exchange.command);
        let answer = answer.map(|reply| reply.map_or_else(String::new, |reply| reply.raw));
        let verdict = match &answer {
            Ok(answer) if fits(&exchange.answer, answer) => Verdict::Pass,
            Ok(answer) => Verdict::Fail(difference(&exchange.answer, answer)),
            Err(verdict) => verdict.clone(),
        };
        let case = Case { line: exchange.line, command: exchange.command.clone(), verdict, time: begun.elapsed() };
        Step { case, answer: answer.ok() }
    }

    /// Runs a command of a test file. Those without an id and without a pattern are only a case when they go wrong.
    fn test(&mut self, command: &TestCommand) -> Option<Case> {
        let begun = Instant::now();
        let verdict = match self.ask(command.line, &command.text) {
            Ok(None) => Verdict::Pass,
            Ok(Some(reply)) => self.judge(command, &reply.answer),
            Err(verdict) => verdict,
        };
        if verdict == Verdict::Pass && command.id.is_empty() && command.expectation.is_none() {
            return None;
        }
        Some(Case { line: command.line, command: command.text.clone(), verdict, time: begun.elapsed() })
    }

    fn judge(&mut self, command: &TestCommand, answer: &Answer) -> Verdict {
        if answer.id != command.id {
            // Whatever it answers from here on belongs to something else.
            self.engine = None;
            let name = |id: &str| if id.is_empty() { "no id".to_owned() } else { format!("the id {id}") };
            return Verdict::Fail(format!("the engine answered {} with {}", name(&command.id), name(&answer.id)));
        }
        let Some(expectation) = &command.expectation else {
            return if answer.success { Verdict::Pass } else { Verdict::Fail(format!("failed: {}", answer.text)) };
        };
        if expectation.ignored {
            return Verdict::Pass;
        }
        let sign = if answer.success { "" } else { "? " };
        let difference = || {
            let answered = format!("answered: {sign}{}", answer.text);
            format!("expected: {}\n{}", expectation.source(), answered.trim_end())
        };
        match (expectation.accepts(answer), expectation.known_failure) {
            (true, false) => Verdict::Pass,
            (true, true) => Verdict::UnexpectedPass,
            (false, true) => Verdict::KnownFailure(difference()),
            (false, false) => Verdict::Fail(difference()),
        }
    }

    /// Ends the session; what comes without having been asked for is a case of its own.
    fn finish(self) -> Option<Case> {
        let begun = Instant::now();
        let rest = self.engine?.finish(self.timeout.min(GRACE));
        let verdict = Verdict::Fail(format!("output behind the last answer:\n{}", rest.trim_end()));
        let case = Case { line: self.line, command: "(end)".to_owned(), verdict, time: begun.elapsed() };
        (!rest.trim().is_empty()).then_some(case)
    }
}

/// How an answer differs from the expected one.
fn difference(expected: &str, answered: &str) -> String {
    let clean = |text: &str| text.trim_end().lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
    let (expected, answered) = (clean(expected), clean(answered));
    TextDiff::from_lines(&expected, &answered)
        .unified_diff()
        .context_radius(3)
        .header("expected", "answered")
        .to_string()
}
