//! Reads the ways of castling, the rides, what cannot win, and what has been measured.

use super::context::Context;
use super::document::{Errors, LocatedValue, SourceLocation, TableReader, Value, shorten};
use super::game::{CastlingSpec, MAX_CASTLINGS, Measured, RideSpec, Surveyed};
use crate::geometry::Place;
use crate::moves::{Piece, Side};
use crate::score::WdlModel;

impl Context<'_> {
    pub(super) fn read_castlings(
        &self,
        reader: &mut TableReader<'_>,
        errors: &mut Errors,
    ) -> Vec<CastlingSpec> {
        let mut castlings: Vec<CastlingSpec> = Vec::new();
        let tables = reader.tables("castling");
        if tables.len() * 2 > MAX_CASTLINGS {
            let message = format!(
                "{} ways of castling read, at most {} expected",
                tables.len(),
                MAX_CASTLINGS / 2
            );
            errors.add(reader.at, "castling", message);
            return castlings;
        }
        let mut black = Vec::new();
        for (node, path) in tables {
            let mut inner = TableReader::new(node, &path, errors);
            let right = inner.text("right", errors).and_then(|(text, at)| {
                let letter = text
                    .chars()
                    .next()
                    .filter(|letter| text.len() == 1 && letter.is_ascii_uppercase());
                let is_new = |letter: &char| {
                    !castlings.iter().any(|other: &CastlingSpec| other.right == Some(*letter))
                };
                let letter = letter.filter(is_new);
                if letter.is_none() {
                    errors.add(
                        at,
                        &inner.path_of("right"),
                        format!(
                            "`{}` read, a capital letter that no other castling has expected",
                            shorten(text)
                        ),
                    );
                }
                letter
            });
            let king = self.read_way(&mut inner, "king", errors);
            let rook = self.read_way(&mut inner, "rook", errors);
            let empty = self.read_cells(&mut inner, "empty", errors);
            let safe =
                self.read_cells(&mut inner, "safe", errors).map_or(Vec::new(), |(cells, _)| cells);
            let written = self.read_cell(&mut inner, "written", errors);
            let [empty_key, written_key] = ["empty", "written"].map(|key| inner.path_of(key));
            let written_at = inner.get("written").map_or(inner.at, |node| node.at);
            inner.finish(errors);
            let (Some(king), Some(rook)) = (king, rook) else { continue };
            let (empty, empty_at) = empty.unwrap_or((Vec::new(), node.at));
            // Such a castling would never be possible, or could not be written.
            for (cell, piece) in [(king[0], "king"), (rook[0], "rook")] {
                if empty.contains(&cell) {
                    let name = self.spec.cell_name(cell);
                    let message = format!("{name} read, but the {piece} stands there");
                    errors.add_secondary(empty_at, &empty_key, message);
                }
            }
            if written == Some(king[0]) {
                let name = self.spec.cell_name(king[0]);
                let message = format!("{name} read, but the king stands there");
                errors.add_secondary(written_at, &written_key, message);
            }
            let written = written.unwrap_or(rook[0]);
            let castling =
                CastlingSpec { side: Side::White, right, king, rook, empty, safe, written };
            black.push(CastlingSpec {
                side: Side::Black,
                right: right.map(|letter| letter.to_ascii_lowercase()),
                ..castling.mapped(|cell| self.spec.as_seen_by(Side::Black, cell))
            });
            castlings.push(castling);
            for castling in castlings.iter().rev().take(1).chain(black.iter().rev().take(1)) {
                self.check_castling(castling, node.at, &path, errors);
            }
        }
        castlings.extend(black);
        castlings
    }

    /// Adds an error if king and rook do not stand at the start where a castling says.
    fn check_castling(
        &self,
        castling: &CastlingSpec,
        at: SourceLocation,
        path: &str,
        errors: &mut Errors,
    ) {
        let start = |cell: Place| self.spec.start.get(usize::from(cell)).copied().flatten();
        let is_own = |piece: &Piece| piece.side == castling.side;
        let (king, rook) =
            (start(castling.king[0]).filter(is_own), start(castling.rook[0]).filter(is_own));
        let stand = king.is_some_and(|king| king.kind.index() == self.king)
            && rook.is_some()
            && castling.king[0] != castling.rook[0];
        if self.has_start && !stand {
            let names = [castling.king[0], castling.rook[0]].map(|cell| self.spec.cell_name(cell));
            let message = format!(
                "no king and rook of {} start on {} and {}",
                castling.side, names[0], names[1]
            );
            errors.add_secondary(at, path, message);
        }
        if castling.king[1] == castling.rook[1] {
            errors.add(at, path, "king and rook go to the same cell");
        }
    }

    pub(super) fn read_rides(
        &self,
        reader: &mut TableReader<'_>,
        errors: &mut Errors,
    ) -> Vec<RideSpec> {
        let mut rides = Vec::new();
        for (node, path) in reader.tables("rides") {
            let mut inner = TableReader::new(node, &path, errors);
            let has_all = ["piece", "stop", "end"].iter().all(|&key| inner.get(key).is_some());
            if !has_all {
                errors.add_secondary(node.at, &path, "`piece`, `stop` and `end` expected");
            }
            let kind = self.read_kind_letter(&mut inner, "piece", errors);
            let stop = self.read_cell(&mut inner, "stop", errors);
            let ends = self.read_cells(&mut inner, "end", errors);
            let end_key = inner.path_of("end");
            inner.finish(errors);
            let (Some(kind), Some(stop), Some((ends, ends_at))) = (kind, stop, ends) else {
                continue;
            };
            if ends.is_empty() {
                errors.add_secondary(ends_at, &end_key, "one cell or more expected");
                continue;
            }
            if ends.contains(&stop) {
                errors.add(node.at, &path, "a ride does not end where it begins");
                continue;
            }
            if usize::from(kind) != self.king {
                errors.add_secondary(node.at, &path, "only the king rides");
                continue;
            }
            let ride = RideSpec { side: Side::White, kind, stop, ends };
            let seen = ride.mapped(|cell| self.spec.as_seen_by(Side::Black, cell));
            rides.extend([ride, RideSpec { side: Side::Black, ..seen }]);
        }
        if rides.len() > 2 {
            errors.add(
                reader.at,
                "rides",
                format!("{} rides read, at most 1 expected", rides.len() / 2),
            );
            rides.truncate(2);
        }
        rides
    }

    /// Reads the letter of a kind.
    fn read_kind_letter(
        &self,
        reader: &mut TableReader<'_>,
        key: &'static str,
        errors: &mut Errors,
    ) -> Option<u8> {
        let (text, at) = reader.text(key, errors)?;
        match self.parse_kinds(text).as_deref() {
            Ok(&[kind]) => Some(kind),
            _ => {
                let message = format!("`{}` read, the letter of a piece expected", shorten(text));
                errors.add_secondary(at, &reader.path_of(key), message);
                None
            }
        }
    }

    pub(super) fn read_dead_material(
        &self,
        reader: &mut TableReader<'_>,
        errors: &mut Errors,
    ) -> Vec<Vec<u8>> {
        let Some(texts) = reader.texts("dead_material", errors) else { return vec![Vec::new()] };
        let mut list = Vec::new();
        for (text, at) in texts {
            let king = self.letters.get(self.king).copied().unwrap_or('K');
            let beside = text.strip_prefix(king).ok_or_else(|| {
                format!(
                    "`{}` read, the king `{king}` and the pieces beside it expected",
                    shorten(text)
                )
            });
            match beside.and_then(|text| self.parse_kinds(text)) {
                Ok(mut kinds) if kinds.len() <= 4 => {
                    kinds.sort_unstable();
                    list.push(kinds);
                }
                Ok(_) => {
                    errors.add(at, "dead_material", "at most 4 pieces beside the king expected")
                }
                Err(message) => errors.add_secondary(at, "dead_material", message),
            }
        }
        list
    }
}

