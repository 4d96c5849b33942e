//! Moves of a game from a file.

use super::position::Pieces;
use super::text::Vector;
use super::{Cell, GameFile, How, Kind, MoveTable, Piece, Position, Side};
use std::collections::{BTreeMap, BTreeSet};

/// A way of a piece to a cell. Every cell that it passes is empty.
struct Way<'a> {
    to: Cell,
    passed: Vec<Cell>,
    how: How,
    table: &'a MoveTable,
}

/// Takes a cell that a piece reaches, the cells passed, how, and the table.
type Visit<'v, 'a> = dyn FnMut(Cell, &[Cell], How, &'a MoveTable) + 'v;

impl How {
    /// Returns whether it leads to an empty cell.
    fn steps(self) -> bool {
        matches!(self, How::Leap | How::Step | How::Slide | How::SlideWithoutCapture)
    }

    /// Returns whether it captures, and so attacks.
    fn captures(self) -> bool {
        matches!(self, How::Leap | How::Capture | How::Slide | How::SlideToCapture | How::FromAfar)
    }

    /// Returns whether it repeats a vector.
    fn slides(self) -> bool {
        matches!(self, How::Slide | How::SlideWithoutCapture | How::SlideToCapture)
    }
}

impl Way<'_> {
    /// Returns whether it is one vector and captures where it leads.
    fn is_capturing_leap(&self) -> bool {
        matches!(self.how, How::Leap | How::Capture) && self.passed.is_empty()
    }
}

impl GameFile {
    fn kind(&self, piece: Piece) -> &Kind {
        &self.kinds[&piece.kind]
    }

