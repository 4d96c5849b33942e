//! Random inputs: seeds that are cut, spliced and corrupted.

use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

/// The longest input.
const MAX_BYTES: usize = 1 << 14;

/// Words that parsers stumble over.
const HARD_WORDS: [&str; 24] = [
    "0",
    "-1",
    "1",
    "100",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "99999999999999999999",
    "-9223372036854775808",
    "1e308",
    "1e999",
    "nan",
    "inf",
    "0.0",
    "é",
    "\u{fffd}",
    "\0",
    "\n",
    " ",
    "",
];

/// Makes inputs from seeds.
pub(super) struct Mutator {
    random: ChaCha8Rng,
    seeds: Vec<Vec<u8>>,
    /// The words of all seeds.
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// Creates a mutator; the same arguments give the same inputs.
    pub(super) fn new(seeds: Vec<Vec<u8>>, random_seed: u64) -> Mutator {
        assert!(!seeds.is_empty(), "there are seeds");
        let is_word = |byte: u8| byte.is_ascii_alphanumeric();
        let words = |seed: &Vec<u8>| -> Vec<Vec<u8>> {
            seed.chunk_by(|&a, &b| is_word(a) == is_word(b)).map(<[u8]>::to_vec).collect()
        };
        let mut words: Vec<Vec<u8>> = seeds.iter().flat_map(words).collect();
        words.retain(|word| word.len() <= 40);
        words.sort();
        words.dedup();
        words.extend(HARD_WORDS.map(|word| word.as_bytes().to_vec()));
        Mutator { random: ChaCha8Rng::seed_from_u64(random_seed), seeds, words }
    }

    /// Returns the next input: a seed with few changes, or none.
    pub(super) fn next_input(&mut self) -> Vec<u8> {
        let mut input = self.seeds.choose(&mut self.random).expect("a seed").clone();
        for _ in 0..self.random.random_range(0..=5) {
            self.mutate(&mut input);
        }
        input.truncate(MAX_BYTES);
        input
    }

    /// Changes one thing.
    fn mutate(&mut self, input: &mut Vec<u8>) {
        let random = &mut self.random;
        let at = random.random_range(0..=input.len());
        let end = random.random_range(at..=input.len().min(at + 64));
        match random.random_range(0..9) {
            0 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << random.random_range(0..8);
                }
            }
            1 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte = random.random_range(b' '..=b'~');
                }
            }
            2 => drop(input.drain(at..end)),
            3 => {
                let copy = input[at..end].to_vec();
                let to = random.random_range(0..=input.len());
                input.splice(to..to, copy);
            }
            4 => {
                let word = self.words.choose(random).expect("a word").iter().copied();
                input.splice(at..at, word);
            }
            5 | 6 => {
                let word = self.words.choose(random).expect("a word").iter().copied();
                input.splice(word_around(input, at), word);
            }
            7 => {
                let word = HARD_WORDS.choose(random).expect("a word").bytes();
                input.splice(word_around(input, at), word);
            }
            _ => {
                let other = self.seeds.choose(random).expect("a seed");
                let from = random.random_range(0..=other.len());
                input.splice(at.., other[from..].iter().copied());
            }
        }
    }
}

/// Returns the letters and digits around a byte, or after it.
fn word_around(input: &[u8], at: usize) -> Range<usize> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric();
    let start = at - input[..at].iter().rev().take_while(|byte| is_word(byte)).count();
    let end = at + input[at..].iter().take_while(|byte| is_word(byte)).count();
    start..end
}
