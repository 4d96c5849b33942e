//! The text of a game as a tree of values that know where they stand, and readers that report what
//! is wrong with a value: the file, the line, the key, what was read and what was expected.

use std::collections::BTreeSet;
use std::fmt;
use strsim::generic_levenshtein;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use triskelion_protocol::escape_control;

/// An error in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The key with the error, with the tables that contain it: `pieces.P.promotes`.
    pub key: String,
    /// What was read and what was expected.
    pub message: String,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for GameError {}

/// Where a value stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct SourceLocation {
    source: usize,
    line: usize,
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct LocatedValue {
    pub(super) value: Value,
    pub(super) at: SourceLocation,
}

/// A value of a document.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
    List(Vec<LocatedValue>),
    Table(Vec<Entry>),
    /// A date or a number with a fraction, which no key takes.
    Other,
}

/// A key and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) node: LocatedValue,
}

impl LocatedValue {
    /// Returns where a key stands, or the innermost table on the way to it.
    pub(super) fn location_of(&self, key: &str) -> SourceLocation {
        let mut node = self;
        for part in key.split('.') {
            let Value::Table(entries) = &node.value else { break };
            let Some(entry) = entries.iter().find(|entry| entry.key == part) else { break };
            node = &entry.node;
        }
        node.at
    }

    /// Names the value in an error text.
    pub(super) fn describe(&self) -> String {
        match &self.value {
            Value::Text(text) => format!("`\"{}\"`", shorten(text)),
            Value::Number(number) => format!("`{number}`"),
            Value::Flag(flag) => format!("`{flag}`"),
            Value::List(_) => "a list".into(),
            Value::Table(_) => "a table".into(),
            Value::Other => "a date or a fraction".into(),
        }
    }
}

/// Returns the beginning of a long text.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.into(),
    }
}

/// A text that a document came from.
struct Source {
    name: String,
}

/// Collects the errors of a document.
#[derive(Default)]
pub(super) struct Errors {
    sources: Vec<Source>,
    list: Vec<GameError>,
    secondary: Vec<GameError>,
}

/// The number of errors after which the others are not collected.
const MAX_ERRORS: usize = 50;

impl Errors {
    /// Adds an error. Texts that it quotes may have control characters, which would break its line.
    pub(super) fn add(&mut self, at: SourceLocation, key: &str, message: impl Into<String>) {
        if self.list.len() < MAX_ERRORS {
            let error = self.error(at, key, &message.into());
            self.list.push(error);
        }
    }

    /// Adds an error that another one may cause, such as a contradiction between keys. It is
    /// reported only if there is no error of [`Errors::add`].
    pub(super) fn add_secondary(
        &mut self,
        at: SourceLocation,
        key: &str,
        message: impl Into<String>,
    ) {
        if self.secondary.len() < MAX_ERRORS {
            let error = self.error(at, key, &message.into());
            self.secondary.push(error);
        }
    }

    fn error(&self, at: SourceLocation, key: &str, message: &str) -> GameError {
        let file = self.sources.get(at.source).map_or("", |source| &source.name);
        let [file, key, message] = [file, key, message].map(escape_control);
        GameError { file, line: at.line, key, message }
    }

    /// Returns whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.secondary.is_empty()
    }

    /// Returns the errors.
    pub(super) fn into_list(self) -> Vec<GameError> {
        if self.list.is_empty() { self.secondary } else { self.list }
    }

    /// Adds a text that a document comes from. Returns its beginning.
    pub(super) fn add_source(&mut self, name: &str) -> SourceLocation {
        self.sources.push(Source { name: name.into() });
        SourceLocation { source: self.sources.len() - 1, line: 1 }
    }

    /// Parses a text as a table; adds an error if it is none.
    pub(super) fn parse(&mut self, start: SourceLocation, text: &str) -> Option<LocatedValue> {
        let lines = LineStarts::new(start.source, text);
        let (table, errors) = DeTable::parse_recoverable(text);
        // The parser reports errors of the structure before those of values. An error often causes
        // others in the lines below.
        let position =
            |error: &toml::de::Error| lines.location(error.span().map_or(0, |span| span.start));
        match errors.iter().min_by_key(|&error| position(error)) {
            None => {
                Some(LocatedValue { value: lines.table(table.get_ref()), at: lines.location(0) })
            }
            Some(error) => {
                self.add(position(error), "", format!("not valid TOML: {}", error.message()));
                None
            }
        }
    }
}

/// The starts of the lines of a text.
struct LineStarts {
    source: usize,
    starts: Vec<usize>,
}

impl LineStarts {
    fn new(source: usize, text: &str) -> LineStarts {
        let starts = text.match_indices('\n').map(|(end, _)| end + 1);
        LineStarts { source, starts: std::iter::once(0).chain(starts).collect() }
    }

