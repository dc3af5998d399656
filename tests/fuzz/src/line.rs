//! Bytes to lines, lines to commands.

use coureur::protocol::command::{clean, key_values, parse_limits, parse_line};
use coureur::protocol::lines::{Incoming, LineSplitter, MAX_LINE};

/// Reads bytes as lines, and each line in all ways in which it may be read.
pub fn line(data: &[u8]) {
    let mut whole = LineSplitter::default();
    let mut lines = whole.push(data);
    lines.extend(whole.finish());
    assert_eq!(lines, in_pieces(data), "how the bytes arrive makes no difference");
    for line in lines {
        if let Incoming::Text(text) = line {
            read(&text);
        }
    }
}

/// The lines when the bytes arrive in pieces of changing size.
fn in_pieces(data: &[u8]) -> Vec<Incoming> {
    let mut splitter = LineSplitter::default();
    let mut lines = Vec::new();
    let mut rest = data;
    for size in (1..).step_by(3) {
        let (piece, more) = rest.split_at(size.min(rest.len()));
        lines.extend(splitter.push(piece));
        rest = more;
        if rest.is_empty() {
            break;
        }
    }
    lines.extend(splitter.finish());
    lines
}

fn read(text: &str) {
    // Replacing what is no UTF-8 makes a line three times as long at most.
    assert!(!text.contains('\n') && text.len() <= 3 * MAX_LINE + 1);
    let cleaned = clean(text);
    assert_eq!(clean(&cleaned), cleaned);
    assert!(!cleaned.contains(['#', '\t']) && !cleaned.chars().any(char::is_control));
    if cleaned.is_empty() {
        return;
    }
    match parse_line(&cleaned) {
        Err(error) => sentence(&error.to_string()),
        Ok(line) => {
            assert!(line.id.is_none_or(|id| id.len() <= 18 && id.bytes().all(|b| b.is_ascii_digit())));
            assert!(!line.name.is_empty() && !line.name.contains(' '));
            assert_eq!(line.arguments.trim_matches(' '), line.arguments);
            let id = line.id.map_or(String::new(), |id| format!("{id} "));
            let again = format!("{id}{} {}", line.name, line.arguments);
            assert_eq!(parse_line(&again).as_ref(), Ok(&line));
            assert_eq!(line.words().collect::<String>(), line.arguments.replace(' ', ""));
            arguments(line.arguments);
        }
    }
}

fn arguments(text: &str) {
    match key_values(text) {
        Err(error) => sentence(&error.to_string()),
        Ok(pairs) => {
            let again: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
            assert_eq!(key_values(&again.join(" ")), Ok(pairs));
        }
    }
    match parse_limits(text) {
        Err(error) => sentence(&error.to_string()),
        Ok(given) => assert_eq!(parse_limits(&text.to_ascii_uppercase()), Ok(given)),
    }
}

/// Errors are one short line.
pub(crate) fn sentence(error: &str) {
    assert!(!error.is_empty() && !error.contains('\n') && error.chars().count() < 400, "{error:?}");
}
