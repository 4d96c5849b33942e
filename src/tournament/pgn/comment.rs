//! What a player said of its move, as a comment: `+0.23/14 0.519s 12034n`, score and depth in the
//! form of cutechess and fastchess, then time and nodes.

use super::RecordedMove;
use std::time::Duration;
use triskelion_protocol::Score;

/// Adds the comment in its braces; nothing if there is nothing to say.
pub fn write(ply: &RecordedMove, out: &mut String) {
    let begin = out.len();
    out.push('{');
    if let Some(score) = ply.score {
        match score {
            Score::Centipawns(value) => {
                let size = value.unsigned_abs();
                out.push(if value < 0 { '-' } else { '+' });
                write_number(size / 100, 1, out);
                out.push('.');
                write_number(size % 100, 2, out);
            }
            // Who is mated as it stands is mated in none of the opponent's moves.
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
    if out.len() > begin + 1 {
        out.push(' ');
    }
    if let Some(time) = ply.time {
        write_number(time.as_secs(), 1, out);
        out.push('.');
        write_number(time.subsec_millis().into(), 3, out);
        out.push_str("s ");
    }
    if let Some(nodes) = ply.nodes {
        write_number(nodes, 1, out);
        out.push_str("n ");
    }
    // The last blank, or else the brace that nothing follows.
    out.pop();
    if out.len() > begin {
        out.push('}');
    }
}

/// Adds a number with so many digits at least. Numbers are most of a record, and with `write!`
/// a whole one takes twice the time.
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

/// Takes from a comment what [`write()`] writes, up to the first word that is something else; what
/// is known already stays.
pub fn parse(comment: &str, ply: &mut RecordedMove) {
    for (at, word) in comment.split_whitespace().enumerate() {
        let word = word.trim_end_matches(',');
        if let Some((score, depth)) = parse_score(word).filter(|_| at == 0) {
            ply.score = ply.score.or(score);
            ply.depth = ply.depth.or(depth);
        } else if let Some(time) = word.strip_suffix('s').and_then(parse_number) {
            ply.time = ply.time.or_else(|| Duration::try_from_secs_f64(time).ok());
        } else if let Some(nodes) = word.strip_suffix('n').and_then(|text| text.parse().ok()) {
            ply.nodes = ply.nodes.or(Some(nodes));
        } else {
            break;
        }
    }
}

/// Score and depth, one of which may be missing. A score without a sign has its depth.
fn parse_score(word: &str) -> Option<(Option<Score>, Option<u32>)> {
    let (score, depth) = match word.split_once('/') {
        Some((score, depth)) => (score, Some(depth.parse().ok()?)),
        None if word.starts_with(['+', '-']) => (word, None),
        None => return None,
    };
    if score.is_empty() {
        return Some((None, depth));
    }
    let size = score.trim_start_matches(['+', '-']);
    let sign = if score.starts_with('-') { -1 } else { 1 };
    let score = match size.strip_prefix('M') {
        Some(moves) => Score::Mate(sign * i64::from(moves.parse::<u32>().ok()?)),
        // Between numbers `as` goes to the nearest that there is.
        None => {
            Score::Centipawns((f64::from(sign as i32) * parse_number(size)? * 100.0).round() as i64)
        }
    };
    Some((Some(score), depth))
}

/// A number that begins with a digit, unlike `inf` and `nan`.
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
        for (given, text) in [
            (ply(Some(Score::Centipawns(23)), 14, 519, 12_034), "{+0.23/14 0.519s 12034n}"),
            (ply(Some(Score::Centipawns(-1_005)), 1, 61_000, 1), "{-10.05/1 61.000s 1n}"),
            (ply(Some(Score::Centipawns(0)), 1, 0, 0), "{+0.00/1 0.000s 0n}"),
            (ply(Some(Score::Mate(5)), 20, 1, 2), "{+M5/20 0.001s 2n}"),
            (ply(Some(Score::Mate(-3)), 20, 1, 2), "{-M3/20 0.001s 2n}"),
            (ply(Some(Score::Mate(0)), 20, 1, 2), "{-M0/20 0.001s 2n}"),
            (ply(None, 3, 1, 2), "{/3 0.001s 2n}"),
            (RecordedMove { nodes: Some(7), ..RecordedMove::default() }, "{7n}"),
            (RecordedMove { score: Some(Score::Mate(1)), ..RecordedMove::default() }, "{+M1}"),
            (RecordedMove::default(), ""),
        ] {
            assert_eq!(comment_text(&given), text);
            let mut back = RecordedMove::default();
            parse(text.trim_matches(['{', '}']), &mut back);
            assert_eq!(back, given, "{text}");
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
            ("+inf/3 nans -1n", ""),
            ("+M99999999999/3", ""),
            ("-99999999999999999999999999.0/3", "{-92233720368547758.08/3}"),
            ("+0.1/3 1e300s 5n", "{+0.10/3 5n}"),
        ] {
            let mut ply = RecordedMove::default();
            parse(text, &mut ply);
            assert_eq!(comment_text(&ply), expected, "{text}");
        }
    }
}
