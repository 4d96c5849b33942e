//! One suite of laws for every rule set: what must hold of any game that the search can play.
//!
//! The boards are those of the data and of random games from there. Where a law needs a judge of
//! the rules it asks the slow generator.

use crate::reference::Game;
use crate::support::board::{self, generate_moves, legal_moves, pieces};
use crate::support::perft_data;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use triskelion::geometry::Place;
use triskelion::moves::{Move, MoveType, Piece, PieceType, Side};
use triskelion::position::Position;
use triskelion::registry::RuleSet;
use triskelion::rules::{BoardText, GenType, Observer, Rules};

/// Boards for a law: all of the data, and of random games.
fn boards<B: BoardText>(games: usize, plies: usize, seed: u64) -> Vec<B> {
    let positions = perft_data::fens(B::NAME);
    let mut boards: Vec<B> = positions.iter().map(|text| board::parse_fen(text)).collect();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    boards.extend(board::random_game_boards::<B, _>(&positions, games, plies, &mut random));
    boards
}

/// Platforms by post, with their owners.
type Platforms = Vec<(Place, Option<Side>)>;

/// What is compared of a board: its string, its key, its platforms, its men.
fn snapshot<B: BoardText>(board: &B) -> (String, u64, Platforms, BTreeMap<Place, Piece>) {
    (board.to_fen(), board.key(), board.platforms(), pieces(board))
}

/// Make leaves the board before it alone, and unmake brings it back.
pub fn unmake_restores_position<B: BoardText>() {
    for board in boards::<B>(20, 60, 1) {
        let before = snapshot(&board);
        let mut position = Position::new(board);
        for mv in legal_moves(&board) {
            position.make(mv, &mut ());
            assert_eq!(position.last_move(), Some(mv));
            assert_ne!(position.board().to_fen(), before.0);
            position.unmake();
            assert_eq!(snapshot(position.board()), before, "{} {mv:?}", before.0);
        }
        if !board.in_check() {
            position.make_null();
            assert_eq!(position.side_to_move(), board.side_to_move().other());
            position.unmake();
            assert_eq!(snapshot(position.board()), before);
        }
    }
}

/// The key kept from move to move is the key computed afresh, after a null move too.
pub fn incremental_key_matches_computed_key<B: BoardText>() {
    for board in boards::<B>(60, 80, 2) {
        assert_eq!(board.key(), board.compute_key(), "{}", board.to_fen());
        for mv in legal_moves(&board) {
            let after = board.make(mv, &mut ());
            assert_eq!(after.key(), after.compute_key(), "{} {mv:?}", board.to_fen());
        }
        if !board.in_check() {
            let after = board.make_null();
            assert_eq!(after.key(), after.compute_key(), "{} after a null move", board.to_fen());
            assert_ne!(after.key(), board.key());
        }
    }
}

