//! Runs transcripts against the real program.
//!
//! | line | meaning |
//! |---|---|
//! | `# …`, empty | a comment |
//! | `$ …` | the arguments of the program, separated by tabs; only before the first command |
//! | `> …` | send this line |
//! | `>x 66 6f 0a` | send these bytes |
//! | `< …` | expect this line; `…` stands for any text |
//! | `<* …` | expect this line after any number of search reports (`info` without `string`) |
//! | `<. …` | expect this line after any number of lines |
//!
//! At the end the input is closed. The program must print nothing more and exit with success.

use super::program::Program;

/// Runs a transcript. Panics with the number of the first line that does not match.
pub(super) fn run(name: &str, text: &str) {
    let mut lines = (1..).zip(text.lines()).peekable();
    while lines.next_if(|(_, line)| line.is_empty() || line.starts_with('#')).is_some() {}
    let arguments = lines.next_if(|(_, line)| line.starts_with('$'));
    let arguments = arguments.map_or("", |(_, line)| line.trim_start_matches('$').trim());
    let arguments: Vec<&str> = arguments.split('\t').filter(|text| !text.is_empty()).collect();
    let mut program = Program::start(&arguments);

    for (number, line) in lines {
        let place = format!("{name}, line {number}");
        if line.is_empty() || line.starts_with('#') {
        } else if let Some(bytes) = line.strip_prefix(">x ") {
            let parse = |byte| u8::from_str_radix(byte, 16).expect("two hexadecimal digits");
            let bytes: Vec<u8> = bytes.split_whitespace().map(parse).collect();
            program.send_bytes(&bytes);
        } else if let Some(sent) = line.strip_prefix('>') {
            program.send(sent.strip_prefix(' ').unwrap_or(sent));
        } else if let Some(pattern) = line.strip_prefix("<*") {
            let is_report =
                |line: &str| line.starts_with("info ") && !line.starts_with("info string");
            expect(&mut program, pattern, &place, is_report);
        } else if let Some(pattern) = line.strip_prefix("<.") {
            expect(&mut program, pattern, &place, |_| true);
        } else if let Some(pattern) = line.strip_prefix('<') {
            expect(&mut program, pattern, &place, |_| false);
        } else {
            panic!("{place}: invalid transcript line: {line}");
        }
    }
    program.close_input();
    assert_eq!(program.remaining_lines(), Vec::<String>::new(), "{name}: unexpected output");
    assert!(program.finish().success(), "{name}: exit status");
}

/// Reads a line that matches the pattern, after any number of lines that may be skipped.
fn expect(program: &mut Program, pattern: &str, place: &str, may_skip: impl Fn(&str) -> bool) {
    let pattern = pattern.strip_prefix(' ').unwrap_or(pattern);
    loop {
        match program.read_line() {
            None => panic!("{place}: expected\n  {pattern}\nread the end of the output"),
            Some(line) if matches_pattern(pattern, &line) => return,
            Some(line) if may_skip(&line) => {}
            Some(line) => panic!("{place}: expected\n  {pattern}\nread\n  {line}"),
        }
    }
}

/// Returns whether the line matches the pattern, in which `…` stands for any text.
fn matches_pattern(pattern: &str, line: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('…') else { return pattern == line };
    let Some(mut line) = line.strip_prefix(start) else { return false };
    let mut parts = rest.split('…').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return line.ends_with(part);
        }
        match line.find(part) {
            Some(at) => line = &line[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[test]
fn ellipsis_matches_any_text() {
    for (pattern, line, expected) in [
        ("readyok", "readyok", true),
        ("readyok", "readyok ", false),
        ("a…", "a", true),
        ("a…c", "abc", true),
        ("a…c", "acb", false),
        ("a…b…c", "a b b c", true),
        ("…b…", "abc", true),
        ("a…b…c", "a c b", false),
    ] {
        assert_eq!(matches_pattern(pattern, line), expected, "{pattern} {line}");
    }
}