    fn location(&self, offset: usize) -> SourceLocation {
        let line = self.starts.partition_point(|&start| start <= offset);
        SourceLocation { source: self.source, line }
    }

    fn table(&self, table: &DeTable<'_>) -> Value {
        let mut entries: Vec<(usize, Entry)> = Vec::new();
        for (key, value) in table {
            let mut node = self.node(value);
            // The position of a table is that of its key, which is where it begins.
            node.at = self.location(key.span().start);
            entries.push((key.span().start, Entry { key: key.get_ref().to_string(), node }));
        }
        entries.sort_by_key(|&(start, _)| start);
        Value::Table(entries.into_iter().map(|(_, entry)| entry).collect())
    }

    fn node(&self, value: &Spanned<DeValue<'_>>) -> LocatedValue {
        let at = self.location(value.span().start);
        let value = match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or(Value::Other, Value::Number),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Array(list) => Value::List(list.iter().map(|item| self.node(item)).collect()),
            DeValue::Table(table) => self.table(table),
            DeValue::Float(_) | DeValue::Datetime(_) => Value::Other,
        };
        LocatedValue { value, at }
    }
}

/// Changes a document by another one: tables are merged key by key, every other value is replaced.
pub(super) fn merge(base: LocatedValue, changes: LocatedValue) -> LocatedValue {
    let (Value::Table(mut entries), Value::Table(new)) = (base.value, changes.value.clone()) else {
        return changes;
    };
    for Entry { key, node } in new {
        match entries.iter_mut().find(|entry| entry.key == key) {
            Some(entry) => entry.node = merge(entry.node.clone(), node),
            None => entries.push(Entry { key, node }),
        }
    }
    LocatedValue { value: Value::Table(entries), at: changes.at }
}

/// Reads the keys of a table. A key that is never asked for is unknown.
pub(super) struct TableReader<'a> {
    entries: &'a [Entry],
    pub(super) at: SourceLocation,
    pub(super) path: String,
    /// Whether the value is a table. If not, missing keys are no errors of their own.
    pub(super) is_table: bool,
    asked: BTreeSet<&'static str>,
}

