//! What the positions of a game share, from what its text says.

use super::spec::{EventResult, GameSpec, KindSpec, Mode, Vector, sum_of};
use super::symmetry::{color_symmetry, has_file_symmetry};
use crate::geometry::{Place, Point};
use crate::moves::{PieceInfo, PieceTable, PieceType, Side};
use crate::rules::fen::{field, format_row};
use crate::rules::{Block, EMPTY, EndRules, FenFormat, GameInfo, Notation, Space, Stalemate};

/// Stands for the [`GameInfo`] of a game that is not complete.
pub(super) static INCOMPLETE: GameInfo = EMPTY;

/// The cells of a game, some of which may be missing.
struct Cells {
    block: Block,
    exists: Vec<bool>,
}

impl Space for Cells {
    fn point(&self, cell: Place) -> Point {
        self.block.point(cell)
    }

    /// Also returns missing cells, which a FEN counts as empty.
    fn cell_at(&self, point: Point) -> Option<Place> {
        self.block.cell_at(point)
    }

    fn place_name(&self, place: Place) -> String {
        self.block.place_name(place)
    }

    fn place_from_name(&self, text: &str) -> Option<Place> {
        self.block.place_from_name(text).filter(|&cell| self.exists(cell))
    }

    fn exists(&self, place: Place) -> bool {
        self.exists.get(usize::from(place)).copied().unwrap_or(false)
    }
}

/// Returns what the positions of a game share. `values` are the values of its kinds, `max_moves` is
/// the largest number of moves. The parts are never freed.
pub(super) fn game_info(spec: &GameSpec, values: &[i32], max_moves: usize) -> GameInfo {
    let fields: &[&str] = fen_fields(spec).leak();
    let rights: String = spec.castlings.iter().filter_map(|castling| castling.right).collect();
    let kinds_where = |condition: &dyn Fn(usize) -> bool| -> &'static [PieceType] {
        let kinds = (0..spec.kinds.len()).filter(|&kind| condition(kind)).map(PieceType::new);
        kinds.collect::<Vec<_>>().leak()
    };
    GameInfo {
        name: spec.name.clone().leak(),
        files: spec.files,
        ranks: spec.ranks,
        levels: spec.levels,
        cell_count: spec.cells(),
        space: Box::leak(Box::new(Cells { block: spec.block(), exists: spec.exists.clone() })),
        color_symmetry: color_symmetry(spec),
        file_symmetry: has_file_symmetry(spec),
        pieces: PieceTable(piece_infos(spec, values).leak()),
        king: PieceType::new(spec.king()),
        pawns: kinds_where(&|kind| spec.kinds[kind].promotion.is_some()),
        promotions: promotions(spec).leak(),
        max_moves,
        end_rules: end_rules(spec),
        fen: FenFormat { fields, castling_letters: rights.leak(), ..EMPTY.fen },
        start_fen: start_fen(spec, fields).leak(),
        notations: spec.notation.map_or_else(|| notations(spec), |it| vec![it]).leak(),
        rules: Some(spec.rules_checksum()),
        ..EMPTY
    }
}

fn end_rules(spec: &GameSpec) -> EndRules {
    let stalemate = match spec.stalemate {
        EventResult::Win => Stalemate::Win,
        EventResult::Loss => Stalemate::Loss,
        EventResult::Draw | EventResult::None => Stalemate::Draw,
    };
    EndRules { stalemate, repetition: spec.repetition, move_limit: spec.move_limit }
}

fn piece_infos(spec: &GameSpec, values: &[i32]) -> Vec<PieceInfo> {
    let info = |(kind, &value): (&KindSpec, &i32)| PieceInfo {
        letter: kind.letter.to_ascii_lowercase(),
        name: kind.name.clone().leak(),
        value,
        phase: match kind.name.as_str() {
            _ if kind.royal || kind.promotion.is_some() => 0,
            "knight" | "bishop" => 1,
            "rook" => 2,
            "queen" => 4,
            _ => (value / 250).clamp(1, 4),
        },
    };
    spec.kinds.iter().zip(values).map(info).collect()
}

