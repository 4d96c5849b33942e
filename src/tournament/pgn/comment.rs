//! The comment of a move: `+0.23/14 0.519s n=12034`. Score, depth and time have the form of
//! cutechess and fastchess, nodes the form of fastchess.

use super::record::RecordedMove;
use std::time::Duration;
use triskelion_protocol::Score;

/// Appends the comment with its braces. Appends nothing if the move has no statistics.
pub(super) fn write(ply: &RecordedMove, out: &mut String) {
    let start = out.len();
    out.push('{');
    if let Some(score) = ply.score {
        match score {
            Score::Centipawns(value) => {
                let magnitude = value.unsigned_abs();
                out.push(if value < 0 { '-' } else { '+' });
                write_number(magnitude / 100, 1, out);
                out.push('.');
                write_number(magnitude % 100, 2, out);
            }
            // `Mate(0)` means that the mover is mated.
            Score::Mate(moves) => {
                out.push_str(if moves > 0 { "+M" } else { "-M" });
                write_number(moves.unsigned_abs(), 1, out);
            }
        }
    }
    if let Some(depth) = ply.depth {
        out.push('/');
        write_number(depth.into(), 1, out);
    }
    if out.len() > start + 1 {
        out.push(' ');
    }
    if let Some(time) = ply.time {
        write_number(time.as_secs(), 1, out);
        out.push('.');
        write_number(time.subsec_millis().into(), 3, out);
        out.push_str("s ");
    }
    if let Some(nodes) = ply.nodes {
        out.push_str("n=");
        write_number(nodes, 1, out);
        out.push(' ');
    }
    // Remove the last space, or the brace of an empty comment.
    out.pop();
    if out.len() > start {
        out.push('}');
    }
}

/// Appends a number with at least `width` digits. Most of a PGN file is numbers, and `write!`
/// doubles the time to write a game.
fn write_number(mut number: u64, width: usize, out: &mut String) {
    let mut digits = ['0'; 20];
    let mut count = 0;
    for digit in digits.iter_mut().rev() {
        *digit = char::from(b'0' + (number % 10) as u8);
        number /= 10;
        count += 1;
        if number == 0 && count >= width {
            break;
        }
    }
    out.extend(digits.iter().skip(digits.len() - count));
}

/// Parses a comment in the form that [`write()`] writes, up to the first unknown word. Keeps the
/// values that the move already has.
pub(super) fn parse(comment: &str, ply: &mut RecordedMove) {
    for (index, word) in comment.split_whitespace().enumerate() {
        let word = word.trim_end_matches(',');
        if let Some((score, depth)) = parse_score(word).filter(|_| index == 0) {
            ply.score = ply.score.or(score);
            ply.depth = ply.depth.or(depth);
        } else if let Some(seconds) = word.strip_suffix('s').and_then(parse_number) {
            ply.time = ply.time.or_else(|| whole_milliseconds(seconds));
        } else if let Some(nodes) = word.strip_prefix("n=").and_then(|text| text.parse().ok()) {
            ply.nodes = ply.nodes.or(Some(nodes));
        } else {
            break;
        }
    }
}

/// The maximum of a score in a comment; higher ones become this.
const MAX_CENTIPAWNS: f64 = 1e12;

/// Parses score and depth, one of which may be missing. A score without a sign needs a depth.
fn parse_score(word: &str) -> Option<(Option<Score>, Option<u32>)> {
    let (score, depth) = match word.split_once('/') {
        Some((score, depth)) => (score, Some(depth.parse().ok()?)),
        None if word.starts_with(['+', '-']) => (word, None),
        None => return None,
    };
    if score.is_empty() {
        return Some((None, depth));
    }
    let magnitude = score.trim_start_matches(['+', '-']);
    let sign = if score.starts_with('-') { -1 } else { 1 };
    let score = match magnitude.strip_prefix('M') {
        Some(moves) => Score::Mate(sign * i64::from(moves.parse::<u32>().ok()?)),
        // Within this limit a score is written as it was read.
        None => Score::Centipawns(
            sign * (parse_number(magnitude)? * 100.0).round().min(MAX_CENTIPAWNS) as i64,
        ),
    };
    Some((Some(score), depth))
}

/// Converts seconds to a time that is written as it was read; `None` above thirty years.
fn whole_milliseconds(seconds: f64) -> Option<Duration> {
    (seconds <= 1e9).then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// Parses a number that starts with a digit; `inf` and `nan` are invalid.
fn parse_number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|_| text.starts_with(|first: char| first.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(score: Option<Score>, depth: u32, time: u64, nodes: u64) -> RecordedMove {
        let time = Some(Duration::from_millis(time));
        RecordedMove {
            score,
            depth: Some(depth),
            time,
            nodes: Some(nodes),
            ..RecordedMove::default()
        }
    }

    fn comment_text(ply: &RecordedMove) -> String {
        let mut text = String::new();
        write(ply, &mut text);
        text
    }

    #[test]
    fn comments_round_trip() {
        for (ply, text) in [
            (ply(Some(Score::Centipawns(23)), 14, 519, 12_034), "{+0.23/14 0.519s n=12034}"),
            (ply(Some(Score::Centipawns(-1_005)), 1, 61_000, 1), "{-10.05/1 61.000s n=1}"),
            (ply(Some(Score::Centipawns(0)), 1, 0, 0), "{+0.00/1 0.000s n=0}"),
            (ply(Some(Score::Mate(5)), 20, 1, 2), "{+M5/20 0.001s n=2}"),
            (ply(Some(Score::Mate(-3)), 20, 1, 2), "{-M3/20 0.001s n=2}"),
            (ply(Some(Score::Mate(0)), 20, 1, 2), "{-M0/20 0.001s n=2}"),
            (ply(None, 3, 1, 2), "{/3 0.001s n=2}"),
            (RecordedMove { nodes: Some(7), ..RecordedMove::default() }, "{n=7}"),
            (RecordedMove { score: Some(Score::Mate(1)), ..RecordedMove::default() }, "{+M1}"),
            (RecordedMove::default(), ""),
        ] {
            assert_eq!(comment_text(&ply), text);
            let mut parsed = RecordedMove::default();
            parse(text.trim_matches(['{', '}']), &mut parsed);
            assert_eq!(parsed, ply, "{text}");
        }
    }

    #[test]
    fn foreign_comments_are_parsed_up_to_unknown_words() {
        for (text, expected) in [
            ("+0.25/8 0.012s, White mates", "{+0.25/8 0.012s}"),
            ("0.00/12 1.5s", "{+0.00/12 1.500s}"),
            ("book", ""),
            ("[%eval 0.23] [%clk 0:01:00]", ""),
            ("3.5 pawns for it", ""),
            ("+inf/3 nans n=-1", ""),
            ("+M99999999999/3", ""),
            ("-99999999999999999999999999.0/3", "{-10000000000.00/3}"),
            ("+0.1/3 0.51965536s", "{+0.10/3 0.520s}"),
            ("+0.1/3 1e300s n=5", "{+0.10/3 n=5}"),
        ] {
            let mut ply = RecordedMove::default();
            parse(text, &mut ply);
            assert_eq!(comment_text(&ply), expected, "{text}");
        }
    }
}
