//! A running engine, spoken to through pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

/// What the surroundings may ask of programs, and tests do not expect.
const SURROUNDINGS: [&str; 7] = ["RUST_LOG", "COLORTERM", "CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR", "COLUMNS", "LINES"];

/// The engine's binary.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_coureur"));
    for name in SURROUNDINGS {
        command.env_remove(name);
    }
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// How long anything may take. Only what hangs takes so long.
const DEADLINE: Duration = Duration::from_secs(180);

/// An engine that is sent a command and answers before the next one is sent.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    /// The lines of its standard output, as a thread reads them.
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the engine.
    pub(crate) fn start(arguments: &[&str]) -> Engine {
        Engine::of(&mut command(arguments))
    }

    /// Starts it as the command says, which has to leave input and output piped.
    pub(crate) fn of(command: &mut Command) -> Engine {
        Engine::adopt(command.spawn().expect("the engine starts"))
    }

    /// A process that runs already; it may have lost its pipes.
    pub(crate) fn adopt(mut child: Child) -> Engine {
        let stdin = child.stdin.take();
        let (sender, lines) = channel();
        let Some(stdout) = child.stdout.take() else { return Engine { child, stdin, lines } };
        let mut stdout = BufReader::new(stdout);
        spawn(move || {
            let mut line = String::new();
            while stdout.read_line(&mut line).expect("answers are UTF-8") > 0 {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        Engine { child, stdin, lines }
    }

    /// The process.
    #[cfg(target_os = "linux")]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as they are.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("not yet closed");
        stdin.write_all(bytes.as_ref()).and_then(|()| stdin.flush()).expect("the engine reads");
    }

    /// Sends bytes from a thread, which then closes the input: for so much that answers have to be read meanwhile.
    pub(crate) fn send_aside(&mut self, bytes: impl Into<Vec<u8>>) {
        let (mut stdin, bytes) = (self.stdin.take().expect("not yet closed"), bytes.into());
        spawn(move || drop(stdin.write_all(&bytes)));
    }

    /// The next line of output, `None` at its end.
    fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(DEADLINE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine hangs"),
        }
    }

    /// The next answer, from its sign to the line before the empty one.
    pub(crate) fn receive(&mut self) -> String {
        let mut answer = String::new();
        loop {
            let line =
                self.line().unwrap_or_else(|| panic!("the engine has ended in the middle of an answer: {answer:?}"));
            assert!(line.ends_with('\n') && !line.contains('\r'), "lines end in LF: {line:?}");
            if line == "\n" {
                return answer.trim_end_matches('\n').to_owned();
            }
            answer.push_str(&line);
        }
    }

    /// Whether nothing comes out for a while.
    pub(crate) fn is_silent_for(&mut self, time: Duration) -> bool {
        matches!(self.lines.recv_timeout(time), Err(RecvTimeoutError::Timeout))
    }

    /// Sends a line and gives its answer.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(format!("{line}\n"));
        self.receive()
    }

    /// Asks, and takes the sign off a successful answer.
    pub(crate) fn get(&mut self, line: &str) -> String {
        let answer = self.ask(line);
        answer.strip_prefix("= ").unwrap_or_else(|| panic!("{line}: {answer}")).to_owned()
    }

    /// Closes the engine's input.
    pub(crate) fn close(&mut self) {
        self.stdin = None;
    }

    /// What else comes out, to the end.
    pub(crate) fn rest(&mut self) -> String {
        std::iter::from_fn(|| self.line()).collect()
    }

    /// Closes the input and waits for the end; gives what else came out, and the exit status.
    pub(crate) fn finish(mut self) -> (String, ExitStatus) {
        self.close();
        let rest = self.rest();
        (rest, ended(&mut self.child))
    }

    /// The next line of its standard error.
    pub(crate) fn error_line(&mut self) -> String {
        let pipe = self.child.stderr.as_mut().expect("a pipe");
        let (mut line, mut byte) = (Vec::new(), [0]);
        while line.last() != Some(&b'\n') {
            pipe.read_exact(&mut byte).expect("another line");
            line.extend(byte);
        }
        String::from_utf8(line).expect("UTF-8")
    }

    /// Waits for the end; gives what it said on standard error.
    pub(crate) fn finish_with_stderr(mut self) -> String {
        self.close();
        ended(&mut self.child);
        let mut said = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("UTF-8");
        said
    }

    /// Waits for the end of the engine, whose input may be open.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        ended(&mut self.child)
    }
}

/// Waits for the end of a process.
fn ended(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status;
        }
        if begun.elapsed() > DEADLINE {
            let _ = child.kill();
            panic!("the engine does not end");
        }
        sleep(Duration::from_millis(1));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a session gives.
pub(crate) struct Outcome {
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
    /// The exit code.
    pub(crate) code: Option<i32>,
}

impl Outcome {
    /// The answers without the empty lines behind them.
    pub(crate) fn answers(&self) -> Vec<&str> {
        self.stdout.split_terminator("\n\n").collect()
    }
}

/// Sends everything at once, closes the input, and waits for the end.
pub(crate) fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Outcome {
    run_command(&mut command(arguments), input)
}

/// The same for any command with pipes.
pub(crate) fn run_command(command: &mut Command, input: impl AsRef<[u8]>) -> Outcome {
    let mut child = command.spawn().expect("the engine starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    // On threads of their own, so that a full pipe cannot block another.
    let writer = spawn(move || drop(stdin.write_all(&input)));
    let stdout = read_all(child.stdout.take().expect("a pipe"));
    let stderr = read_all(child.stderr.take().expect("a pipe"));
    let status = ended(&mut child);
    writer.join().expect("no panic");
    Outcome { stdout: stdout.join().expect("no panic"), stderr: stderr.join().expect("no panic"), code: status.code() }
}

fn read_all(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("UTF-8");
        text
    })
}

/// Waits until a condition holds; the limit only keeps a test from hanging.
pub(crate) fn wait_for(what: &str, condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < DEADLINE, "waiting for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether there is a process with this number.
pub(crate) fn alive(pid: &str) -> bool {
    kill("-0", pid)
}

/// What Ctrl-C does.
pub(crate) fn interrupt(child: &Child) {
    assert!(kill("-INT", &child.id().to_string()));
}

/// The shell's own: not every system has a program of this name.
fn kill(signal: &str, pid: &str) -> bool {
    let mut shell = Command::new("sh");
    shell.args(["-c", "kill \"$0\" \"$1\"", signal, pid]).stderr(Stdio::null()).status().expect("sh runs").success()
}
