//! Texts of vectors and paths: `ahead`, `ahead sideways`, `edge`, `2-1`, `(±1, +2, 0)`,
//! `up then 2-1`, `repeated ahead then ahead up`.

use super::document::unknown;

/// A vector as White sees it: files to the right, ranks ahead, levels up.
pub type Vector = [i8; 3];

/// Vectors one after the other. The cells between them must be empty.
pub type Path = Vec<Vector>;

/// The largest coordinate of a vector.
const MAX_COORDINATE: i8 = 15;
/// The largest number of paths that one text stands for.
const MAX_PATHS: usize = 600;
/// The largest number of vectors in the text of a path.
const MAX_LENGTH: usize = 8;
/// How often a vector is repeated at most. No board has more than 16 cells in a line.
const MAX_REPETITIONS: usize = 15;

/// The words and the vectors that they stand for.
const WORDS: [(&str, &[Vector]); 16] = [
    ("ahead", &[[0, 1, 0]]),
    ("back", &[[0, -1, 0]]),
    ("left", &[[-1, 0, 0]]),
    ("right", &[[1, 0, 0]]),
    ("up", &[[0, 0, 1]]),
    ("down", &[[0, 0, -1]]),
    ("sideways", &[[-1, 0, 0], [1, 0, 0]]),
    ("straight", &[[0, 1, 0], [0, -1, 0]]),
    ("vertical", &[[0, 0, 1], [0, 0, -1]]),
    ("orthogonal", &[[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]]),
    ("diagonal", &[[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]]),
    // Expanded from the absolute values of their coordinates.
    ("face", &[]),
    ("edge", &[]),
    ("corner", &[]),
    ("knight", &[]),
    ("neighbor", &[]),
];

/// Returns the paths that a text stands for.
pub(super) fn parse_paths(text: &str) -> Result<Vec<Path>, String> {
    let mut paths: Vec<Path> = vec![Vec::new()];
    for (index, part) in text.split(" then ").enumerate() {
        if index >= MAX_LENGTH {
            return Err(format!("more than {MAX_LENGTH} vectors in one path"));
        }
        let runs = parse_runs(part)?;
        if paths.len() * runs.len() > MAX_PATHS {
            return Err(format!("more than {MAX_PATHS} paths in one text"));
        }
        let extend = |path: &Path| -> Vec<Path> {
            runs.iter().map(|run| [path.as_slice(), run].concat()).collect()
        };
        paths = paths.iter().flat_map(extend).collect();
    }
    if paths.contains(&Vec::new()) {
        return Err(format!("`{text}` read, but a vector that is not repeated is missing"));
    }
    match paths.iter().find(|path| sum_of(path) == [0; 3]) {
        Some(_) => Err(format!("`{text}` read, but it leads back to the cell where it begins")),
        None => Ok(paths),
    }
}

/// Returns what a part of a path stands for: its vectors, or after `repeated` each of them zero or
/// more times.
fn parse_runs(part: &str) -> Result<Vec<Path>, String> {
    let Some(repeated) = part.trim_start().strip_prefix("repeated ") else {
        return Ok(parse_vectors(part)?.into_iter().map(|vector| vec![vector]).collect());
    };
    let vectors = parse_vectors(repeated)?;
    let runs = (1..=MAX_REPETITIONS)
        .flat_map(|times| vectors.iter().map(move |&vector| vec![vector; times]));
    Ok(std::iter::once(Vec::new()).chain(runs).collect())
}

/// Returns the sum of the vectors of a path.
pub(crate) fn sum_of(path: &[Vector]) -> Vector {
    path.iter().fold([0; 3], |sum, vector| add(sum, *vector))
}

fn add(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|axis| a[axis].saturating_add(b[axis]))
}