    /// Returns the ways of the piece on a cell, whatever stands on their last cells.
    fn ways(&self, pieces: &Pieces, from: Cell) -> Vec<Way<'_>> {
        let mut ways = Vec::new();
        self.each_way(pieces, from, |_| true, &mut |to, passed, how, table| {
            ways.push(Way { to, passed: passed.to_vec(), how, table });
        });
        ways
    }

    /// Calls `visit` with each way of the piece on a cell by the rules that are wanted: the last
    /// cell, the cells passed, how, and the table.
    fn each_way<'a>(
        &'a self,
        pieces: &Pieces,
        from: Cell,
        is_wanted: fn(How) -> bool,
        visit: &mut Visit<'_, 'a>,
    ) {
        let piece = pieces[&from];
        let (kind, side) = (self.kind(piece), piece.side);
        for table in kind.tables.iter().filter(|it| self.is_in(it.on.as_ref(), side, from)) {
            let mut reach = |to: Cell, passed: &[Cell], how: How| {
                let levels = kind.levels.as_ref().filter(|_| how != How::FromAfar);
                if self.is_in(table.onto.as_ref(), side, to)
                    && levels.is_none_or(|it| it.contains(&self.seen_by(side, to)[2]))
                {
                    visit(to, passed, how, table);
                }
            };
            for (how, paths) in table.rules.iter().filter(|(how, _)| is_wanted(*how)) {
                for path in paths {
                    let most = if how.slides() { table.at_most } else { 1 };
                    self.follow(pieces, from, path, most, |to, passed| reach(to, passed, *how));
                }
            }
            if is_wanted(How::Step) {
                let region = table.steps_anywhere_on.iter();
                let cells = region.map(|&cell| self.seen_by(side, cell)).filter(|&to| to != from);
                cells.for_each(|to| reach(to, &[], How::Step));
            }
        }
    }

    /// Follows a path up to `most` times. Calls `reach` with the last cell of each time, and the
    /// cells passed before it.
    fn follow(
        &self,
        pieces: &Pieces,
        from: Cell,
        path: &[Vector],
        most: i32,
        mut reach: impl FnMut(Cell, &[Cell]),
    ) {
        let side = pieces[&from].side;
        let (mut at, mut passed) = (from, Vec::new());
        for _ in 0..most {
            for (index, &vector) in path.iter().enumerate() {
                at = self.step(side, at, vector);
                if !self.exists(at) {
                    return;
                }
                if index + 1 == path.len() {
                    reach(at, &passed);
                }
                // The piece has left its own cell, which it does not pass by any path but in a
                // ring.
                if pieces.contains_key(&at) {
                    return;
                }
                passed.push(at);
            }
        }
    }

    /// Returns whether an enemy piece freezes the piece on a cell.
    fn is_frozen(&self, pieces: &Pieces, cell: Cell) -> bool {
        let side = pieces[&cell].side;
        let mut enemies = pieces.iter().filter(|(_, piece)| piece.side != side);
        enemies.any(|(&at, &enemy)| {
            let mut freezes = self.kind(enemy).freezes.iter();
            freezes.any(|&vector| self.step(enemy.side, at, vector) == cell)
        })
    }

    /// Returns the cells of each piece and of what it attacks.
    pub(crate) fn attacks(&self, pieces: &Pieces) -> BTreeSet<[Cell; 2]> {
        let mut attacks = BTreeSet::new();
        for &from in pieces.keys().filter(|&&from| !self.is_frozen(pieces, from)) {
            self.each_way(pieces, from, How::captures, &mut |to, _, _, _| {
                attacks.insert([from, to]);
            });
        }
        attacks
    }

    /// Returns the pieces of a side that attack a cell.
    fn attackers(&self, pieces: &Pieces, cell: Cell, by: Side) -> impl Iterator<Item = Cell> {
        let attacks = move |from: Cell| {
            let mut attacks = false;
            self.each_way(pieces, from, How::captures, &mut |to, _, _, _| attacks |= to == cell);
            attacks && !self.is_frozen(pieces, from)
        };
        let own = pieces.iter().filter(move |(_, piece)| piece.side == by);
        own.map(|(&from, _)| from).filter(move |&from| attacks(from))
    }

    /// Returns the cell of a king.
    fn king_cell(&self, pieces: &Pieces, side: Side) -> Cell {
        let king = Piece { kind: self.king, side };
        *pieces.iter().find(|(_, piece)| **piece == king).expect("a king").0
    }

    /// Returns whether the king of a side is attacked.
    pub(crate) fn is_in_check(&self, pieces: &Pieces, side: Side) -> bool {
        let king = self.king_cell(pieces, side);
        self.attackers(pieces, king, side.other()).next().is_some()
    }

    /// Returns the cells on which a piece can be captured after it went from one cell to another
    /// without capture, by the tables for which the condition holds.
    pub(super) fn passed_cells(
        &self,
        pieces: &Pieces,
        from: Cell,
        to: Cell,
        is_allowed: impl Fn(&str) -> bool,
    ) -> BTreeSet<Cell> {
        let mut cells = BTreeSet::new();
        self.each_way(pieces, from, How::steps, &mut |end, passed, _, table| {
            if end == to && is_allowed(&table.first) {
                match table.en_passant.as_str() {
                    "all" => cells.extend(passed),
                    "last" => cells.extend(passed.last()),
                    _ => {}
                }
            }
        });
        // Where the piece stands, it is captured as any other.
        cells.remove(&to);
        cells
    }

    /// Returns the legal moves in UCI notation, and the positions after them.
    pub(crate) fn legal_moves(&self, position: &Position) -> BTreeMap<String, Position> {
        let mut moves = BTreeMap::new();
        if self.variant_end(position).is_some() {
            return moves;
        }
        let (pieces, side) = (&position.pieces, position.side_to_move);
        let king = self.king_cell(pieces, side);
        let checkers = self.attackers(pieces, king, side.other()).collect();
        let turn = Turn { game: self, position, side, checkers };
        for (&from, _) in pieces.iter().filter(|(_, piece)| piece.side == side) {
            if !self.is_frozen(pieces, from) {
                turn.piece_moves(from, &mut moves);
            }
        }
        turn.castling_moves(king, &mut moves);
        moves
    }
}

/// The side to move in a position.
struct Turn<'a> {
    game: &'a GameFile,
    position: &'a Position,
    side: Side,
    /// The pieces that give check.
    checkers: Vec<Cell>,
}

type Moves = BTreeMap<String, Position>;

