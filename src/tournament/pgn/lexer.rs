//! Bytes to the tokens of PGN: tags, words, comments, lines that are escaped.
//!
//! Signs of praise (`$3`) and variations in parentheses are passed over. Roth's notation has
//! parentheses inside a move, `Pb2(2)-b4(4)`: a variation is only what begins with one, and a
//! parenthesis that closes ends a word only if none was opened in it.

use std::io::{self, BufRead, ErrorKind};

/// A place in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// The line, from 1.
    pub line: u64,
    /// Bytes before it.
    pub offset: u64,
}

/// The smallest part that means something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// `[Name "value"]`.
    Tag {
        /// The name.
        name: String,
        /// The value, without quotes and escapes.
        value: String,
    },
    /// A line that begins with `%`, without that sign.
    Escape(String),
    /// The inside of a comment.
    Comment(String),
    /// A move, the number of one, or a result.
    Word(String),
    /// Something that is no token.
    Invalid {
        /// What stands there.
        read: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// The file ends in the midst of a token.
    Truncated,
}

/// Reads tokens.
pub struct Lexer<R> {
    input: R,
    location: Location,
    /// Is the next byte the first one of its line?
    at_line_start: bool,
}

/// The mark of UTF-8 at the beginning of a file.
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

fn is_blank(byte: u8) -> bool {
    // Like `is_ascii_whitespace`, with the vertical tab.
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// Bytes that end a word, and are none of it.
fn ends_word(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'{' | b'}' | b'[' | b']' | b';' | b'$')
}

/// Files from elsewhere may be in another encoding; moves are not hurt by that.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl<R: BufRead> Lexer<R> {
    /// At the beginning of a file.
    pub fn new(input: R) -> Lexer<R> {
        Lexer { input, location: Location { line: 1, offset: 0 }, at_line_start: true }
    }

    /// Where the next byte stands.
    pub fn location(&self) -> Location {
        self.location
    }

    /// The next token and where it begins; `None` at the end of the file.
    pub fn next_token(&mut self) -> io::Result<Option<(Location, Token)>> {
        while let Some(byte) = self.peek()? {
            let place = self.location;
            let token = match byte {
                byte if is_blank(byte) => {
                    self.bump(byte);
                    continue;
                }
                // At the beginning of a file, or of one that was put behind another.
                first if self.at_line_start && first == BYTE_ORDER_MARK[0] => {
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
                b'(' => match self.skip_variation()? {
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
            return Ok(Some((place, token)));
        }
        Ok(None)
    }

    /// Passes over what is left of this line and over an empty line behind it.
    pub fn skip_empty_line(&mut self) -> io::Result<()> {
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

    /// Passes over the byte that was peeked at.
    fn bump(&mut self, byte: u8) {
        self.input.consume(1);
        self.location.offset += 1;
        self.at_line_start = byte == b'\n';
        self.location.line += u64::from(self.at_line_start);
    }

    /// The bytes before the first one that is an end, or before the end of the file.
    fn read_until(&mut self, is_end: impl Fn(u8) -> bool) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.peek()?.filter(|&byte| !is_end(byte)) {
            self.bump(byte);
            bytes.push(byte);
        }
        Ok(bytes)
    }

    /// Passes over a byte of that value, if it is next.
    fn eat(&mut self, wanted: u8) -> io::Result<bool> {
        let found = self.peek()? == Some(wanted);
        if found {
            self.bump(wanted);
        }
        Ok(found)
    }

    /// A line that begins with `%`. Only programs write such lines, and they end them.
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
                return self.invalid_token("`\"` behind the value of a tag");
            }
            match self.peek()? {
                Some(escaped @ (b'"' | b'\\')) => {
                    self.bump(escaped);
                    value.push(escaped);
                }
                // Not an escape, but a path of Windows, say.
                _ => value.push(b'\\'),
            }
        }
        self.read_until(|byte| !is_blank(byte))?;
        match self.eat(b']')? {
            true => Ok(Token::Tag { name: text(&name), value: text(&value) }),
            false => self.invalid_token("`]` at the end of a tag"),
        }
    }

    /// What stands here instead of something expected; the rest of the line is passed over.
    fn invalid_token(&mut self, expected: &'static str) -> io::Result<Token> {
        if self.peek()?.is_none() {
            return Ok(Token::Truncated);
        }
        let read = text(&self.read_until(|byte| byte == b'\n')?);
        Ok(Token::Invalid { read, expected })
    }

    /// The bytes of a word; at least one, unless an end stands here.
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

    /// Passes over a variation and those inside it; gives a token only if it does not end.
    fn skip_variation(&mut self) -> io::Result<Option<Token>> {
        let mut depth = 0_u64;
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
                // The tags of the next game: better one game at fault than all that follow.
                b'[' if self.at_line_start => {
                    let read = char::from(byte).to_string();
                    return Ok(Some(Token::Invalid { read, expected: "`)` behind a variation" }));
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
        while let Some((_, token)) = lexer.next_token().expect("memory is read") {
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
        ] {
            assert_eq!(tokens(text.as_bytes()), words(expected), "{text}");
        }
        assert_eq!(tokens(b"(a (b)"), [Token::Truncated]);
        let [Token::Invalid { .. }, Token::Tag { .. }] = &tokens(b"(a (b)\n[A \"b\"]")[..] else {
            panic!("a variation without end hides a tag");
        };
    }

    #[test]
    fn tags_are_lexed_and_invalid_ones_reported() {
        let tag = |name: &str, value: &str| Token::Tag { name: name.into(), value: value.into() };
        assert_eq!(tokens(br#"[A "b"]"#), [tag("A", "b")]);
        assert_eq!(tokens(br#" [ A  "\"b\\ \c]" ] "#), [tag("A", r#""b\ \c]"#)]);
        assert_eq!(
            tokens(b"[A \"b\n"),
            [Token::Invalid { read: String::new(), expected: "`\"` behind the value of a tag" }]
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
