//! The lexer: splits bytes into the tokens of PGN.
//!
//! Annotation glyphs (`$3`) and variations in parentheses are skipped. Moves in Roth's notation
//! contain parentheses, such as `Pb2(2)-b4(4)`. So only a parenthesis at the start of a token opens
//! a variation, and a closing parenthesis ends a word only if none is open in the word. Meder's
//! notation puts the promotion of a waiting pawn first, `(a8BQ)Nc3W`: such a word is a move.

use std::io::{self, BufRead, ErrorKind};

/// A location in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Location {
    /// The line, from 1.
    pub line: u64,
    /// The offset in bytes.
    pub offset: u64,
}

/// A token of PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag {
        /// The name.
        name: String,
        /// The value without quotes and escapes.
        value: String,
    },
    /// A line that starts with `%`, without the `%`.
    Escape(String),
    /// The text of a comment.
    Comment(String),
    /// A move, a move number or a result.
    Word(String),
    /// An invalid token.
    Invalid {
        /// The text that was read.
        read: String,
        /// The text that was expected.
        expected: &'static str,
    },
    /// The file ends inside a token.
    Truncated,
}

/// The lexer of a PGN file.
pub(super) struct Lexer<R> {
    input: R,
    location: Location,
    /// Whether the next byte is the first of its line.
    at_line_start: bool,
}

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// Returns whether a byte is a space or a control character, such as a tab.
fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_control()
}

/// Returns whether the byte ends a word and is not part of it.
fn ends_word(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'{' | b'}' | b'[' | b']' | b';' | b'$')
}

/// Returns whether a word is the promotion of a waiting pawn: file, rank, board and piece, `a8BQ`.
fn is_waiting_promotion(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'e', b'0'..=b'9', b'W' | b'N' | b'B', b'Q' | b'R' | b'B' | b'N'])
}

/// Returns whether a word reads as itself at the start of a line. `(e4` and `%e4` do not.
pub(super) fn is_one_word(word: &str) -> bool {
    let mut lexer = Lexer::new(word.as_bytes());
    let token = lexer.next_token().ok().flatten().map(|(_, token)| token);
    token == Some(Token::Word(word.to_owned())) && lexer.location.offset == word.len() as u64
}

