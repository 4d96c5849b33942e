//! The input thread: bytes in, lines out.
//!
//! It reads on while the engine searches, so that nothing that is sent waits for a search. Lines
//! are bytes of any kind: what is no UTF-8 is replaced, and of a line beyond [`LONGEST`] only the
//! beginning is kept, so that nobody can fill the memory with one line.

use crossbeam_channel::{Receiver, Sender, unbounded};
use std::io::{BufRead, BufReader, Read};
use std::thread;

/// The longest line that is read whole, in bytes: a game of ten thousand moves fits many times.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// How much of a line that is too long is kept, in bytes: enough to tell which command it was.
const KEPT_PREFIX_BYTES: usize = 200;

/// What came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line, without its end.
    Line(String),
    /// The beginning of a line beyond [`LONGEST`].
    TooLong(String),
    /// Nothing more will come.
    End,
}

/// Reads lines from `source` on a thread of its own until it ends, or until nobody listens.
pub fn spawn_reader(source: impl Read + Send + 'static) -> Receiver<Input> {
    let (sender, receiver) = unbounded();
    let mut reader = BufReader::new(source);
    let spawned = thread::Builder::new().name("input".into()).spawn({
        let sender = sender.clone();
        move || read_lines(&mut reader, &sender)
    });
    // Without a thread there is no input: the session ends as it does at the end of one.
    if spawned.is_err() {
        let _ = sender.send(Input::End);
    }
    receiver
}

/// Sends each line; an error of the source is its end.
fn read_lines(reader: &mut impl BufRead, sender: &Sender<Input>) {
    loop {
        let mut bytes = Vec::new();
        match reader.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let whole = bytes.last() == Some(&b'\n');
        let input = if whole || bytes.len() <= MAX_LINE_BYTES {
            Input::Line(decode(&bytes))
        } else {
            // The rest of the line is of no use, but has to be read.
            if reader.skip_until(b'\n').is_err() {
                break;
            }
            bytes.truncate(KEPT_PREFIX_BYTES);
            Input::TooLong(decode(&bytes))
        };
        if sender.send(input).is_err() {
            return;
        }
    }
    let _ = sender.send(Input::End);
}

fn decode(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.trim_end_matches(['\n', '\r']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Input> {
        let (sender, receiver) = unbounded();
        read_lines(&mut BufReader::new(bytes), &sender);
        drop(sender);
        receiver.into_iter().collect()
    }

    #[test]
    fn read_lines_accepts_any_bytes() {
        let expected = ["uci", "\u{fffd}\0x", "", "last"].map(|line| Input::Line(line.to_owned()));
        let read = lines(b"uci\r\n\xff\0x\n\nlast");
        assert_eq!(read[..4], expected);
        assert_eq!(read[4..], [Input::End]);
    }

    #[test]
    fn read_lines_truncates_long_lines() {
        let mut bytes = b"position ".to_vec();
        bytes.resize(MAX_LINE_BYTES, b'x');
        bytes.push(b'\n');
        assert!(matches!(&lines(&bytes)[..], [Input::Line(_), Input::End]), "as long as may be");
        bytes.insert(10, b'x');
        bytes.insert(10, b'x');
        bytes.extend(b"stop\n");
        let read = lines(&bytes);
        assert!(matches!(&read[0], Input::TooLong(head) if head.starts_with("position xx")));
        assert_eq!(read[1..], [Input::Line("stop".into()), Input::End]);
    }
}
