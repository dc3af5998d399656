//! A running engine, spoken to through pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The engine's binary.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_coureur"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// An engine that is sent a command and answers before the next one is sent.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts the engine.
    pub(crate) fn start(arguments: &[&str]) -> Engine {
        let mut child = command(arguments).spawn().expect("the engine starts");
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        Engine { child, stdin, stdout }
    }

    /// Sends bytes as they are.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("not yet closed");
        stdin.write_all(bytes.as_ref()).and_then(|()| stdin.flush()).expect("the engine reads");
    }

    /// The next answer, from its sign to the line before the empty one.
    pub(crate) fn receive(&mut self) -> String {
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let read = self.stdout.read_line(&mut line).expect("the answer is UTF-8");
            assert!(read > 0, "the engine has ended in the middle of an answer: {answer:?}");
            assert!(line.ends_with('\n') && !line.contains('\r'), "lines end in LF: {line:?}");
            if line == "\n" {
                return answer.trim_end_matches('\n').to_owned();
            }
            answer.push_str(&line);
        }
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

    /// Waits for the end; gives what else came out, and the exit status.
    pub(crate) fn finish(mut self) -> (String, ExitStatus) {
        self.close();
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).expect("UTF-8");
        (rest, self.child.wait().expect("the engine ends"))
    }

    /// Waits for the end; gives what it said on standard error.
    pub(crate) fn finish_with_stderr(mut self) -> String {
        self.close();
        let mut said = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("UTF-8");
        said
    }

    /// Waits for the end, at most this long.
    pub(crate) fn ends_within(&mut self, limit: Duration) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < limit {
            if self.child.try_wait().expect("a child").is_some() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        false
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
    let mut child = command(arguments).spawn().expect("the engine starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    // On a thread of its own, so that a full pipe on one side cannot block the other.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the engine ends");
    writer.join().expect("no panic");
    Outcome {
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        code: output.status.code(),
    }
}

/// Waits until a condition holds; the limit only keeps a test from hanging.
pub(crate) fn wait_for(what: &str, condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waiting for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether there is a process with this number.
pub(crate) fn alive(pid: &str) -> bool {
    Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().expect("kill runs").success()
}

/// What Ctrl-C does.
pub(crate) fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs").success());
}