/// Decodes UTF-8 and replaces invalid bytes: files in other encodings have the same moves.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl<R: BufRead> Lexer<R> {
    /// Creates a lexer at the start of a file.
    pub(super) fn new(input: R) -> Lexer<R> {
        Lexer { input, location: Location { line: 1, offset: 0 }, at_line_start: true }
    }

    /// Returns the location of the next byte.
    pub(super) fn location(&self) -> Location {
        self.location
    }

    /// Returns the next token and its location; `None` at the end of the file.
    pub(super) fn next_token(&mut self) -> io::Result<Option<(Location, Token)>> {
        while let Some(byte) = self.peek()? {
            let location = self.location;
            let token = match byte {
                byte if is_blank(byte) => {
                    self.bump(byte);
                    continue;
                }
                // At the start of a file, or of a file that was appended to another.
                byte if self.at_line_start && byte == BYTE_ORDER_MARK[0] => {
                    for byte in BYTE_ORDER_MARK {
                        self.eat(byte)?;
                    }
                    self.at_line_start = true;
                    continue;
                }
                b'%' if self.at_line_start => self.escape()?,
                b'[' => self.tag()?,
                b'{' => self.comment()?,
                b';' => {
                    self.bump(byte);
                    Token::Comment(text(&self.read_until(|byte| byte == b'\n')?))
                }
                b'$' => {
                    self.bump(byte);
                    self.read_until(|byte| !byte.is_ascii_digit())?;
                    continue;
                }
                b'(' => match self.parenthesis()? {
                    Some(token) => token,
                    None => continue,
                },
                b')' | b'}' | b']' => {
                    self.bump(byte);
                    let read = char::from(byte).to_string();
                    Token::Invalid { read, expected: "a move or a result" }
                }
                _ => Token::Word(text(&self.word()?)),
            };
            return Ok(Some((location, token)));
        }
        Ok(None)
    }

    /// Skips the blanks up to the end of this line, and one empty line after it.
    pub(super) fn skip_empty_line(&mut self) -> io::Result<()> {
        let mut line_feeds = 0;
        while let Some(byte) = self.peek()?.filter(|&byte| is_blank(byte)) {
            self.bump(byte);
            line_feeds += usize::from(byte == b'\n');
            if line_feeds == 2 {
                break;
            }
        }
        Ok(())
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Consumes the byte that [`peek`](Self::peek) returned.
    fn bump(&mut self, byte: u8) {
        self.input.consume(1);
        self.location.offset += 1;
        self.at_line_start = byte == b'\n';
        self.location.line += u64::from(self.at_line_start);
    }

    /// Reads the bytes before the first end byte or the end of the file.
    fn read_until(&mut self, is_end: impl Fn(u8) -> bool) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.peek()?.filter(|&byte| !is_end(byte)) {
            self.bump(byte);
            bytes.push(byte);
        }
        Ok(bytes)
    }

    /// Consumes the next byte if it is `byte`, and returns whether it was.
    fn eat(&mut self, byte: u8) -> io::Result<bool> {
        let is_next = self.peek()? == Some(byte);
        if is_next {
            self.bump(byte);
        }
        Ok(is_next)
    }

    /// Reads a line that starts with `%`. Only programs write such lines, and they end each with a
    /// line feed, so a line without one is truncated.
    fn escape(&mut self) -> io::Result<Token> {
        self.bump(b'%');
        let line = text(&self.read_until(|byte| byte == b'\n')?);
        let line = line.strip_suffix('\r').unwrap_or(&line).to_owned();
        Ok(if self.eat(b'\n')? { Token::Escape(line) } else { Token::Truncated })
    }

    fn comment(&mut self) -> io::Result<Token> {
        self.bump(b'{');
        let bytes = self.read_until(|byte| byte == b'}')?;
        Ok(if self.eat(b'}')? { Token::Comment(text(&bytes)) } else { Token::Truncated })
    }

    fn tag(&mut self) -> io::Result<Token> {
        self.bump(b'[');
        self.read_until(|byte| !is_blank(byte))?;
        let name = self.read_until(|byte| is_blank(byte) || matches!(byte, b'"' | b'[' | b']'))?;
        self.read_until(|byte| !is_blank(byte))?;
        if !self.eat(b'"')? {
            return self.invalid_token("`\"` before the value of a tag");
        }
        let mut value = Vec::new();
        loop {
            value.extend(self.read_until(|byte| matches!(byte, b'"' | b'\\' | b'\n'))?);
            if self.eat(b'"')? {
                break;
            }
            if !self.eat(b'\\')? {
                return self.invalid_token("`\"` after the value of a tag");
            }
            match self.peek()? {
                Some(escaped @ (b'"' | b'\\')) => {
                    self.bump(escaped);
                    value.push(escaped);
                }
                // Not an escape; for example a Windows path.
                _ => value.push(b'\\'),
            }
        }
        self.read_until(|byte| !is_blank(byte))?;
        match self.eat(b']')? {
            // Control characters become spaces, as when a tag is written.
            true => {
                let value = text(&value).replace(char::is_control, " ");
                Ok(Token::Tag { name: text(&name), value })
            }
            false => self.invalid_token("`]` at the end of a tag"),
        }
    }

    /// Returns an invalid token with the rest of the line.
    fn invalid_token(&mut self, expected: &'static str) -> io::Result<Token> {
        if self.peek()?.is_none() {
            return Ok(Token::Truncated);
        }
        let read = text(&self.read_until(|byte| byte == b'\n')?);
        Ok(Token::Invalid { read, expected })
    }

    /// Reads a word; empty only if the next byte ends a word.
    fn word(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut open = 0_u32;
        while let Some(byte) = self.peek()?.filter(|&byte| !ends_word(byte)) {
            match byte {
                b'(' => open = open.saturating_add(1),
                b')' if open == 0 => break,
                b')' => open -= 1,
                _ => {}
            }
            self.bump(byte);
            bytes.push(byte);
        }
        Ok(bytes)
    }

    /// Reads a move that begins with a promotion in parentheses, or skips a variation. Returns a
    /// token only for a move, or if the variation does not end.
    fn parenthesis(&mut self) -> io::Result<Option<Token>> {
        self.bump(b'(');
        if self.peek()?.is_some_and(|byte| byte.is_ascii_lowercase()) {
            let word = self.word()?;
            if is_waiting_promotion(&word) && self.eat(b')')? {
                let rest = self.word()?;
                let is_move = !rest.is_empty();
                return Ok(
                    is_move.then(|| Token::Word(format!("({}){}", text(&word), text(&rest))))
                );
            }
        }
        self.skip_variation()
    }

    /// Skips the rest of a variation with its nested variations. Returns a token only if the
    /// variation does not end.
    fn skip_variation(&mut self) -> io::Result<Option<Token>> {
        let mut depth = 1_u64;
        while let Some(byte) = self.peek()? {
            match byte {
                b'(' => {
                    self.bump(byte);
                    depth += 1;
                }
                b')' => {
                    self.bump(byte);
                    depth -= 1;
                    if depth == 0 {
                        return Ok(None);
                    }
                }
                b'{' => {
                    if self.comment()? == Token::Truncated {
                        break;
                    }
                }
                b';' => {
                    self.read_until(|byte| byte == b'\n')?;
                }
                // These are the tags of the next game. Reject only the current game.
                b'[' if self.at_line_start => {
                    let read = char::from(byte).to_string();
                    return Ok(Some(Token::Invalid { read, expected: "`)` after a variation" }));
                }
                byte if ends_word(byte) => self.bump(byte),
                _ => {
                    self.word()?;
                }
            }
        }
        Ok(Some(Token::Truncated))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &[u8]) -> Vec<Token> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        while let Some((_, token)) = lexer.next_token().expect("reading from memory") {
            tokens.push(token);
        }
        assert_eq!(lexer.location().offset, text.len() as u64);
        tokens
    }

    fn words(text: &str) -> Vec<Token> {
        text.split(' ').map(|word| Token::Word(word.to_owned())).collect()
    }

    #[test]
    fn variations_are_skipped_but_parentheses_in_moves_kept() {
        for (text, expected) in [
            ("Pb2(2)-b4(4) N(Na2)xBc1", "Pb2(2)-b4(4) N(Na2)xBc1"),
            ("1. e4 (1. d4 d5 (1... Nf6) 2. c4) e5", "1. e4 e5"),
            ("Pb2(2)-b4(4) (1. Pc2(2)-c4(4)(Pd2(2)-d3(4))) x", "Pb2(2)-b4(4) x"),
            ("a (b {)} c ; )\n d) e", "a e"),
            ("a $1$2 b$3 !", "a b !"),
            ("a\0b\x1b\x0bc", "a b c"),
            ("(a8BQ)Nc3W (a8BQ) (d1WN)0-0-0 x", "(a8BQ)Nc3W (d1WN)0-0-0 x"),
            ("(e4)e5 ((a8BQ)Nc3W b) c", "e5 c"),
        ] {
            assert_eq!(tokens(text.as_bytes()), words(expected), "{text}");
        }
        assert_eq!(tokens(b"(a (b)"), [Token::Truncated]);
        let [Token::Invalid { .. }, Token::Tag { .. }] = &tokens(b"(a (b)\n[A \"b\"]")[..] else {
            panic!("an open variation hides a tag");
        };
    }

    #[test]
    fn tags_are_lexed_and_invalid_ones_reported() {
        let tag = |name: &str, value: &str| Token::Tag { name: name.into(), value: value.into() };
        assert_eq!(tokens(br#"[A "b"]"#), [tag("A", "b")]);
        assert_eq!(tokens(b"[\x01A \"b\x1bc\"]"), [tag("A", "b c")]);
        assert_eq!(tokens(br#" [ A  "\"b\\ \c]" ] "#), [tag("A", r#""b\ \c]"#)]);
        assert_eq!(
            tokens(b"[A \"b\n"),
            [Token::Invalid { read: String::new(), expected: "`\"` after the value of a tag" }]
        );
        assert_eq!(tokens(b"[A b]\n[B \"c\"]").get(1), Some(&tag("B", "c")));
        assert_eq!(tokens(b"[A \"b\""), [Token::Truncated]);
        assert_eq!(tokens(b"[A \"\xff\"]"), [tag("A", "\u{fffd}")]);
    }

    #[test]
    fn escapes_need_the_start_of_a_line() {
        let escape = |text: &str| Token::Escape(text.into());
        assert_eq!(tokens(b"%a b\r\n%\n"), [escape("a b"), escape("")]);
        assert_eq!(tokens(b"\xef\xbb\xbf%a\n\xef\xbb\xbf%b\n"), [escape("a"), escape("b")]);
        assert_eq!(tokens(b" %a\n"), words("%a"));
        assert_eq!(tokens(b"%a"), [Token::Truncated]);
    }
}
