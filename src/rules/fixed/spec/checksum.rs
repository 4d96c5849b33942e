//! The checksum of the rules of a game.
//!
//! It is the CRC-32 (IEEE) of a text that has all of the rules and nothing else: no names, titles
//! and values of pieces. Lists without an order in the rules are sorted. Kinds are in the order of
//! their numbers, on which a name of ordinary chess has an effect. The checksum must not change
//! between releases, so a rule that is added later adds to the text only where it has another value
//! than the rules of before; `tests/fixed.rs` has the checksums of some games.

use super::game::{CastlingSpec, GameSpec, KindSpec, MoveRule, RideSpec};
use crate::moves::Side;
use crate::rules::RulesChecksum;

impl GameSpec {
    /// Returns the checksum of the rules.
    pub fn rules_checksum(&self) -> RulesChecksum {
        RulesChecksum(crc32fast::hash(self.rules_text().as_bytes()))
    }

    fn rules_text(&self) -> String {
        let start = self.start.iter().map(|piece| match piece {
            None => '.',
            Some(piece) => {
                let letter = self.kinds[piece.kind.index()].letter;
                if piece.side == Side::White { letter } else { letter.to_ascii_lowercase() }
            }
        });
        let mut lines = vec![
            format!("board {} {} {}", self.files, self.ranks, self.levels),
            format!("cells {}", bits(&self.exists)),
            format!("reverses {}", bits(&self.black_reverses)),
            format!("start {}", start.collect::<String>()),
            format!("stalemate {:?}, bare king {:?}", self.stalemate, self.bare_king),
            format!("repetition {}, move limit {}", self.repetition, self.move_limit),
            format!("dead {:?}", sorted(self.dead_material.iter().map(|kinds| sorted_list(kinds)))),
        ];
        lines.extend(self.transfer.as_ref().map(|levels| format!("transfer {levels:?}")));
        lines.extend(self.kinds.iter().flat_map(kind_lines));
        lines.extend(sorted(self.castlings.iter().map(castling_line)));
        lines.extend(sorted(self.rides.iter().map(ride_line)));
        lines.join("\n")
    }
}

/// Returns the lines of a kind of piece.
fn kind_lines(kind: &KindSpec) -> Vec<String> {
    let KindSpec { letter, royal, promotion, levels, freezes, progress, rules, .. } = kind;
    let freezes = sorted_list(freezes);
    let levels = bits(levels);
    let mut lines = vec![format!(
        "piece {letter} royal {royal} levels {levels} freezes {freezes:?} {progress:?}"
    )];
    if let Some(promotion) = promotion {
        let (must, may) = (bits(&promotion.must), bits(&promotion.may));
        lines.push(format!("promotes {must} {may} {:?}", sorted_list(&promotion.to)));
    }
    lines.extend(sorted(rules.iter().map(rule_line)));
    lines
}

fn rule_line(rule: &MoveRule) -> String {
    let MoveRule { key: _, paths, at_most, jumps, mode, from, onto, first, en_passant } = rule;
    let (from, onto, mut paths) = (bits(from), bits(onto), sorted_list(paths));
    paths.dedup();
    format!("rule {paths:?} {at_most} {jumps} {mode:?} {from} {onto} {first:?} {en_passant:?}")
}

fn castling_line(castling: &CastlingSpec) -> String {
    let CastlingSpec { side, right, king, rook, empty, safe, written } = castling;
    let (empty, safe) = (sorted_list(empty), sorted_list(safe));
    format!("castling {side:?} {right:?} {king:?} {rook:?} {empty:?} {safe:?} {written}")
}

fn ride_line(ride: &RideSpec) -> String {
    let RideSpec { side, kind, stop, ends } = ride;
    format!("ride {side:?} {kind} {stop} {:?}", sorted_list(ends))
}

fn bits(values: &[bool]) -> String {
    values.iter().map(|&value| if value { '1' } else { '0' }).collect()
}

fn sorted<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort();
    values
}

fn sorted_list<T: Ord + Clone>(values: &[T]) -> Vec<T> {
    sorted(values.iter().cloned())
}