/// The least and the highest Elo of a skill level.
const ELO: (i64, i64) = (400, 5000);

/// Reads what has been measured.
pub(super) fn read_measured(reader: &mut TableReader<'_>, errors: &mut Errors) -> Measured {
    let mut measured = Measured::default();
    let Some(node) = reader.get("measured") else { return measured };
    let mut inner = TableReader::new(node, "measured", errors);
    if let Some(node) = inner.get("wdl") {
        let mut wdl = TableReader::new(node, "measured.wdl", errors);
        let midpoint = wdl.required("midpoint", (0, 10_000), errors);
        let scale = wdl.required("scale", (1, 10_000), errors);
        wdl.finish(errors);
        let model = |(midpoint, scale)| WdlModel { midpoint, scale };
        measured.wdl = midpoint.zip(scale).map(model);
    }
    if let Some(node) = inner.get("skill") {
        let number = |node: &LocatedValue| match node.value {
            Value::Number(number) if (ELO.0..=ELO.1).contains(&number) => Some(number as i32),
            _ => None,
        };
        let elo: Option<Vec<i32>> = match &node.value {
            Value::List(list) => list.iter().map(number).collect(),
            _ => None,
        };
        let elo = elo.and_then(|list| <[i32; 6]>::try_from(list).ok());
        measured.skill = elo.filter(|elo| elo.is_sorted_by(|low, high| low < high));
        if measured.skill.is_none() {
            let message = format!("six rising numbers from {} to {} expected", ELO.0, ELO.1);
            errors.add(node.at, "measured.skill", message);
        }
    }
    measured.survey = inner.get("survey").and_then(|node| read_survey(node, errors));
    inner.finish(errors);
    measured
}

/// Reads what a survey says.
fn read_survey(node: &LocatedValue, errors: &mut Errors) -> Option<Surveyed> {
    let mut survey = TableReader::new(node, "measured.survey", errors);
    let mut number = |key, range| survey.required(key, range, errors).map(|it| it as u32);
    let [games, plies, moves] = ["games", "plies", "moves"].map(|key| number(key, (1, 1_000_000)));
    let [white, error, drawn] = ["white", "error", "drawn"].map(|key| number(key, (0, 100)));
    survey.finish(errors);
    Some(Surveyed {
        games: games?,
        white: white?,
        error: error?,
        drawn: drawn?,
        plies: plies?,
        moves: moves?,
    })
}
