//! Splits a line into words at white space, and parses whole numbers of any length.

use crate::ProtocolError;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The unread words of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tokens<'a>(&'a str);

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Tokens<'a> {
        Tokens(line.trim())
    }

    /// Returns the next word without reading it.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.0.split_whitespace().next()
    }

    /// Returns the unread text, trimmed.
    pub(crate) fn rest(&self) -> &'a str {
        self.0
    }

    /// Reads words up to the end or the first word that satisfies `stop`, exclusive.
    pub(crate) fn until(&mut self, stop: impl Fn(&str) -> bool) -> Vec<&'a str> {
        let mut words = Vec::new();
        while let Some(word) = self.peek().filter(|word| !stop(word)) {
            words.push(word);
            self.next();
        }
        words
    }

    /// Reads moves up to the end or the first word that satisfies `stop`, exclusive, and appends
    /// them to `moves`. Some notations contain a space, `QL b3(4)` or `Pb4(2)xPc5(4) e.p.`; it is
    /// removed. Returns whether there was a word.
    pub(crate) fn append_moves(
        &mut self,
        moves: &mut Vec<String>,
        stop: impl Fn(&str) -> bool,
    ) -> bool {
        let words = self.until(stop);
        for word in &words {
            match moves.last_mut() {
                Some(last) if *word == "e.p." || matches!(last.as_str(), "QL" | "KL") => {
                    last.push_str(word);
                }
                _ => moves.push((*word).to_owned()),
            }
        }
        !words.is_empty()
    }

    /// Reads a word and parses it.
    pub(crate) fn parse_value<T: FromStr>(
        &mut self,
        place: &str,
        expected: &str,
    ) -> Result<T, ProtocolError> {
        let word = self.next();
        word.and_then(|word| word.parse().ok())
            .ok_or_else(|| ProtocolError::unexpected(place, word, expected))
    }

    /// Reads a word that must be `word`.
    pub(crate) fn literal(&mut self, place: &str, word: &str) -> Result<(), ProtocolError> {
        match self.next() {
            Some(read) if read == word => Ok(()),
            read => Err(ProtocolError::unexpected(place, read, format!("'{word}'"))),
        }
    }

    /// Checks that no word is left.
    pub(crate) fn end(&mut self, place: &str) -> Result<(), ProtocolError> {
        match self.next() {
            None => Ok(()),
            read => Err(ProtocolError::unexpected(place, read, "the end of the line")),
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.0.is_empty() {
            return None;
        }
        let (word, rest) = self.0.split_once(char::is_whitespace).unwrap_or((self.0, ""));
        self.0 = rest.trim_start();
        Some(word)
    }
}

/// A word parsed as a whole number in a range.
pub(crate) enum Number {
    /// In range.
    InRange(u64),
    /// A number out of range; contains the nearest number in range.
    Clamped(u64),
    /// Not a whole number.
    Invalid,
}

/// Parses a whole number of any size, with or without a sign.
pub(crate) fn parse_number(word: &str, range: &RangeInclusive<u64>) -> Number {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Number::Invalid;
    }
    // Parsing digits fails only on overflow.
    match digits.parse::<u64>() {
        Ok(number) if range.contains(&number) && (!negative || number == 0) => {
            Number::InRange(number)
        }
        Ok(number) if negative || number < *range.start() => Number::Clamped(*range.start()),
        Err(_) if negative => Number::Clamped(*range.start()),
        Ok(_) | Err(_) => Number::Clamped(*range.end()),
    }
}
