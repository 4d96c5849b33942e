//! Reads what the keys of a game have in common: regions, cells and letters of kinds.

use super::document::{Errors, SourceLocation, TableReader, shorten, unknown};
use super::game::{GameSpec, Region};
use crate::geometry::Place;
use crate::moves::Side;

/// Returns the axis of a word: file, rank, level.
fn axis_of(word: &str) -> Option<usize> {
    let word = word.strip_suffix('s').unwrap_or(word);
    ["file", "rank", "level"].iter().position(|&axis| axis == word)
}

/// Returns whether a word joins the parts of a region.
fn is_joint(word: &str) -> bool {
    matches!(word, "of" | "on" | "and")
}

/// Returns whether a word is written like a cell: a letter and digits.
fn is_cell_like(word: &str) -> bool {
    let digits = word.strip_prefix(|letter: char| letter.is_ascii_lowercase()).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// What the parts of a game refer to.
pub(super) struct Context<'a> {
    pub(super) spec: &'a GameSpec,
    pub(super) letters: &'a [char],
    pub(super) king: usize,
    pub(super) regions: &'a [(&'a str, Region)],
    /// Whether the start position is known.
    pub(super) has_start: bool,
}

impl Context<'_> {
    /// Reads a region as White sees it: `a23 c23`, `rank 8`, `rank 8 of level 3`, the name of a
    /// region, or `start` for the cells where a kind starts.
    pub(super) fn parse_region(&self, text: &str, kind: Option<usize>) -> Result<Region, String> {
        let spec = self.spec;
        if let Some((_, region)) = self.regions.iter().find(|(name, _)| *name == text.trim()) {
            return Ok(region.clone());
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        if words == ["anywhere"] {
            return Ok(vec![true; spec.cells()]);
        }
        if words == ["start"] {
            let kind = kind.ok_or("`start` has no meaning here")?;
            let mut region = vec![false; spec.cells()];
            for cell in spec.start_cells(kind, Side::White) {
                region[usize::from(cell)] = true;
            }
            return Ok(region);
        }
        if words.first().is_some_and(|word| is_cell_like(word)) {
            let mut region = vec![false; spec.cells()];
            for word in words {
                let cell = spec.cell_from_name(word).ok_or_else(|| match is_cell_like(word) {
                    true => format!("`{}` read, but the board has no such cell", shorten(word)),
                    false => format!("`{}` read, a cell of the board expected", shorten(word)),
                })?;
                region[usize::from(cell)] = true;
            }
            return Ok(region);
        }
        if words.is_empty() {
            return Err("a region is missing".into());
        }
        let mut region = vec![true; spec.cells()];
        let mut words = words.as_slice();
        while let [word, rest @ ..] = words {
            let axis = axis_of(word).ok_or_else(|| self.unknown_region(word, kind.is_some()))?;
            let numbers;
            (numbers, words) = self.parse_numbers(word, axis, rest)?;
            for (cell, is_in) in (0..).zip(region.iter_mut()) {
                *is_in &= numbers.contains(&spec.coordinates(cell)[axis]);
            }
            if let [joint, rest @ ..] = words
                && is_joint(joint)
            {
                if rest.first().and_then(|word| axis_of(word)).is_none() {
                    return Err(format!("`rank`, `level` or `file` expected after `{joint}`"));
                }
                words = rest;
            }
        }
        match region.contains(&true) {
            true => Ok(region),
            false => Err(format!("`{}` read, which has no cells", shorten(text))),
        }
    }

    /// Reads the numbers or letters after the name of an axis: single ones and ranges. Returns
    /// them, from 0, and the words that follow.
    fn parse_numbers<'w, 't>(
        &self,
        name: &str,
        axis: usize,
        mut words: &'w [&'t str],
    ) -> Result<(Vec<i32>, &'w [&'t str]), String> {
        let size = [self.spec.files, self.spec.ranks, self.spec.levels][axis] as i32;
        let (first, last) = match axis {
            0 => ("a".into(), char::from(b'a' + size as u8 - 1).to_string()),
            _ => ("1".to_owned(), size.to_string()),
        };
        let parse = |text: &str| -> Result<i32, String> {
            let number = match axis {
                0 => text
                    .chars()
                    .next()
                    .filter(|letter| text.len() == 1 && letter.is_ascii_lowercase())
                    .map(|letter| letter as i32 - 'a' as i32),
                // Rust reads `+4` as a number, too.
                _ if text.starts_with('+') => None,
                _ => text.parse().ok().map(|number: u8| i32::from(number) - 1),
            };
            number.filter(|number| (0..size).contains(number)).ok_or_else(|| {
                format!("{name} `{}` read, {first} to {last} expected", shorten(text))
            })
        };
        let mut numbers = Vec::new();
        while let [word, rest @ ..] = words {
            if axis_of(word).is_some() || !numbers.is_empty() && is_joint(word) {
                break;
            }
            match word.split_once('-') {
                Some((from, to)) if from.is_empty() || to.is_empty() => {
                    return Err(format!(
                        "{name} `{}` read, a range without spaces such as `{first}-{last}` expected",
                        shorten(word)
                    ));
                }
                Some((from, to)) => {
                    let range = parse(from)?..=parse(to)?;
                    if range.is_empty() {
                        return Err(format!("{name} `{word}` read, `{to}-{from}` expected"));
                    }
                    numbers.extend(range);
                }
                None => numbers.push(parse(word)?),
            }
            words = match rest {
                ["and", after @ ..]
                    if after.first().is_some_and(|word| axis_of(word).is_none()) =>
                {
                    after
                }
                _ => rest,
            };
        }
        match numbers.is_empty() {
            true if axis == 0 => Err(format!("a letter is missing after `{name}`")),
            true => Err(format!("a number is missing after `{name}`")),
            false => Ok((numbers, words)),
        }
    }

    /// Explains that a word begins no region.
    fn unknown_region(&self, word: &str, has_kind: bool) -> String {
        let names = self.regions.iter().map(|(name, _)| *name).filter(|name| !name.is_empty());
        let known: Vec<&str> = ["rank", "level", "file", "anywhere"]
            .into_iter()
            .chain(has_kind.then_some("start"))
            .chain(names)
            .collect();
        format!("{} or names of cells", unknown(word, &known))
    }

    /// Returns whether a text names cells, or begins with a keyword of regions and has nothing but
    /// keywords and numbers, whether it is a region or not.
    pub(super) fn is_built_in(&self, text: &str) -> bool {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_keyword = |word: &str| {
            axis_of(word).is_some() || is_joint(word) || matches!(word, "anywhere" | "start")
        };
        let is_number = |word: &str| {
            let is_one =
                |part: &str| part.len() == 1 || part.bytes().all(|byte| byte.is_ascii_digit());
            word.split('-').all(is_one)
        };
        words.first().is_some_and(|word| is_keyword(word))
            && words.iter().all(|word| is_keyword(word) || is_number(word))
            || !words.is_empty()
                && words.iter().all(|word| self.spec.cell_from_name(word).is_some())
    }

    /// Reads the union of the regions of a key.
    pub(super) fn read_region(
        &self,
        reader: &mut TableReader<'_>,
        key: &'static str,
        kind: Option<usize>,
        errors: &mut Errors,
    ) -> Option<Region> {
        let texts = reader.texts(key, errors)?;
        let mut union = vec![false; self.spec.cells()];
        for (text, at) in texts {
            match self.parse_region(text, kind) {
                Ok(region) => union.iter_mut().zip(region).for_each(|(is, new)| *is |= new),
                Err(message) => errors.add(at, &reader.path_of(key), message),
            }
        }
        let exists = union.iter().zip(&self.spec.exists).map(|(&is, &exists)| is && exists);
        Some(exists.collect())
    }

    /// Reads the letters of kinds.
    pub(super) fn parse_kinds(&self, text: &str) -> Result<Vec<u8>, String> {
        let find = |letter: char| {
            let kind = self.letters.iter().position(|&known| known == letter);
            kind.map(|kind| kind as u8)
                .ok_or_else(|| format!("`{letter}` read, the letter of a piece expected"))
        };
        text.chars().map(find).collect()
    }

    /// Reads cells that a key names.
    pub(super) fn read_cells(
        &self,
        reader: &mut TableReader<'_>,
        key: &'static str,
        errors: &mut Errors,
    ) -> Option<(Vec<Place>, SourceLocation)> {
        let (text, at) = reader.text(key, errors)?;
        let mut cells = Vec::new();
        for word in text.split_whitespace() {
            match self.spec.cell_from_name(word) {
                Some(cell) => cells.push(cell),
                None => errors.add(
                    at,
                    &reader.path_of(key),
                    format!("`{}` read, a cell of the board expected", shorten(word)),
                ),
            }
        }
        Some((cells, at))
    }

    /// Reads the only cell of a key.
    pub(super) fn read_cell(
        &self,
        reader: &mut TableReader<'_>,
        key: &'static str,
        errors: &mut Errors,
    ) -> Option<Place> {
        let (cells, at) = self.read_cells(reader, key, errors)?;
        match cells[..] {
            [cell] => Some(cell),
            _ => {
                errors.add_secondary(at, &reader.path_of(key), "one cell expected");
                None
            }
        }
    }

    /// Reads the two cells of a piece, before and after.
    pub(super) fn read_way(
        &self,
        reader: &mut TableReader<'_>,
        key: &'static str,
        errors: &mut Errors,
    ) -> Option<[Place; 2]> {
        let at = reader.at;
        let cells = self.read_cells(reader, key, errors);
        match cells {
            Some((cells, _)) if cells.len() == 2 => Some([cells[0], cells[1]]),
            Some((_, at)) => {
                errors.add_secondary(
                    at,
                    &reader.path_of(key),
                    "two cells expected: where it stands and where it goes",
                );
                None
            }
            None => {
                errors.add_secondary(at, &reader.path_of(key), "missing; two cells expected");
                None
            }
        }
    }
}