impl Turn<'_> {
    /// Returns whether the condition of a table allows the piece on a cell to move; `captured` is
    /// the cell of what it captures.
    fn is_allowed(&self, first: &str, from: Cell, captured: Option<Cell>) -> bool {
        let is_first = self.position.unmoved.contains(&from);
        let in_check = !self.checkers.is_empty();
        match first {
            "" => true,
            "only" => is_first,
            "not" => !is_first,
            "only in check" => is_first && in_check,
            "in check" => !is_first || in_check,
            "captures checker" => {
                !is_first || captured.is_some_and(|cell| self.checkers.contains(&cell))
            }
            _ => panic!("no condition {first}"),
        }
    }

    fn piece_moves(&self, from: Cell, moves: &mut Moves) {
        let (game, pieces) = (self.game, &self.position.pieces);
        let piece = pieces[&from];
        for way in game.ways(pieces, from) {
            let allows = |captured| self.is_allowed(&way.table.first, from, captured);
            match pieces.get(&way.to) {
                Some(target) if target.side == self.side || target.kind == game.king => {}
                Some(_) if way.how == How::FromAfar => {
                    if allows(Some(way.to)) {
                        self.capture_from_afar(from, way.to, moves);
                    }
                }
                Some(_) => {
                    if way.how.captures() && allows(Some(way.to)) {
                        self.arrivals(from, way.to, Some(way.to), moves);
                    }
                }
                None => {
                    if way.how.steps() && allows(None) {
                        self.arrivals(from, way.to, None, moves);
                    }
                    // En passant: a leap of the same kind of piece onto a cell that was passed.
                    if let Some((runner, passed)) = &self.position.en_passant
                        && passed.contains(&way.to)
                        && way.is_capturing_leap()
                        && pieces[runner].kind == piece.kind
                        && allows(Some(*runner))
                    {
                        self.arrivals(from, way.to, Some(*runner), moves);
                    }
                }
            }
        }
    }

    /// Adds the moves of a piece that arrives on a cell: with each promotion, and with each ride.
    fn arrivals(&self, from: Cell, to: Cell, captured: Option<Cell>, moves: &mut Moves) {
        let game = self.game;
        let piece = self.position.pieces[&from];
        let kind = game.kind(piece);
        let seen = game.seen_by(self.side, to);
        let promotion =
            kind.promotion.as_ref().filter(|it| it.must.contains(&seen) || it.may.contains(&seen));
        if promotion.is_none_or(|promotion| !promotion.must.contains(&seen)) {
            self.arrive(from, to, captured, None, moves);
        }
        for &letter in promotion.iter().flat_map(|promotion| &promotion.to) {
            self.arrive(from, to, captured, Some(letter), moves);
        }
        let ride = game.ride.as_ref().filter(|ride| piece.kind == game.king && ride.stop == seen);
        for &end in ride.iter().flat_map(|ride| &ride.ends) {
            self.ride(from, to, captured, game.seen_by(self.side, end), moves);
        }
    }

    /// Adds the move of a piece that arrives on a cell, and perhaps promotes to a kind, if it is
    /// legal.
    fn arrive(
        &self,
        from: Cell,
        to: Cell,
        captured: Option<Cell>,
        promotion: Option<char>,
        moves: &mut Moves,
    ) {
        let game = self.game;
        let kind = promotion.unwrap_or(self.position.pieces[&from].kind);
        let piece = Piece { kind, side: self.side };
        let mut before = self.position.pieces.clone();
        before.remove(&from);
        captured.map(|cell| before.remove(&cell));
        let mut after = before.clone();
        before.insert(to, piece);
        let mut end = to;
        if let Some(levels) = &game.transfer {
            // The piece goes over to another level, where the cell must be empty. The king must be
            // safe before that, too, if it stands on the level of the move.
            end[2] = levels[to[2] as usize];
            if end == from || after.contains_key(&end) || !game.exists(end) {
                return;
            }
            let king = game.king_cell(&before, self.side);
            if end != to && king[2] == to[2] && game.is_in_check(&before, self.side) {
                return;
            }
        }
        after.insert(end, piece);
        if game.is_in_check(&after, self.side) {
            return;
        }
        let mut text = format!("{}{}", game.name(from), game.name(end));
        text.extend(promotion.map(|kind| kind.to_ascii_lowercase()));
        let is_reset = captured.is_some() || promotion.is_some() || self.is_progress(from, end);
        let mut next = self.next(after, &[Some(from), captured], is_reset);
        // A piece that has promoted is no longer of the kind that can be captured.
        if captured.is_none() && promotion.is_none() {
            let is_allowed = |first: &str| self.is_allowed(first, from, None);
            let passed = game.passed_cells(&self.position.pieces, from, to, is_allowed);
            next.en_passant = (!passed.is_empty()).then_some((end, passed));
        }
        moves.insert(text, next);
    }

    /// Adds the move of a king that goes on from the cell where it arrives, if it is legal.
    fn ride(&self, from: Cell, stop: Cell, captured: Option<Cell>, end: Cell, moves: &mut Moves) {
        let game = self.game;
        let mut pieces = self.position.pieces.clone();
        let king = pieces.remove(&from).expect("a king");
        captured.map(|cell| pieces.remove(&cell));
        let mut on_stop = pieces.clone();
        on_stop.insert(stop, king);
        if end == from || pieces.contains_key(&end) || game.is_in_check(&on_stop, self.side) {
            return;
        }
        pieces.insert(end, king);
        if game.is_in_check(&pieces, self.side) {
            return;
        }
        let text = [from, stop, end].map(|cell| game.name(cell)).concat();
        let is_reset = captured.is_some() || self.is_progress(from, end);
        moves.insert(text, self.next(pieces, &[Some(from), captured], is_reset));
    }

    fn capture_from_afar(&self, from: Cell, target: Cell, moves: &mut Moves) {
        let game = self.game;
        let mut pieces = self.position.pieces.clone();
        pieces.remove(&target);
        if !game.is_in_check(&pieces, self.side) {
            let text = format!("{}x{}", game.name(from), game.name(target));
            let next = self.next(pieces, &[Some(target)], true);
            moves.insert(text, next);
        }
    }

    fn castling_moves(&self, king: Cell, moves: &mut Moves) {
        let (game, position) = (self.game, self.position);
        let is_frozen = |cell: Cell| game.is_frozen(&position.pieces, cell);
        if !self.checkers.is_empty() {
            return;
        }
        for castling in &game.castlings {
            let seen = |cell: Cell| game.seen_by(self.side, cell);
            let ([from, to], [rook, rook_to]) = (castling.king.map(seen), castling.rook.map(seen));
            let has_right = match castling.right {
                Some(letter) if self.side == Side::White => position.castling.contains(&letter),
                Some(letter) => position.castling.contains(&letter.to_ascii_lowercase()),
                None => position.unmoved.contains(&from) && position.unmoved.contains(&rook),
            };
            if !has_right || from != king || is_frozen(from) || is_frozen(rook) {
                continue;
            }
            let is_empty = |cell: Cell| !position.pieces.contains_key(&cell);
            let is_safe = |cell: Cell| {
                game.attackers(&position.pieces, cell, self.side.other()).next().is_none()
            };
            let arrives = |cell: Cell| cell == from || cell == rook || is_empty(cell);
            if !castling.empty.iter().all(|&cell| is_empty(seen(cell)))
                || !castling.safe.iter().all(|&cell| is_safe(seen(cell)))
                || !arrives(to)
                || !arrives(rook_to)
            {
                continue;
            }
            let mut pieces = position.pieces.clone();
            let [king, tower] = [from, rook].map(|cell| pieces.remove(&cell).expect("a piece"));
            pieces.insert(to, king);
            pieces.insert(rook_to, tower);
            if !game.is_in_check(&pieces, self.side) {
                let text = format!("{}{}", game.name(from), game.name(seen(castling.written)));
                let is_reset = self.is_progress(from, to);
                moves.insert(text, self.next(pieces, &[Some(from), Some(rook)], is_reset));
            }
        }
    }

    /// Returns whether a move of the piece on a cell resets the clock.
    fn is_progress(&self, from: Cell, to: Cell) -> bool {
        let kind = self.game.kind(self.position.pieces[&from]);
        match kind.progress.as_str() {
            "always" => true,
            "never" => false,
            "change of rank" => from[1] != to[1],
            _ => panic!("no progress {}", kind.progress),
        }
    }

    /// Returns the next position. `touched` are the cells from which a piece moved or was captured.
    fn next(&self, pieces: Pieces, touched: &[Option<Cell>], is_reset: bool) -> Position {
        let mut next = Position { pieces, ..self.position.clone() };
        for cell in touched.iter().flatten() {
            next.unmoved.remove(cell);
            for castling in &self.game.castlings {
                for side in [Side::White, Side::Black] {
                    let cells = [castling.king[0], castling.rook[0]];
                    let is_lost = cells.iter().any(|&it| self.game.seen_by(side, it) == *cell);
                    if let Some(letter) = castling.right.filter(|_| is_lost) {
                        next.castling.remove(&match side {
                            Side::White => letter,
                            Side::Black => letter.to_ascii_lowercase(),
                        });
                    }
                }
            }
        }
        next.en_passant = None;
        next.halfmove_clock = if is_reset { 0 } else { next.halfmove_clock + 1 };
        next.fullmove_number += u32::from(self.side == Side::Black);
        next.side_to_move = self.side.other();
        next
    }
}