impl<'a> TableReader<'a> {
    /// Reads a value as a table. Adds an error if it is none.
    pub(super) fn new(node: &'a LocatedValue, path: &str, errors: &mut Errors) -> TableReader<'a> {
        let (entries, is_table) = match &node.value {
            Value::Table(entries) => (entries.as_slice(), true),
            _ => {
                errors.add(node.at, path, format!("{} read, a table expected", node.describe()));
                (&[][..], false)
            }
        };
        TableReader { entries, at: node.at, path: path.into(), is_table, asked: BTreeSet::new() }
    }

    /// Returns the path of a key.
    pub(super) fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.into() } else { format!("{}.{key}", self.path) }
    }

    /// Returns all entries, whose keys are then known.
    pub(super) fn entries(&self) -> &'a [Entry] {
        self.entries
    }

    /// Returns the value of a key.
    pub(super) fn get(&mut self, key: &'static str) -> Option<&'a LocatedValue> {
        self.asked.insert(key);
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }

    /// Returns the text of a key.
    pub(super) fn text(
        &mut self,
        key: &'static str,
        errors: &mut Errors,
    ) -> Option<(&'a str, SourceLocation)> {
        let node = self.get(key)?;
        match &node.value {
            Value::Text(text) => Some((text, node.at)),
            _ => {
                let message = format!("{} read, a text in quotes expected", node.describe());
                errors.add(node.at, &self.path_of(key), message);
                None
            }
        }
    }

    /// Returns the text of a key that is printed in one line. Adds an error if it has control
    /// characters, which a terminal would interpret.
    pub(super) fn printed_text(
        &mut self,
        key: &'static str,
        errors: &mut Errors,
    ) -> Option<&'a str> {
        let (text, at) = self.text(key, errors)?;
        if has_control(text) {
            errors.add(at, &self.path_of(key), has_control_message(text));
            return None;
        }
        Some(text)
    }

    /// Returns the texts of a key: one text or a list of them.
    pub(super) fn texts(
        &mut self,
        key: &'static str,
        errors: &mut Errors,
    ) -> Option<Vec<(&'a str, SourceLocation)>> {
        let node = self.get(key)?;
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let mut texts = Vec::new();
        for item in items {
            match &item.value {
                Value::Text(text) => texts.push((text.as_str(), item.at)),
                _ => {
                    let message =
                        format!("{} read, a text or a list of texts expected", item.describe());
                    errors.add(item.at, &self.path_of(key), message);
                }
            }
        }
        Some(texts)
    }

    /// Returns the number of a key, from `min` to `max`.
    pub(super) fn number(
        &mut self,
        key: &'static str,
        (min, max): (i64, i64),
        errors: &mut Errors,
    ) -> Option<i64> {
        let node = self.get(key)?;
        match node.value {
            Value::Number(number) if (min..=max).contains(&number) => Some(number),
            _ => {
                let message =
                    format!("{} read, a number from {min} to {max} expected", node.describe());
                errors.add(node.at, &self.path_of(key), message);
                None
            }
        }
    }

    /// Returns the number of a key, from `min` to `max`. Adds an error if it is missing.
    pub(super) fn required(
        &mut self,
        key: &'static str,
        limits: (i64, i64),
        errors: &mut Errors,
    ) -> Option<i32> {
        if self.get(key).is_none() && self.is_table {
            errors.add(self.at, &self.path_of(key), "a number is missing");
        }
        self.number(key, limits, errors).map(|number| number as i32)
    }

    /// Returns `true` or `false`.
    pub(super) fn flag(&mut self, key: &'static str, errors: &mut Errors) -> Option<bool> {
        let node = self.get(key)?;
        match node.value {
            Value::Flag(flag) => Some(flag),
            _ => {
                let message = format!("{} read, `true` or `false` expected", node.describe());
                errors.add(node.at, &self.path_of(key), message);
                None
            }
        }
    }

    /// Returns one of some words.
    pub(super) fn word<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&str, T)],
        errors: &mut Errors,
    ) -> Option<T> {
        let (text, at) = self.text(key, errors)?;
        let found = words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value);
        if found.is_none() {
            let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            errors.add(at, &self.path_of(key), unknown(text, &known));
        }
        found
    }

    /// Returns the tables of a key: one table or a list of them.
    pub(super) fn tables(&mut self, key: &'static str) -> Vec<(&'a LocatedValue, String)> {
        let path = self.path_of(key);
        match self.get(key) {
            None => Vec::new(),
            Some(LocatedValue { value: Value::List(items), .. }) => {
                let name = |(index, node)| (node, format!("{path}[{}]", index + 1));
                items.iter().enumerate().map(name).collect()
            }
            Some(node) => vec![(node, path)],
        }
    }

    /// Adds an error for a missing key without which nothing else can be read, and for the keys
    /// that may have been meant as it, since [`Self::finish`] is not called then.
    pub(super) fn add_missing(&self, key: &'static str, expected: &str, errors: &mut Errors) {
        errors.add(self.at, &self.path_of(key), format!("missing; {expected} expected"));
        for Entry { key: read, node } in self.entries {
            if !self.asked.contains(read.as_str()) && nearest(read, &[key]).is_some() {
                let message = format!("unknown key {}; did you mean `{key}`?", quote(read));
                errors.add(node.at, &self.path, message);
            }
        }
    }

    /// Adds an error for every key that was not asked for.
    pub(super) fn finish(self, errors: &mut Errors) {
        let known: Vec<&str> = self.asked.iter().copied().collect();
        for Entry { key, node } in self.entries {
            if !self.asked.contains(key.as_str()) {
                errors.add(
                    node.at,
                    &self.path,
                    format!("unknown key {}", unknown_key(key, &known)),
                );
            }
        }
    }
}

/// Returns whether a line of text has control characters.
pub(super) fn has_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}

/// Explains that a text has control characters.
pub(super) fn has_control_message(text: &str) -> String {
    format!("{} read, a text without control characters expected", quote(text))
}

/// Explains that a word is none of the known ones.
pub(super) fn unknown(word: &str, known: &[&str]) -> String {
    format!("{} read, {}", quote(word), expectation(word, known))
}

fn unknown_key(word: &str, known: &[&str]) -> String {
    format!("{}; {}", quote(word), expectation(word, known))
}

fn quote(word: &str) -> String {
    format!("`{}`", shorten(word))
}

/// Words that people try, and those that are meant.
const SYNONYMS: [(&str, &str); 5] = [
    ("adjacent", "neighbor"),
    ("backward", "back"),
    ("forward", "ahead"),
    ("lateral", "sideways"),
    ("triagonal", "corner"),
];

fn expectation(word: &str, known: &[&str]) -> String {
    let list = known.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    match nearest(word, known) {
        Some(near) => format!("did you mean `{near}`? expected one of {list}"),
        None => format!("expected one of {list}"),
    }
}

/// Returns the known word that may have been meant.
fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let meant = SYNONYMS.iter().find(|(tried, meant)| *tried == word && known.contains(meant));
    // Long words are cut: the distance of words that differ that much does not matter.
    let letters = |word: &str| word.chars().take(40).collect::<Vec<char>>();
    let distance = |known: &str| generic_levenshtein(&letters(word), &letters(known));
    let nearest = known.iter().map(|&known| (distance(known), known)).min();
    let (distance, near) = meant.map_or(nearest, |&(_, meant)| Some((0, meant)))?;
    (distance <= 1 + near.len() / 3).then_some(near)
}
