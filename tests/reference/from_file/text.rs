//! The small languages inside a file: vectors, paths and regions.

use super::{Cell, GameFile, Region};
use std::collections::BTreeSet;

/// Files to the right, ranks ahead, levels up.
pub(crate) type Vector = [i32; 3];

/// Vectors one after the other.
pub(crate) type Path = Vec<Vector>;

/// Adds two vectors, or a vector to a cell.
pub(crate) fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Returns the sum of a path.
pub(crate) fn sum(path: &[Vector]) -> Vector {
    path.iter().fold([0; 3], |sum, &vector| add(sum, vector))
}

/// Returns the paths of a text such as `up then 2-1` or `repeated up then ahead`, each once.
pub(crate) fn parse_paths(text: &str) -> Vec<Path> {
    let mut paths: Vec<Path> = vec![Vec::new()];
    for part in text.split(" then ") {
        let mut longer = BTreeSet::new();
        let (times, vectors) = match part.trim().strip_prefix("repeated") {
            Some(vectors) => (0..16, vectors),
            None => (1..2, part),
        };
        for path in &paths {
            for vector in parse_vectors(vectors) {
                longer
                    .extend(times.clone().map(|times| [&path[..], &vec![vector; times]].concat()));
            }
        }
        paths = longer.into_iter().collect();
    }
    paths
}

/// Returns the sums of one vector for each word.
fn parse_vectors(text: &str) -> Vec<Vector> {
    let mut sums = BTreeSet::from([[0; 3]]);
    let mut factor = 1;
    for word in words(text) {
        if let Ok(number) = word.parse() {
            factor = number;
            continue;
        }
        let vectors = parse_word(&word);
        let scaled = |vector: Vector| vector.map(|by| by * factor);
        sums = sums
            .iter()
            .flat_map(|&sum| vectors.iter().map(move |&vector| add(sum, scaled(vector))))
            .collect();
        factor = 1;
    }
    sums.into_iter().collect()
}

/// Splits a text at spaces outside of parentheses.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_inside = false;
    for letter in text.chars() {
        is_inside = (is_inside || letter == '(') && letter != ')';
        match letter {
            ' ' if !is_inside => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn parse_word(word: &str) -> Vec<Vector> {
    match word {
        "ahead" => vec![[0, 1, 0]],
        "back" => vec![[0, -1, 0]],
        "left" => vec![[-1, 0, 0]],
        "right" => vec![[1, 0, 0]],
        "up" => vec![[0, 0, 1]],
        "down" => vec![[0, 0, -1]],
        "sideways" => vec![[-1, 0, 0], [1, 0, 0]],
        "straight" => vec![[0, 1, 0], [0, -1, 0]],
        "vertical" => vec![[0, 0, 1], [0, 0, -1]],
        "orthogonal" => of_lengths(&[1, 0], true),
        "diagonal" => of_lengths(&[1, 1], true),
        "face" => of_lengths(&[1, 0, 0], false),
        "edge" => of_lengths(&[1, 1, 0], false),
        "corner" => of_lengths(&[1, 1, 1], false),
        "neighbor" => ["face", "edge", "corner"].into_iter().flat_map(parse_word).collect(),
        "knight" => of_lengths(&[2, 1, 0], false),
        _ if word.starts_with('(') => parse_coordinates(word),
        _ => {
            let lengths: Vec<i32> =
                word.split('-').map(|length| length.parse().expect("a length")).collect();
            of_lengths(&lengths, lengths.len() == 2)
        }
    }
}

/// Returns the vectors whose coordinates have these absolute values in any order.
fn of_lengths(lengths: &[i32], is_within_level: bool) -> Vec<Vector> {
    let mut wanted = [lengths, &[0]].concat()[..3].to_vec();
    wanted.sort_unstable();
    let most = wanted[2];
    let mut vectors = Vec::new();
    for x in -most..=most {
        for y in -most..=most {
            for z in -most..=most {
                let mut found = vec![x.abs(), y.abs(), z.abs()];
                found.sort_unstable();
                if found == wanted && (z == 0 || !is_within_level) {
                    vectors.push([x, y, z]);
                }
            }
        }
    }
    vectors
}

/// Parses `(±1, +2, 0)`.
fn parse_coordinates(text: &str) -> Vec<Vector> {
    let mut vectors: Vec<Vec<i32>> = vec![Vec::new()];
    for number in text.trim_matches(['(', ')']).split(',') {
        let number = number.trim().replace('−', "-");
        let values: Vec<i32> = match number.strip_prefix('±') {
            Some("0") => vec![0],
            Some(number) => {
                let number: i32 = number.parse().expect("a coordinate");
                vec![number, -number]
            }
            None => vec![number.parse().expect("a coordinate")],
        };
        vectors = vectors
            .iter()
            .flat_map(|vector| values.iter().map(|&value| [vector.clone(), vec![value]].concat()))
            .collect();
    }
    vectors.into_iter().map(|vector| vector.try_into().expect("three coordinates")).collect()
}

impl GameFile {
    /// Returns the cells of a region, as White sees it. `start` are the cells where the kind
    /// begins.
    pub(super) fn parse_region(&self, text: &str, start: &Region) -> Region {
        let text = text.trim();
        if let Some(region) = self.regions.get(text) {
            return region.clone();
        }
        match text {
            "anywhere" => return self.cells().collect(),
            "start" => return start.clone(),
            _ => {}
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        if let Some(cells) =
            words.iter().map(|word| self.cell_from_name(word)).collect::<Option<Region>>()
        {
            return cells;
        }
        // Each axis that is named limits the cells to the numbers after its name.
        let mut limits: Vec<(usize, Vec<i32>)> = Vec::new();
        for word in words {
            match word.trim_end_matches('s') {
                "of" | "on" | "and" => {}
                "file" => limits.push((0, Vec::new())),
                "rank" => limits.push((1, Vec::new())),
                "level" => limits.push((2, Vec::new())),
                _ => {
                    let (first, last) = word.split_once('-').unwrap_or((word, word));
                    let numbers = parse_coordinate(first)..=parse_coordinate(last);
                    limits.last_mut().expect("an axis").1.extend(numbers);
                }
            }
        }
        let is_in =
            |cell: &Cell| limits.iter().all(|(axis, numbers)| numbers.contains(&cell[*axis]));
        self.cells().filter(is_in).collect()
    }
}

/// Parses the letter of a file or the number of a rank or level.
fn parse_coordinate(text: &str) -> i32 {
    match text.parse::<i32>() {
        Ok(number) => number - 1,
        Err(_) => text.bytes().next().map_or(0, |letter| i32::from(letter) - i32::from(b'a')),
    }
}
