//! Writes a session as it goes on.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{command_line, remark_line};
use crate::diagnostics;

/// Why a file cannot take a record.
#[derive(Debug, thiserror::Error)]
#[error("cannot record to {}: {error}", path.display())]
pub struct RecordError {
    path: PathBuf,
    error: io::Error,
}

/// Appends commands and answers to a transcript. Each is written at once, so that what happened is there whatever happens next.
pub struct Recorder {
    path: PathBuf,
    /// Gone after a failure: a record with a gap would be a wrong one.
    out: Option<Box<dyn Write + Send>>,
    /// Whether answers belong to a command that stands in the record.
    answers: bool,
}

impl Recorder {
    /// Begins a session at the end of the file, which is created if there is none. `program` says who answers, `arguments` how to start
    /// it to have the same answers again.
    pub fn append(path: &Path, program: &str, arguments: &[String]) -> Result<Recorder, RecordError> {
        let failed = |error| RecordError { path: path.to_owned(), error };
        let mut header = gap(path).map_err(failed)?.to_owned();
        header.push_str(&remark_line(program));
        header.push_str("#!");
        arguments.iter().for_each(|argument| header.extend([" ", argument]));
        header.push('\n');
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(failed)?;
        file.write_all(header.as_bytes()).map_err(failed)?;
        Ok(Recorder::new(path, file))
    }

    fn new(path: &Path, out: impl Write + Send + 'static) -> Recorder {
        Recorder { path: path.to_owned(), out: Some(Box::new(out)), answers: false }
    }

    /// A command, as the engine reads it.
    pub fn command(&mut self, text: &str) {
        self.answers = true;
        self.write(&command_line(text));
    }

    /// What stands for a command that cannot be kept; its answer is not kept either.
    pub fn remark(&mut self, text: &str) {
        self.answers = false;
        self.write(&remark_line(text));
    }

    /// The bytes of an answer, or some of them.
    pub fn answer(&mut self, text: &str) {
        if self.answers {
            self.write(text);
        }
    }

    /// Writes, or gives up and says so once: the session matters more than its record.
    fn write(&mut self, text: &str) {
        let Some(out) = &mut self.out else { return };
        if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            self.out = None;
            let error = RecordError { path: self.path.clone(), error };
            // Not to the log, which is off unless asked for: a record that ends early must not go unnoticed.
            diagnostics::notify(&format!("{error}: the record ends here, the session goes on"));
        }
    }
}

/// What has to stand between the text of a file and a new session: the end of a torn line, and an empty line.
fn gap(path: &Path) -> io::Result<&'static str> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(""),
        Err(error) => return Err(error),
    };
    // Devices and pipes have no end to look at.
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok("");
    }
    let mut file = File::open(path)?;
    let back = metadata.len().min(2);
    file.seek(SeekFrom::Start(metadata.len() - back))?;
    let mut tail = Vec::new();
    file.take(back).read_to_end(&mut tail)?;
    Ok(match tail.as_slice() {
        [b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    /// Takes so many bytes, then is full.
    #[derive(Clone)]
    struct Small(Arc<Mutex<Vec<u8>>>, usize);

    impl Write for Small {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut kept = self.0.lock().unwrap();
            if kept.len() + bytes.len() > self.1 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            kept.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_record_ends_where_the_disk_is_full() {
        let disk = Small(Arc::default(), 24);
        let mut recorder = Recorder::new(Path::new("x"), disk.clone());
        recorder.command("name");
        recorder.answer("= coureur\n\n");
        recorder.command("version");
        recorder.command("a");
        assert_eq!(String::from_utf8(disk.0.lock().unwrap().clone()).unwrap(), "> name\n= coureur\n\n");
    }
}
