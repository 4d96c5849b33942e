//! The cells that a piece reaches, for people who look at how it moves and for tables of endings.

use super::game::{GameSpec, KindSpec, Mode, MoveRule};
use super::vectors::Path;
use crate::geometry::Place;
use crate::moves::Side;
use std::collections::BTreeSet;

/// The cells that a piece reaches from a cell, whatever it gives up by it. Conditions on its first
/// move count as met.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// The empty cells to which it can move.
    pub moves: BTreeSet<Place>,
    /// The cells of enemies that it can capture.
    pub captures: BTreeSet<Place>,
    /// The empty cells on which it could capture an enemy.
    pub threats: BTreeSet<Place>,
    /// The cells of the pieces that are in its way.
    pub stopped: BTreeSet<Place>,
}

impl GameSpec {
    /// Returns the cells that a kind of piece of a side reaches from a cell. `own` and `enemy` are
    /// the cells where other pieces stand.
    pub fn reach(
        &self,
        side: Side,
        kind: &KindSpec,
        from: Place,
        own: &[Place],
        enemy: &[Place],
    ) -> Reach {
        let mut reach = Reach::default();
        let is_taken = |cell: &Place| own.contains(cell) || enemy.contains(cell);
        let seen = |cell: Place| usize::from(self.as_seen_by(side, cell));
        for rule in kind.rules.iter().filter(|rule| rule.from[seen(from)]) {
            for (to, over) in self.ends(side, rule, from) {
                if let Some(&cell) = over.iter().find(|cell| is_taken(cell)) {
                    reach.stopped.insert(cell);
                } else if to != from && rule.onto[seen(to)] {
                    let captures = rule.mode != Mode::Step;
                    let steps = matches!(rule.mode, Mode::Both | Mode::Step);
                    if captures && enemy.contains(&to) {
                        reach.captures.insert(to);
                    } else if is_taken(&to) {
                        reach.stopped.insert(to);
                    } else {
                        reach.moves.extend(steps.then_some(to));
                        reach.threats.extend(captures.then_some(to));
                    }
                }
            }
        }
        // A piece that can be captured is also in the way of what lies behind it.
        let Reach { captures, stopped, .. } = &mut reach;
        stopped.retain(|cell| !captures.contains(cell));
        reach
    }

    /// Returns the keys of the rules by which a piece of White goes from one cell to another.
    pub(crate) fn keys_between(
        &self,
        kind: &KindSpec,
        from: Place,
        to: Place,
    ) -> Vec<&'static str> {
        let rules = kind.rules.iter().filter(|rule| self.leads(rule, from, to));
        rules.map(|rule| rule.key).collect()
    }

    /// Returns whether a rule of White leads from one cell to another if nothing stands in the way.
    pub(crate) fn leads(&self, rule: &MoveRule, from: Place, to: Place) -> bool {
        let end = |path: Path| self.follow(Side::White, from, &path).map(|(end, _)| end);
        rule.from[usize::from(from)]
            && rule.onto[usize::from(to)]
            && (rule.jumps || rule.all_paths().any(|path| end(path) == Some(to)))
    }

    /// Returns the cells to which a rule leads, and those that must be empty for it.
    pub(crate) fn ends(
        &self,
        side: Side,
        rule: &MoveRule,
        from: Place,
    ) -> Vec<(Place, Vec<Place>)> {
        match rule.jumps {
            true => (0..self.cells() as Place)
                .filter(|&to| self.exists[usize::from(to)])
                .map(|to| (to, Vec::new()))
                .collect(),
            false => rule.all_paths().filter_map(|path| self.follow(side, from, &path)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::moves::Side;
    use crate::registry::Variant;

    /// Returns the cells that a piece of a game in `games/` reaches, by name: to move, to capture,
    /// those in its way.
    fn reach(game: &str, letter: char, from: &str, [own, enemy]: [&str; 2]) -> [Vec<String>; 3] {
        let variant = Variant::from_name(game).expect("a game");
        let spec = variant.spec().expect("a game from a file");
        let kind = spec.kinds.iter().find(|kind| kind.letter == letter.to_ascii_uppercase());
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let cells = |text: &str| -> Vec<_> {
            text.split_whitespace().filter_map(|name| spec.cell_from_name(name)).collect()
        };
        let (from, kind) = (cells(from)[0], kind.expect("a kind"));
        let reach = spec.reach(side, kind, from, &cells(own), &cells(enemy));
        [reach.moves, reach.captures, reach.stopped]
            .map(|cells| cells.into_iter().map(|cell| spec.cell_name(cell)).collect())
    }

    #[test]
    fn pieces_reach_the_cells_of_the_rules() {
        // The numbers of moves on an empty board are those of Maack's book.
        for (letter, moves) in [('R', 12), ('B', 24), ('U', 16), ('Q', 52), ('K', 26), ('N', 24)] {
            assert_eq!(reach("raumschach", letter, "c33", [""; 2])[0].len(), moves, "{letter}");
        }
    }

    #[test]
    fn pieces_in_the_way_stop_or_are_captured() {
        let [moves, captures, stopped] = reach("raumschach", 'R', "c33", ["c43", "d33 e33"]);
        assert_eq!(moves, ["c31", "c32", "c13", "c23", "a33", "b33", "c34", "c35"]);
        assert_eq!((captures, stopped), (vec!["d33".to_owned()], vec!["c43".to_owned()]));
    }

    #[test]
    fn black_moves_the_other_way() {
        let [moves, captures, stopped] = reach("raumschach", 'p', "c33", ["", "c32 b23"]);
        assert_eq!(moves, ["c23"]);
        assert_eq!((captures, stopped), (vec!["b23".to_owned()], vec!["c32".to_owned()]));
    }

    #[test]
    fn a_capture_from_afar_needs_an_enemy() {
        let [moves, captures, _] = reach("dragonchess", 'R', "f43", ["", "f42 g42"]);
        assert!(!moves.contains(&"f42".to_owned()), "{moves:?}");
        assert_eq!(captures, ["f42", "g42"]);
    }
}
