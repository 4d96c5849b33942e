//! Reads what the keys of a game have in common: regions, cells and letters of kinds.

use super::document::{Errors, SourceLocation, TableReader, shorten, unknown};
use super::game::{GameSpec, Region};
use crate::geometry::Place;
use crate::moves::Side;

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
        if words.first().is_some_and(|word| spec.cell_from_name(word).is_some()) {
            let mut region = vec![false; spec.cells()];
            for word in words {
                let cell = spec
                    .cell_from_name(word)
                    .ok_or_else(|| format!("`{word}` read, a cell of the board expected"))?;
                region[usize::from(cell)] = true;
            }
            return Ok(region);
        }
        let mut region = vec![true; spec.cells()];
        let mut words =
            words.into_iter().filter(|word| !matches!(*word, "of" | "on" | "and")).peekable();
        if words.peek().is_none() {
            return Err("a region is missing".into());
        }
        while let Some(word) = words.next() {
            let axis = match word.strip_suffix('s').unwrap_or(word) {
                "file" => 0,
                "rank" => 1,
                "level" => 2,
                _ => {
                    let mut known = vec!["rank", "level", "file", "anywhere", "start", "a cell"];
                    known.extend(self.regions.iter().map(|(name, _)| *name));
                    return Err(unknown(word, &known));
                }
            };
            let mut numbers = Vec::new();
            while let Some(number) = words.next_if(|word| {
                !matches!(word.strip_suffix('s').unwrap_or(word), "file" | "rank" | "level")
            }) {
                let parse = |text: &str| -> Result<i32, String> {
                    let number = match axis {
                        0 => text
                            .chars()
                            .next()
                            .filter(|letter| text.len() == 1 && letter.is_ascii_lowercase())
                            .map(|letter| letter as i32 - 'a' as i32),
                        _ => text.parse().ok().map(|number: u8| i32::from(number) - 1),
                    };
                    let size = [spec.files, spec.ranks, spec.levels][axis] as i32;
                    number.filter(|number| (0..size).contains(number)).ok_or_else(|| {
                        let last = match axis {
                            0 => ((b'a' + size as u8 - 1) as char).to_string(),
                            _ => size.to_string(),
                        };
                        let first = if axis == 0 { "a" } else { "1" };
                        format!("{word} `{text}` read, {first} to {last} expected")
                    })
                };
                match number.split_once('-') {
                    Some((first, last)) => numbers.extend(parse(first)?..=parse(last)?),
                    None => numbers.push(parse(number)?),
                }
            }
            if numbers.is_empty() {
                return Err(format!("a number is missing after `{word}`"));
            }
            for (cell, is_in) in (0..).zip(region.iter_mut()) {
                *is_in &= numbers.contains(&spec.coordinates(cell)[axis]);
            }
        }
        Ok(region)
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
