//! Results as JUnit XML, as build servers read it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::report::Counts;
use super::run::{Case, Verdict};

/// Writes the cases of all files.
pub fn write(out: &mut impl Write, files: &[(PathBuf, Vec<Case>)]) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(&mut *out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all: Vec<Case> = files.iter().flat_map(|(_, cases)| cases).cloned().collect();
    let attributes = counts("coureur regress", &all);
    xml.create_element("testsuites").with_attributes(pairs(&attributes)).write_inner_content(|xml| {
        files.iter().try_for_each(|(path, cases)| suite(xml, &path.display().to_string(), cases))
    })?;
    writeln!(out)
}

/// Names and values of attributes.
type Attributes = Vec<(&'static str, String)>;

fn pairs(attributes: &Attributes) -> impl Iterator<Item = (&str, &str)> {
    attributes.iter().map(|(name, value)| (*name, value.as_str()))
}

fn counts(name: &str, cases: &[Case]) -> Attributes {
    let counts = Counts::of(cases);
    vec![
        ("name", printable(name)),
        ("tests", counts.total().to_string()),
        ("failures", (counts.failures + counts.unexpected_passes).to_string()),
        ("errors", "0".to_owned()),
        ("skipped", counts.known_failures.to_string()),
        ("time", seconds(cases.iter().map(|case| case.time).sum())),
    ]
}

fn suite<W: Write>(xml: &mut Writer<W>, path: &str, cases: &[Case]) -> io::Result<()> {
    let attributes = counts(path, cases);
    xml.create_element("testsuite")
        .with_attributes(pairs(&attributes))
        .write_inner_content(|xml| cases.iter().try_for_each(|case| test_case(xml, path, case)))?;
    Ok(())
}

fn test_case<W: Write>(xml: &mut Writer<W>, path: &str, case: &Case) -> io::Result<()> {
    let attributes = vec![
        ("classname", printable(path)),
        ("name", printable(&format!("{}: {}", case.line, case.command))),
        ("time", seconds(case.time)),
    ];
    let element = xml.create_element("testcase").with_attributes(pairs(&attributes));
    let (tag, message, how) = match &case.verdict {
        Verdict::Pass => return element.write_empty().map(drop),
        Verdict::KnownFailure(how) => ("skipped", "known failure".to_owned(), how.as_str()),
        Verdict::UnexpectedPass => ("failure", "passed, though it is marked as a known failure".to_owned(), ""),
        Verdict::Fail(how) => ("failure", "not as expected".to_owned(), how.as_str()),
        Verdict::NotRun(line) => ("failure", format!("not run because of line {line}"), ""),
    };
    element.write_inner_content(|xml| {
        let element = xml.create_element(tag).with_attribute(("message", message.as_str()));
        element.write_text_content(BytesText::new(&printable(how))).map(drop)
    })?;
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// Text without what XML cannot hold in any form.
fn printable(text: &str) -> String {
    let allowed = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars().map(|c| if allowed(c) && !matches!(c, '\u{fffe}' | '\u{ffff}') { c } else { '\u{fffd}' }).collect()
}
