//! `coureur match`.

mod arguments;
mod progress;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

pub(super) use arguments::MatchArguments;
use progress::Progress;

use super::Error;
use super::interrupt::{INTERRUPTED, watch};
use crate::matches::MatchError;
use crate::matches::file::{Header, ResultsFile, read, same_match};
use crate::matches::game::Terms;
use crate::matches::report::Report;
use crate::matches::results::GameRecord;
use crate::matches::runner::Finish;
use crate::matches::sprt::{Decision, Sprt};
use crate::matches::tally::Tally;
use crate::matches::transcript;

/// Exit code when a test has accepted H0.
const H0: u8 = 1;
/// Exit code when a test has accepted nothing.
const UNDECIDED: u8 = 3;

/// Plays a match, or reads the results of one, and reports.
pub(super) fn run(arguments: &MatchArguments, out: &mut impl Write) -> Result<ExitCode, Error> {
    let sprt = arguments.test()?;
    if arguments.report.is_empty() { play(arguments, sprt, out) } else { report(arguments, sprt, out) }
}

fn exit_code(finish: Finish, tally: &Tally, sprt: Option<&Sprt>) -> ExitCode {
    let decision = sprt.map(|sprt| sprt.decide(sprt.llr(tally.pentanomial())));
    match (decision, finish) {
        (Some(Decision::H1), _) => ExitCode::SUCCESS,
        (Some(Decision::H0), _) => ExitCode::from(H0),
        (_, Finish::Interrupted) => ExitCode::from(INTERRUPTED),
        (Some(Decision::Continue), _) => ExitCode::from(UNDECIDED),
        (None, _) => ExitCode::SUCCESS,
    }
}

/// Reports on results files.
fn report(arguments: &MatchArguments, sprt: Option<Sprt>, out: &mut impl Write) -> Result<ExitCode, Error> {
    let mut merged: Option<(Header, Tally)> = None;
    for path in &arguments.report {
        let content = read(path).map_err(MatchError::from)?;
        if content.torn {
            note_torn(path);
        }
        let (header, tally) = merged.get_or_insert_with(|| {
            let names = content.header.engines.each_ref().map(|engine| engine.name.clone());
            (content.header.clone(), Tally::new(names))
        });
        same_match(path, header, &content.header).map_err(MatchError::from)?;
        for game in &content.games {
            tally.add(game);
        }
    }
    let Some((header, tally)) = merged else { return Ok(ExitCode::SUCCESS) };
    write!(out, "{}", Report { tally: &tally, title: &header.title(), sprt: sprt.as_ref() })?;
    Ok(exit_code(Finish::Complete, &tally, sprt.as_ref()))
}

/// Where the games of a match go.
struct Ledger<'a> {
    arguments: &'a MatchArguments,
    terms: &'a Terms,
    tally: Tally,
    file: Option<ResultsFile>,
    sprt: Option<Sprt>,
    progress: Progress,
    failure: Option<MatchError>,
}

impl Ledger<'_> {
    /// Keeps a game, shows it, and says whether to go on.
    fn take(&mut self, record: &GameRecord) -> ControlFlow<()> {
        if self.failure.is_some() {
            return ControlFlow::Break(());
        }
        if let Err(error) = self.keep(record) {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        self.tally.add(record);
        self.progress.show(record, &self.tally, self.sprt.as_ref());
        if self.decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn keep(&mut self, record: &GameRecord) -> Result<(), MatchError> {
        if let Some(file) = &mut self.file {
            file.append(record)?;
        }
        if let Some(folder) = &self.arguments.record {
            transcript::save(folder, self.terms, record)?;
        }
        Ok(())
    }

    fn decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decide(sprt.llr(self.tally.pentanomial())) != Decision::Continue)
    }
}

/// Plays the games that have not been played yet.
fn play(arguments: &MatchArguments, sprt: Option<Sprt>, out: &mut impl Write) -> Result<ExitCode, Error> {
    let the_match = arguments.the_match()?;
    let header = Header::of(&the_match);
    let mut tally = Tally::new(the_match.engines.each_ref().map(|engine| engine.name.clone()));
    let file = results_file(arguments, &header, &mut tally)?;
    let ours = |game: &u64| arguments.shard.is_none_or(|shard| shard.has(*game));
    let all = (1..=arguments.games).filter(ours).count() as u64;
    let games: Vec<u64> = (1..=arguments.games).filter(|game| ours(game) && !tally.has(*game)).collect();
    if let Some(folder) = &arguments.record {
        transcript::prepare(folder, &games).map_err(MatchError::from)?;
    }
    let progress = Progress::new(all, &tally, sprt.as_ref());
    let mut ledger = Ledger { arguments, terms: &the_match.terms, tally, file, sprt, progress, failure: None };

    let free = the_match.engines.iter().filter(|engine| engine.limit.is_empty() && engine.clock.is_none());
    let free: Vec<&str> = free.map(|engine| engine.name.as_str()).collect();
    if !free.is_empty() {
        let own_time = "neither limit nor clock: a turn takes as long as the engine likes; see --limit";
        ledger.progress.say(&format!("{}: {own_time}", free.join(", ")));
    }
    let stop = watch();
    let finish = if ledger.decided() {
        Ok(Finish::Enough)
    } else {
        the_match.run(&games, usize::from(arguments.concurrency), &stop, |record| ledger.take(&record))
    };
    ledger.progress.finish();
    let Ledger { tally, failure, .. } = ledger;
    let ended = match failure {
        Some(error) => Err(error),
        None => finish.map_err(MatchError::from),
    };
    // Nothing is to be reported of a match that could not begin.
    if ended.is_ok() || tally.games() > 0 {
        write!(out, "{}", Report { tally: &tally, title: &header.title(), sprt: sprt.as_ref() })?;
        out.flush()?;
    }
    let finish = ended?;
    if let (Finish::Interrupted, Some(path)) = (finish, arguments.results.as_ref().or(arguments.resume.as_ref())) {
        note(&format!("interrupted: go on with --resume {}", path.display()));
    }
    Ok(exit_code(finish, &tally, sprt.as_ref()))
}

/// Opens the results file, if there is to be one, and counts the games that it holds.
fn results_file(
    arguments: &MatchArguments,
    header: &Header,
    tally: &mut Tally,
) -> Result<Option<ResultsFile>, MatchError> {
    if let Some(path) = &arguments.results {
        return Ok(Some(ResultsFile::create(path, header)?));
    }
    let Some(path) = &arguments.resume else { return Ok(None) };
    let (file, content) = ResultsFile::resume(path, header)?;
    if content.torn {
        note_torn(path);
    }
    for game in &content.games {
        tally.add(game);
    }
    Ok(Some(file))
}

fn note_torn(path: &Path) {
    note(&format!("{}: the last line is torn: its game is not counted", path.display()));
}

fn note(text: &str) {
    // Where standard error cannot be written nobody would read it.
    let _ = writeln!(io::stderr(), "{text}");
}