/// Equal keys mean equal positions in the sense of the repetition rule, and the other way round;
/// a position read afresh has the key that the moves led to.
pub fn equal_keys_mean_equal_positions<B: BoardText>() {
    let game = Game::from_name(B::NAME);
    let mut by_key: HashMap<u64, String> = HashMap::new();
    let mut by_identity: HashMap<String, u64> = HashMap::new();
    let mut met = |board: &B| {
        let text = board.to_fen();
        let identity = game.identity(&(game.from_fen)(&text));
        let key = board.key();
        assert_eq!(key, board::parse_fen::<B>(&text).key(), "{text} read afresh");
        let known = by_key.entry(key).or_insert_with(|| identity.clone());
        assert_eq!(*known, identity, "two positions with one key: {text}");
        let known = by_identity.entry(identity).or_insert(key);
        assert_eq!(*known, key, "one position with two keys: {text}");
    };
    // Trees are full of transpositions.
    let positions = perft_data::fens(B::NAME);
    for text in positions.iter().step_by(60) {
        let board: B = board::parse_fen(text);
        met(&board);
        for mv in legal_moves(&board).iter().take(12) {
            let one = board.make(*mv, &mut ());
            met(&one);
            for mv in legal_moves(&one).iter().take(12) {
                let two = one.make(*mv, &mut ());
                met(&two);
                for mv in legal_moves(&two).iter().take(12) {
                    met(&two.make(*mv, &mut ()));
                }
            }
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for board in board::random_game_boards::<B, _>(&positions, 60, 80, &mut random) {
        met(&board);
    }
}

/// Two like platforms exchanged are the same position: platforms are walked about while the other
/// side passes, and boards with the same identity have the same key.
pub fn identical_platforms_are_interchangeable<B: BoardText>() {
    let game = Game::from_name(B::NAME);
    let mut routes = 0;
    for text in perft_data::fens(B::NAME).iter().step_by(29) {
        let mut keys: HashMap<String, u64> = HashMap::new();
        let mut layer = vec![board::parse_fen::<B>(text)];
        for _ in 0..3 {
            let mut next = Vec::new();
            for board in layer.iter().take(60) {
                for mv in legal_moves(board).into_iter().filter(|mv| mv.is_platform_move()) {
                    let moved = board.make(mv, &mut ());
                    if moved.in_check() {
                        continue;
                    }
                    let after = moved.make_null();
                    assert_eq!(after.key(), after.compute_key());
                    let identity = game.identity(&(game.from_fen)(&after.to_fen()));
                    match keys.insert(identity, after.key()) {
                        None => next.push(after),
                        Some(known) => {
                            assert_eq!(known, after.key(), "two ways to {}", after.to_fen());
                            routes += 1;
                        }
                    }
                }
            }
            layer = next;
        }
    }
    assert!(B::POSTS == 0 || routes > 100, "only {routes} positions were reached twice");
}

/// Move to text and back; texts are distinct; a text that is legal elsewhere only is refused.
pub fn uci_move_round_trip<B: BoardText>() {
    let boards = boards::<B>(10, 60, 4);
    let mut elsewhere: Vec<String> = Vec::new();
    for (at, board) in boards.iter().enumerate() {
        let here = board.to_fen();
        let mut texts = BTreeSet::new();
        for mv in legal_moves(board) {
            let text = board.move_to_uci(mv);
            assert_eq!(board.parse_uci_move(&text), Ok(mv), "{text} in {here}");
            assert!(texts.insert(text), "two moves of one text in {here}");
        }
        for text in elsewhere.iter().filter(|text| !texts.contains(*text)) {
            let fault = board.parse_uci_move(text).expect_err("it is not legal here");
            assert!(!fault.message.is_empty());
        }
        if at % 50 == 0 {
            elsewhere = texts.into_iter().collect();
        }
    }
}

/// Position to string and back, whole.
pub fn fen_round_trip<B: BoardText>() {
    for text in perft_data::fens(B::NAME) {
        // Ordinary chess suites write en-passant squares in more than one way.
        if B::NAME != "chess" {
            assert_eq!(board::parse_fen::<B>(&text).to_fen(), text);
        }
    }
    for board in boards::<B>(20, 80, 5) {
        let again = board::parse_fen::<B>(&board.to_fen());
        assert_eq!(snapshot(&again), snapshot(&board));
        assert_eq!(legal_moves(&again), legal_moves(&board));
        assert_eq!(again.halfmove_clock(), board.halfmove_clock());
        assert_eq!(again.fullmove_number(), board.fullmove_number());
        assert_eq!(
            (again.side_to_move(), again.in_check()),
            (board.side_to_move(), board.in_check())
        );
    }
    assert_eq!(B::startpos().to_fen(), Game::from_name(B::NAME).startpos);
}

/// Live cells, men, kings, check and its givers are those of the slow generator, and no legal
/// move leaves the king attacked.
pub fn board_state_matches_reference<B: BoardText>() {
    let game = Game::from_name(B::NAME);
    for board in boards::<B>(15, 60, 6) {
        let here = board.to_fen();
        let slow = (game.from_fen)(&here);
        let cells: BTreeSet<Place> =
            slow.cells().iter().map(|cell| place_from_cell::<B>(*cell)).collect();
        for cell in 0..B::CELLS as Place {
            assert_eq!(board.is_live(cell), cells.contains(&cell), "{cell} in {here}");
        }
        let standing: BTreeMap<Place, char> = slow
            .pieces
            .iter()
            .map(|(cell, man)| (place_from_cell::<B>(*cell), man.letter()))
            .collect();
        let found = pieces(&board).into_iter().map(|(cell, man)| (cell, man.letter()));
        assert_eq!(found.collect::<BTreeMap<_, _>>(), standing, "{here}");
        assert_eq!(
            board.king_cell(board.side_to_move()),
            place_from_cell::<B>(slow.king_cell(slow.side_to_move))
        );
        assert_eq!(
            board.king_cell(board.side_to_move().other()),
            place_from_cell::<B>(slow.king_cell(slow.side_to_move.other()))
        );
        let king = slow.king_cell(slow.side_to_move);
        let givers: BTreeSet<Place> = slow
            .pieces_of(slow.side_to_move.other())
            .filter(|(from, _)| (game.attacks)(&slow, *from, king))
            .map(|(from, _)| place_from_cell::<B>(from))
            .collect();
        assert_eq!(board.checkers().into_iter().collect::<BTreeSet<_>>(), givers, "{here}");
        assert_eq!(board.in_check(), !givers.is_empty(), "{here}");
        let over = (game.is_over)(&slow);
        assert!(board.variant_outcome().is_some() == over || B::NAME == "chess", "{here}");
        for mv in legal_moves(&board) {
            let after = (game.from_fen)(&board.make(mv, &mut ()).to_fen());
            assert!(!game.in_check(&after, slow.side_to_move), "{mv:?} in {here}");
        }
    }
}

/// The engine's number of a cell of the slow generator.
fn place_from_cell<B: BoardText>(cell: crate::reference::space::Cell) -> Place {
    let name = cell.to_string();
    let name = if B::NAME == "chess" { &name[..2] } else { &name };
    B::place_from_name(name).unwrap_or_else(|| panic!("{name} is no cell"))
}

/// Noisy moves, quiet moves and platform moves are disjoint and make up all legal moves, and
/// belong where they are listed; the count is that of the list.
pub fn gen_types_partition_all_moves<B: BoardText>() {
    for board in boards::<B>(80, 100, 7) {
        let here = board.to_fen();
        let all = legal_moves(&board);
        let set: BTreeSet<Move> = all.iter().copied().collect();
        assert_eq!(set.len(), all.len(), "a move is listed twice in {here}");
        assert_eq!(board.count_legal_moves(), all.len() as u64, "the count in {here}");
        let mut together = BTreeSet::new();
        for one in [GenType::Noisy, GenType::Quiet, GenType::Platforms] {
            for mv in generate_moves(&board, one) {
                assert!(together.insert(mv), "{mv:?} is listed twice in {here}");
                let noisy = mv.is_promotion() || board.captured(mv).is_some();
                let belongs = match one {
                    GenType::Noisy => noisy,
                    GenType::Quiet => !noisy && !mv.is_platform_move(),
                    _ => !noisy && mv.is_platform_move(),
                };
                assert!(belongs, "{mv:?} is no move of {one:?} in {here}");
                assert_eq!(board.is_noisy(mv), noisy);
            }
        }
        assert_eq!(together, set, "the parts in {here}");
    }
}

/// What is said of a move beforehand is what making it shows.
pub fn move_queries_match_made_move<B: BoardText>() {
    for board in boards::<B>(40, 80, 8) {
        let here = board.to_fen();
        let before = pieces(&board);
        for mv in legal_moves(&board) {
            let after = board.make(mv, &mut ());
            assert_eq!(board.gives_check(mv), after.in_check(), "{mv:?} gives check in {here}");
            let standing = pieces(&after);
            let enemies = |men: &BTreeMap<Place, Piece>| -> BTreeSet<(Place, PieceType)> {
                men.iter()
                    .filter(|(_, man)| man.side != board.side_to_move())
                    .map(|(cell, man)| (*cell, man.kind))
                    .collect()
            };
            let gone: Vec<(Place, PieceType)> =
                enemies(&before).difference(&enemies(&standing)).copied().collect();
            let captured = board.captured(mv).map(|(kind, cell)| (cell, kind));
            assert_eq!(gone, captured.into_iter().collect::<Vec<_>>(), "{mv:?} in {here}");
            let kind = match mv.is_platform_move() {
                true => PieceType::Platform,
                false => before[&mv.from()].kind,
            };
            assert_eq!(board.moved_piece(mv), kind, "{mv:?} in {here}");
            if mv.kind() == MoveType::EnPassant {
                assert_ne!(captured.map(|(cell, _)| cell), Some(mv.to()), "{mv:?} in {here}");
            }
            assert_eq!(after.side_to_move(), board.side_to_move().other());
        }
    }
}

/// Adds up what an observer hears.
#[derive(Default, PartialEq, Debug)]
struct PieceLog {
    pieces: BTreeMap<(Place, char), i32>,
    platforms: BTreeMap<(Place, Option<Side>), i32>,
}

impl PieceLog {
    fn from_board<B: Rules>(board: &B) -> PieceLog {
        let mut ledger = PieceLog::default();
        for (cell, man) in pieces(board) {
            ledger.piece_added(man, cell);
        }
        for (post, owner) in board.platforms() {
            ledger.platform_added(owner, post);
        }
        ledger
    }

    /// The ledger without the entries that came to nothing.
    fn without_zeros(mut self) -> PieceLog {
        self.pieces.retain(|_, sum| *sum != 0);
        self.platforms.retain(|_, sum| *sum != 0);
        self
    }
}

impl Observer for PieceLog {
    fn piece_removed(&mut self, man: Piece, cell: Place) {
        *self.pieces.entry((cell, man.letter())).or_default() -= 1;
    }

    fn piece_added(&mut self, man: Piece, cell: Place) {
        *self.pieces.entry((cell, man.letter())).or_default() += 1;
    }

    fn platform_removed(&mut self, owner: Option<Side>, post: Place) {
        *self.platforms.entry((post, owner)).or_default() -= 1;
    }

    fn platform_added(&mut self, owner: Option<Side>, post: Place) {
        *self.platforms.entry((post, owner)).or_default() += 1;
    }
}

/// An observer hears all that changes and nothing else.
pub fn observer_sees_every_change<B: BoardText>() {
    for board in boards::<B>(20, 80, 9) {
        for mv in legal_moves(&board) {
            let mut ledger = PieceLog::from_board(&board);
            let after = board.make(mv, &mut ledger);
            assert_eq!(
                ledger.without_zeros(),
                PieceLog::from_board(&after),
                "{mv:?} in {}",
                board.to_fen()
            );
        }
    }
}

/// The accumulator kept is as good as one computed afresh; the evaluation keeps its bounds, does
/// not depend on the way to the position, and its terms add up.
pub fn incremental_eval_matches_computed_eval<B: RuleSet>() {
    let positions = perft_data::fens(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(10);
    for text in positions.iter().step_by(5) {
        let mut board: B = board::parse_fen(text);
        let mut kept = board.new_accumulator();
        for _ in 0..40 {
            let here = board.to_fen();
            let value = board.evaluate(&kept);
            assert_eq!(value, board.evaluate(&board.new_accumulator()), "{here}");
            assert!(value.abs() < 20_000, "{value} in {here}");
            let terms = board.terms();
            let sum: i32 = terms.iter().map(|term| term.1).sum();
            let white = if board.side_to_move() == Side::White { value } else { -value };
            assert!((sum - white).abs() <= 2 + terms.len() as i32, "{terms:?}, {white} in {here}");
            let Some(mv) = board::random_move(&board, &mut random) else { break };
            board = board.make(mv, &mut kept);
        }
    }
}

/// `is_legal` over every encodable move is the list of legal moves.
pub fn is_legal_matches_generator<B: BoardText>() {
    let places = (B::CELLS + B::POSTS) as u32;
    let positions = perft_data::fens(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut boards: Vec<B> =
        positions.iter().step_by(100).map(|text| board::parse_fen(text)).collect();
    boards.push(B::startpos());
    let walked = board::random_game_boards::<B, _>(&positions, 10, 60, &mut random);
    boards.extend(walked.into_iter().step_by(61));
    for board in boards {
        let all: BTreeSet<Move> = legal_moves(&board).into_iter().collect();
        let mut found = BTreeSet::new();
        for high in 0..1 << 8 {
            for to in 0..places {
                for from in 0..places {
                    let mv = Move::from_bits(from | to << 8 | high << 16);
                    found.extend(mv.filter(|mv| board.is_legal(*mv)));
                }
            }
        }
        assert_eq!(found, all, "{}", board.to_fen());
        // Bits beyond the places must not be taken for moves, nor upset anything.
        for _ in 0..10_000 {
            let mv = Move::from_bits(random.random_range(1..1 << 24));
            if let Some(mv) = mv.filter(|mv| board.is_legal(*mv)) {
                assert!(all.contains(&mv), "{mv:?} in {}", board.to_fen());
            }
        }
    }
}

/// A move that was legal on one board and is tried on another, as out of the transposition table:
/// `is_legal` says what the list says.
pub fn is_legal_rejects_foreign_moves<B: BoardText>() {
    let boards = boards::<B>(60, 80, 12);
    let mut foreign: Vec<Move> = Vec::new();
    for board in &boards {
        let all: BTreeSet<Move> = legal_moves(board).into_iter().collect();
        for mv in &foreign {
            assert_eq!(board.is_legal(*mv), all.contains(mv), "{mv:?} in {}", board.to_fen());
        }
        foreign.extend(all);
        foreign.dedup();
        let surplus = foreign.len().saturating_sub(300);
        foreign.drain(..surplus);
    }
}

/// Exchanges: a move that wins so much wins less too.
pub fn see_is_monotonic<B: BoardText>() {
    for board in boards::<B>(20, 60, 13) {
        for mv in legal_moves(&board) {
            let mut held = true;
            for threshold in (-2000..=2000).step_by(50) {
                let holds = board.see_ge(mv, threshold);
                assert!(held || !holds, "{mv:?} at {threshold} in {}", board.to_fen());
                held = holds;
            }
            if mv.is_platform_move() {
                assert!(board.see_ge(mv, 0) && !board.see_ge(mv, 1));
            }
        }
    }
}

/// The places have names, lie where they lie, and posts cover four cells each that no other does.
pub fn place_name_round_trip<B: BoardText>() {
    let mut points = BTreeSet::new();
    for cell in 0..B::CELLS as Place {
        let point = B::point(cell);
        assert!(points.insert((point.file, point.rank, point.level)));
        assert!((point.file as usize) < B::FILES && (1..=B::LEVELS as u8).contains(&point.level));
        assert_eq!(B::cell_at(point), Some(cell));
        assert_eq!(B::place_from_name(&B::place_name(cell)), Some(cell));
    }
    let mut covered = BTreeSet::new();
    for post in B::CELLS as Place..(B::CELLS + B::POSTS) as Place {
        assert_eq!(B::place_from_name(&B::place_name(post)), Some(post));
        let cells = B::covered_cells(post);
        assert_eq!(cells.len(), 4);
        assert!(cells.into_iter().all(|cell| covered.insert(cell)), "two posts share a cell");
    }
    for name in ["", "a", "z99", "a1", "b12*", "b12++", "b99+", "é12", "b1é", "a131"] {
        let place = B::place_from_name(name);
        assert!(place.is_none_or(|place| B::place_name(place) == name), "{name}");
    }
}

macro_rules! invariant_tests {
    ($name:ident: $board:ty) => {
        mod $name {
            invariant_tests! { @each $board:
                unmake_restores_position incremental_key_matches_computed_key equal_keys_mean_equal_positions identical_platforms_are_interchangeable
                uci_move_round_trip fen_round_trip board_state_matches_reference gen_types_partition_all_moves
                move_queries_match_made_move observer_sees_every_change incremental_eval_matches_computed_eval
                is_legal_matches_generator is_legal_rejects_foreign_moves see_is_monotonic
                place_name_round_trip
            }
        }
    };
    (@each $board:ty: $($law:ident)*) => {$(
        #[test]
        fn $law() {
            super::$law::<$board>();
        }
    )*};
}

for_every_rule_set!(invariant_tests);