/// Returns the vectors that a text stands for: every sum of one vector for each of its words.
fn parse_vectors(text: &str) -> Result<Vec<Vector>, String> {
    let mut sums: Vec<Vector> = vec![[0; 3]];
    let mut rest = text.trim();
    let mut factor = 1i8;
    if rest.is_empty() {
        return Err("a vector is missing".into());
    }
    while !rest.is_empty() {
        let end = match rest.strip_prefix('(') {
            Some(inside) => inside.find(')').map_or(rest.len(), |end| end + 2),
            None => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after.trim_start();
        if let Ok(number @ 2..=MAX_COORDINATE) = token.parse::<i8>() {
            factor = number;
            continue;
        }
        let vectors =
            if token.starts_with('(') { parse_triple(token)? } else { parse_word(token)? };
        let mut next = Vec::new();
        for &sum in &sums {
            for vector in &vectors {
                let vector = vector.map(|by| by.saturating_mul(factor));
                let new = add(sum, vector);
                if new.iter().any(|by| by.unsigned_abs() > MAX_COORDINATE as u8) {
                    return Err(format!("`{text}`: a coordinate is larger than {MAX_COORDINATE}"));
                }
                if !next.contains(&new) {
                    next.push(new);
                }
            }
        }
        if next.len() > MAX_PATHS {
            return Err(format!("`{text}` stands for more than {MAX_PATHS} vectors"));
        }
        (sums, factor) = (next, 1);
    }
    if factor != 1 {
        return Err(format!("`{text}`: a word is missing after the number"));
    }
    match sums.contains(&[0; 3]) {
        true => Err(format!("`{text}` contains the vector (0, 0, 0)")),
        false => Ok(sums),
    }
}

/// Parses a word: a direction, a class of vectors, or the absolute values of the coordinates.
fn parse_word(word: &str) -> Result<Vec<Vector>, String> {
    match word {
        "face" => return Ok(permutations([1, 0, 0])),
        "edge" => return Ok(permutations([1, 1, 0])),
        "corner" => return Ok(permutations([1, 1, 1])),
        "knight" => return Ok(permutations([2, 1, 0])),
        "neighbor" => {
            return Ok(["face", "edge", "corner"]
                .into_iter()
                .flat_map(|word| parse_word(word).unwrap_or_default())
                .collect());
        }
        _ => {}
    }
    if let Some((_, vectors)) = WORDS.iter().find(|(name, _)| *name == word) {
        return Ok(vectors.to_vec());
    }
    let numbers: Vec<&str> = word.split('-').collect();
    let parsed: Option<Vec<i8>> = numbers
        .iter()
        .map(|number| number.parse().ok().filter(|number| (0..=MAX_COORDINATE).contains(number)))
        .collect();
    match parsed.as_deref() {
        Some(&[a, b]) => {
            let within_level = permutations([a, b, 0]).into_iter().filter(|vector| vector[2] == 0);
            Ok(within_level.collect())
        }
        Some(&[a, b, c]) => Ok(permutations([a, b, c])),
        _ => {
            let mut known: Vec<&str> = WORDS.iter().map(|&(word, _)| word).collect();
            known.extend(["2-1", "3-2-1", "(0, 1, 2)"]);
            Err(unknown(word, &known))
        }
    }
}

/// Returns the vectors whose coordinates have these absolute values in any order and with any
/// signs.
fn permutations([a, b, c]: Vector) -> Vec<Vector> {
    let mut vectors = Vec::new();
    for [x, y, z] in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
        for signs in 0..8 {
            let signed = |by: i8, bit: i32| if signs >> bit & 1 != 0 { -by } else { by };
            let vector = [signed(x, 0), signed(y, 1), signed(z, 2)];
            if !vectors.contains(&vector) {
                vectors.push(vector);
            }
        }
    }
    vectors
}

/// Parses three coordinates in parentheses. `±` before a number stands for both signs.
fn parse_triple(text: &str) -> Result<Vec<Vector>, String> {
    let expected = || format!("`{text}` read, three numbers such as `(±1, +2, 0)` expected");
    let inside =
        text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).ok_or_else(expected)?;
    let mut vectors: Vec<Vector> = vec![[0; 3]];
    let mut axes = 0..3;
    for number in inside.split(',') {
        let axis = axes.next().ok_or_else(expected)?;
        let number = number.trim();
        let (both, number) = match number.strip_prefix('±') {
            Some(number) => (true, number),
            None => (false, number),
        };
        let number = number.replace('−', "-");
        let by: i8 = number.parse().map_err(|_| expected())?;
        if by.unsigned_abs() > MAX_COORDINATE as u8 {
            return Err(format!("`{text}`: a coordinate is larger than {MAX_COORDINATE}"));
        }
        let set = |vector: &Vector, by: i8| {
            let mut vector = *vector;
            vector[axis] = by;
            vector
        };
        let mirrored = vectors.iter().filter(|_| both && by != 0).map(|vector| set(vector, -by));
        vectors = vectors.iter().map(|vector| set(vector, by)).chain(mirrored).collect();
    }
    if axes.next().is_some() { Err(expected()) } else { Ok(vectors) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_triples_stand_for_vectors() {
        let count = |text| parse_paths(text).map(|paths| paths.len());
        for (text, expected) in [
            ("face", 6),
            ("edge", 12),
            ("corner", 8),
            ("knight", 24),
            ("neighbor", 26),
            ("2-1", 8),
            ("3-2-1", 48),
            ("ahead sideways", 2),
            ("orthogonal up", 4),
            ("(±1, ±2, 0)", 4),
            ("up then 2-1", 8),
            ("2 ahead", 1),
            ("(±3,±2,0)", 4),
        ] {
            assert_eq!(count(text), Ok(expected), "{text}");
        }
        assert_eq!(parse_paths("2 ahead up"), Ok(vec![vec![[0, 2, 1]]]));
        assert_eq!(parse_paths("up then ahead"), Ok(vec![vec![[0, 0, 1], [0, 1, 0]]]));
        let repeated = parse_paths("repeated ahead then up").expect("paths");
        assert_eq!(repeated.len(), 1 + MAX_REPETITIONS);
        assert_eq!(repeated[..2], [vec![[0, 0, 1]], vec![[0, 1, 0], [0, 0, 1]]]);
    }

    #[test]
    fn malformed_texts_give_errors() {
        for text in [
            "",
            "ahed",
            "up then down",
            "(1, 2)",
            "(1,2,3,4)",
            "(a,0,0)",
            "left right",
            "2",
            "99-1",
            "(1",
            "( )",
            ")",
            "(99, 0, 0)",
            "repeated",
            "repeated ahead",
            "repeated ahead then down then up",
            "repeated edge then repeated edge then up",
        ] {
            assert!(parse_paths(text).is_err(), "{text}");
        }
    }
}
