//! The resolved rules as JSON, for programs that show or explain a game. `docs/games.md` has the
//! keys.

use super::game::{CastlingSpec, GameSpec, KindSpec, Mode, MoveRule, RideSpec, UNLIMITED};
use crate::geometry::Place;
use crate::moves::{PieceType, Side};
use crate::rules::GameInfo;
use serde_json::{Value, json};

impl GameSpec {
    /// Returns the rules as JSON. `info` is what the positions of the game share.
    pub fn to_json(&self, info: &GameInfo) -> Value {
        let axes = ["files", "ranks", "levels"].into_iter().zip(self.black_reverses);
        let letters =
            |kinds: &[u8]| -> String { kinds.iter().map(|&it| self.letter(it)).collect() };
        let king = self.kinds[self.king()].letter;
        let dead = self.dead_material.iter().map(|kinds| format!("{king}{}", letters(kinds)));
        let missing: Vec<bool> = self.exists.iter().map(|exists| !exists).collect();
        let transfer = self.transfer.as_ref().map(|levels| levels.iter().map(|level| level + 1));
        let kind_json = |index| self.kind_json(index, info.pieces.value(PieceType::new(index)));
        json!({
            "name": self.name,
            "title": self.title,
            "about": self.about,
            "files": self.files,
            "ranks": self.ranks,
            "levels": self.levels,
            "missing": self.region(&missing),
            "black_reverses": axes.filter(|(_, is)| *is).map(|(axis, _)| axis).collect::<Vec<_>>(),
            "pieces": (0..self.kinds.len()).map(kind_json).collect::<Vec<_>>(),
            "castling": self.castlings.iter().map(|it| self.castling_json(it)).collect::<Vec<_>>(),
            "rides": self.rides.iter().map(|ride| self.ride_json(ride)).collect::<Vec<_>>(),
            "transfer": transfer.map(Iterator::collect::<Vec<_>>),
            "dead_material": dead.collect::<Vec<_>>(),
            "stalemate": self.stalemate,
            "bare_king": self.bare_king,
            "repetition": self.repetition,
            "move_limit": self.move_limit,
            "startpos": info.start_fen,
            "checksum": self.rules_checksum().to_string(),
            "survey": self.measured.survey,
        })
    }

    fn kind_json(&self, index: usize, value: i32) -> Value {
        let kind = &self.kinds[index];
        let promotion = kind.promotion.as_ref().map(|promotion| {
            json!({
                "must": self.region(&promotion.must),
                "may": self.region(&promotion.may),
                "to": promotion.to.iter().map(|&kind| self.letter(kind)).collect::<String>(),
            })
        });
        let levels = (1..).zip(&kind.levels).filter(|(_, is)| **is);
        let start = |side| self.names(self.start_cells(index, side));
        json!({
            "letter": kind.letter,
            "name": kind.name,
            "royal": kind.royal,
            "value": value,
            "levels": levels.map(|(level, _)| level).collect::<Vec<u8>>(),
            "start": { "w": start(Side::White), "b": start(Side::Black) },
            "moves": kind.rules.iter().map(|rule| self.rule_json(kind, rule)).collect::<Vec<_>>(),
            "promotion": promotion,
            "freezes": kind.freezes,
            "progress": kind.progress,
        })
    }

    fn rule_json(&self, kind: &KindSpec, rule: &MoveRule) -> Value {
        // A region that excludes no cell on which the piece can stand is no limit.
        let limited = |region: &[bool]| {
            let is_level = |cell: Place| kind.levels[self.coordinates(cell)[2] as usize];
            let counts = |cell| rule.mode == Mode::FromAfar || is_level(cell);
            let mut others = (0..).zip(region.iter().zip(&self.exists));
            let is_limit = others.any(|(cell, (&is, &exists))| exists && counts(cell) && !is);
            is_limit.then(|| self.region(region))
        };
        json!({
            "mode": rule.mode,
            "paths": rule.paths,
            "at_most": (rule.at_most < UNLIMITED).then_some(rule.at_most),
            "jumps": rule.jumps,
            "from": limited(&rule.from),
            "onto": limited(&rule.onto),
            "first": rule.first,
            "en_passant": rule.en_passant,
        })
    }

    fn castling_json(&self, castling: &CastlingSpec) -> Value {
        let CastlingSpec { side, right, king, rook, empty, safe, written } = castling;
        let names = |cells: &[Place]| self.names(cells.iter().copied());
        json!({
            "side": letter(*side),
            "right": right,
            "king": names(king),
            "rook": names(rook),
            "empty": names(empty),
            "safe": names(safe),
            "written": self.cell_name(*written),
        })
    }

    fn ride_json(&self, ride: &RideSpec) -> Value {
        json!({
            "side": letter(ride.side),
            "piece": self.letter(ride.kind),
            "stop": self.cell_name(ride.stop),
            "end": self.names(ride.ends.iter().copied()),
        })
    }

    fn letter(&self, kind: u8) -> char {
        self.kinds[usize::from(kind)].letter
    }

    fn region(&self, region: &[bool]) -> Vec<String> {
        self.names((0..).zip(region).filter(|(_, is)| **is).map(|(cell, _)| cell))
    }

    fn names(&self, cells: impl Iterator<Item = Place>) -> Vec<String> {
        cells.map(|cell| self.cell_name(cell)).collect()
    }
}

/// Returns the letter of a side in FENs.
fn letter(side: Side) -> char {
    if side == Side::White { 'w' } else { 'b' }
}