/// Returns the kinds to which pieces promote, those of the first kind that promotes first.
fn promotions(spec: &GameSpec) -> Vec<PieceType> {
    let mut kinds = Vec::new();
    for &kind in spec.kinds.iter().filter_map(|kind| kind.promotion.as_ref()).flat_map(|it| &it.to)
    {
        let kind = PieceType::new(kind.into());
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// Returns the names of the fields of a FEN.
fn fen_fields(spec: &GameSpec) -> Vec<&'static str> {
    let mut fields = vec![if spec.levels == 1 { field::BOARD } else { field::LEVELS }, field::SIDE];
    let has_rights = spec.castlings.iter().any(|castling| castling.right.is_some());
    fields.extend(has_rights.then_some(field::CASTLING));
    let mut tracked = (0..spec.kinds.len()).filter(|&kind| spec.tracks_unmoved(kind)).peekable();
    if tracked.peek().is_some() {
        let only_pawns = tracked.all(|kind| spec.kinds[kind].promotion.is_some());
        fields.push(if only_pawns { field::UNMOVED_PAWNS } else { field::UNMOVED_PIECES });
    }
    fields.extend(spec.has_en_passant().then_some(field::EN_PASSANT));
    fields.extend([field::HALFMOVE_CLOCK, field::MOVE_NUMBER]);
    fields
}

/// Returns the FEN of the start position.
fn start_fen(spec: &GameSpec, fields: &[&str]) -> String {
    let letter = |cell: usize| {
        let piece = spec.start[cell]?;
        let letter = spec.kinds[piece.kind.index()].letter;
        Some(if piece.side == Side::White { letter } else { letter.to_ascii_lowercase() })
    };
    let row = |rank: usize, level: usize| {
        let first = (level * spec.ranks + rank) * spec.files;
        format_row((first..first + spec.files).map(letter))
    };
    let level =
        |level| (0..spec.ranks).rev().map(|rank| row(rank, level)).collect::<Vec<_>>().join("/");
    let text_of = |&field: &&str| match field {
        field::BOARD | field::LEVELS => {
            (0..spec.levels).rev().map(level).collect::<Vec<_>>().join("|")
        }
        field::SIDE => "w".into(),
        field::CASTLING => spec.castlings.iter().filter_map(|castling| castling.right).collect(),
        field::UNMOVED_PAWNS | field::UNMOVED_PIECES => {
            let is_tracked = |kind: PieceType| spec.tracks_unmoved(kind.index());
            let tracks = spec.start.iter().flatten().any(|piece| is_tracked(piece.kind));
            if tracks { "*".into() } else { "-".into() }
        }
        field::EN_PASSANT => "-".into(),
        field::HALFMOVE_CLOCK => "0".into(),
        _ => "1".into(),
    };
    fields.iter().map(text_of).collect::<Vec<String>>().join(" ")
}

/// Returns the notations for people that tell any two moves apart.
pub(super) fn notations(spec: &GameSpec) -> Vec<Notation> {
    let rules = || spec.kinds.iter().flat_map(|kind| &kind.rules);
    // These notations write a capture from afar as a move to the same cell, and castling as O-O or
    // O-O-O.
    let castles_twice = |side: Side, is_short: bool| {
        let castlings = spec.castlings.iter().filter(|castling| {
            let [from, to] = [castling.king[0], castling.written].map(|it| spec.coordinates(it)[0]);
            castling.side == side && (to > from) == is_short
        });
        castlings.count() > 1
    };
    let is_ambiguous = rules().any(|rule| rule.mode == Mode::FromAfar)
        || Side::ALL.iter().any(|&side| castles_twice(side, true) || castles_twice(side, false));
    if is_ambiguous {
        return Vec::new();
    }
    if spec.levels == 1 {
        // SAN does not write the origin of a pawn that steps ahead.
        let pawn_steps = spec.kinds[0].rules.iter().filter(|rule| rule.mode == Mode::Step);
        let is_ahead = |path: &Vec<Vector>| path.iter().all(|by| by[0] == 0);
        let is_plain = pawn_steps.flat_map(|rule| &rule.paths).all(is_ahead);
        return if is_plain { vec![Notation::San] } else { Vec::new() };
    }
    let mut notations = vec![Notation::Roth];
    let has_special_moves =
        spec.has_en_passant() || !spec.castlings.is_empty() || !spec.rides.is_empty();
    notations.extend((!has_special_moves).then_some(Notation::Maack));
    notations
}

/// Returns by kind whether none of its moves can ever be undone: it goes towards the far rank or
/// the far level only.
pub(super) fn kinds_that_never_return(spec: &GameSpec) -> u16 {
    let never_returns = |kind: &KindSpec| {
        let rises = |weights: [i32; 3]| {
            let mut sums = kind.rules.iter().flat_map(|rule| &rule.paths).map(|path| sum_of(path));
            sums.all(|sum| (0..3).map(|axis| weights[axis] * i32::from(sum[axis])).sum::<i32>() > 0)
        };
        // A transfer changes the level after each move.
        let by_level = spec.transfer.is_none() && (rises([0, 0, 1]) || rises([0, 1, 1]));
        let rides = kind.royal && !spec.rides.is_empty();
        !rides && !kind.rules.iter().any(|rule| rule.jumps) && (rises([0, 1, 0]) || by_level)
    };
    let kinds = (0..).zip(&spec.kinds).filter(|(_, kind)| never_returns(kind));
    kinds.fold(0, |set, (kind, _): (u32, _)| set | 1 << kind)
}
