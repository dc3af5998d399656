//! Bytes become lines.

/// Longest line that is read, in bytes without the line end.
pub const MAX_LINE: usize = 1 << 20;

/// A line as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A line without its end, invalid UTF-8 replaced.
    Text(String),
    /// A line longer than [`MAX_LINE`]; its text is gone.
    TooLong,
}

/// Cuts a stream of bytes into lines.
#[derive(Debug, Default)]
pub struct LineSplitter {
    partial: Vec<u8>,
    /// Inside a line that has been reported as too long.
    skipping: bool,
}

impl LineSplitter {
    /// Takes the next bytes and gives the lines that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Incoming> {
        let mut lines = Vec::new();
        for piece in bytes.split_inclusive(|&b| b == b'\n') {
            let (text, ended) = match piece.split_last() {
                Some((b'\n', text)) => (text, true),
                _ => (piece, false),
            };
            if !self.skipping {
                self.partial.extend_from_slice(text);
                // The CR of a line end is no part of the line.
                let length = self.partial.strip_suffix(b"\r").unwrap_or(&self.partial).len();
                if length > MAX_LINE {
                    self.partial = Vec::new();
                    self.skipping = true;
                    lines.push(Incoming::TooLong);
                }
            }
            if ended {
                if !self.skipping {
                    lines.push(self.take());
                }
                self.skipping = false;
            }
        }
        lines
    }

    /// The last line, if the stream ended without a line end.
    pub fn finish(&mut self) -> Option<Incoming> {
        (!self.skipping && !self.partial.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> Incoming {
        let line = Incoming::Text(String::from_utf8_lossy(&self.partial).into_owned());
        self.partial.clear();
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Incoming {
        Incoming::Text(text.to_owned())
    }

    #[test]
    fn lines_end_in_lf_or_crlf_and_the_last_needs_no_end() {
        let mut splitter = LineSplitter::default();
        assert_eq!(splitter.push(b"na"), []);
        assert_eq!(splitter.push(b"me\nversion\r\n\nqu"), [text("name"), text("version\r"), text("")]);
        assert_eq!(splitter.push(b"it"), []);
        assert_eq!(splitter.finish(), Some(text("quit")));
        assert_eq!(splitter.finish(), None);
    }

    #[test]
    fn a_long_line_is_reported_once_and_skipped() {
        let mut splitter = LineSplitter::default();
        let full = vec![b'x'; MAX_LINE];
        assert_eq!(splitter.push(&full), []);
        assert_eq!(splitter.push(b"x"), [Incoming::TooLong]);
        assert_eq!(splitter.push(&full), []);
        assert_eq!(splitter.push(b"x\nname\n"), [text("name")]);
        let mut just_fits = full;
        just_fits.push(b'\n');
        assert!(matches!(splitter.push(&just_fits).as_slice(), [Incoming::Text(_)]));
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        assert_eq!(LineSplitter::default().push(b"a\xff\n"), [text("a\u{fffd}")]);
    }
}
