//! The input thread: splits a stream of bytes into lines.
//!
//! The thread keeps reading during a search. Invalid UTF-8 is replaced. Of a line longer than
//! [`MAX_LINE_BYTES`] only a prefix is kept, to bound the memory that one line can take.

use crossbeam_channel::{Receiver, Sender, unbounded};
use std::io::{BufRead, BufReader, Read};
use std::thread;

/// The maximum length of a line in bytes. A game of ten thousand moves is far shorter.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// The length of the prefix kept of a longer line, in bytes: enough to identify the command.
const KEPT_PREFIX_BYTES: usize = 200;

/// An item of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line, without its line ending.
    Line(String),
    /// The prefix of a line longer than [`MAX_LINE_BYTES`].
    TooLong(String),
    /// The end of the input.
    End,
}

/// Starts a thread that reads lines from `source` until it ends or the receiver is dropped.
pub fn spawn_reader(source: impl Read + Send + 'static) -> Receiver<Input> {
    let (sender, receiver) = unbounded();
    let mut reader = BufReader::new(source);
    let spawned = thread::Builder::new().name("input".into()).spawn({
        let sender = sender.clone();
        move || read_lines(&mut reader, &sender)
    });
    // Without a thread there is no input: end the session.
    if spawned.is_err() {
        let _ = sender.send(Input::End);
    }
    receiver
}

/// Sends each line. A read error counts as the end of the input.
fn read_lines(reader: &mut impl BufRead, sender: &Sender<Input>) {
    loop {
        let mut bytes = Vec::new();
        match reader.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let is_complete = bytes.last() == Some(&b'\n');
        let input = if is_complete || bytes.len() <= MAX_LINE_BYTES {
            Input::Line(decode(&bytes))
        } else {
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
        let inputs = lines(b"uci\r\n\xff\0x\n\nlast");
        assert_eq!(inputs[..4], expected);
        assert_eq!(inputs[4..], [Input::End]);
    }

    #[test]
    fn read_lines_truncates_long_lines() {
        let mut bytes = b"position ".to_vec();
        bytes.resize(MAX_LINE_BYTES, b'x');
        bytes.push(b'\n');
        assert!(matches!(&lines(&bytes)[..], [Input::Line(_), Input::End]), "the maximum length");
        bytes.insert(10, b'x');
        bytes.insert(10, b'x');
        bytes.extend(b"stop\n");
        let inputs = lines(&bytes);
        assert!(matches!(&inputs[0], Input::TooLong(prefix) if prefix.starts_with("position xx")));
        assert_eq!(inputs[1..], [Input::Line("stop".into()), Input::End]);
    }
}
