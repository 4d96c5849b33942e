//! Invariants that hold for every rule set.
//!
//! The tests run on the positions of the perft data and on positions of random games. Where a test
//! needs a second opinion on the rules, it asks the reference generator.

use crate::reference::{HasReference, Reference};
use crate::support::board::{self, generate_moves, legal_moves, pieces};
use crate::support::{game_files, perft_data};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use triskelion::eval::FeatureChanges;
use triskelion::geometry::Place;
use triskelion::moves::{Move, MoveType, Piece, PieceType, Side};
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::rules::{GameInfo, GenType, Observer, Rules, file_mirrored_places, mirrored_move};

/// Returns the divisor of the number of tests of a game: there are many games from files, some with
/// many cells.
fn share(game: &GameInfo) -> usize {
    if game.is_from_file() { 8 } else { 1 }
}

/// Returns positions of the data, and every position of random games from there.
fn boards<B: RuleSet>(game: &'static GameInfo, games: usize, plies: usize, seed: u64) -> Vec<B> {
    let share = share(game);
    let positions = perft_data::fens(game.name);
    let starts = positions.iter().step_by(share);
    let mut boards: Vec<B> = starts.map(|text| board::parse(game, text)).collect();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let games = games.div_ceil(share);
    boards.extend(board::random_game_boards::<B, _>(game, &positions, games, plies, &mut random));
    boards
}

/// Platforms by post, with their owners.
type Platforms = Vec<(Place, Option<Side>)>;

/// What two boards are compared by: FEN, key, platforms and pieces.
fn snapshot<B: RuleSet>(board: &B) -> (String, u64, Platforms, BTreeMap<Place, Piece>) {
    (board.to_fen(), board.key(), board.platforms(), pieces(board))
}

/// `make` leaves the given board unchanged, and `unmake` restores it.
fn unmake_restores_position<B: RuleSet>(game: &'static GameInfo) {
    for board in boards::<B>(game, 20, 60, 1) {
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

/// Returns the key that a move is predicted to lead to, if it changes no right and no platform: a
/// move of a piece other than a pawn that captures no pawn, without promotion, with the same
/// platforms and the same fields for castling and en passant.
fn predicted_key<B: RuleSet>(board: &B, mv: Move) -> Option<u64> {
    let rights = |board: &B| -> Vec<String> {
        let fen = board.to_fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let side = fields.iter().position(|&field| field == "w" || field == "b");
        let first = side.map_or(0, |side| side + 1);
        fields[first..fields.len() - 2].iter().map(|&field| field.into()).collect()
    };
    let captured = board.captured(mv).map(|(kind, _)| kind);
    let concerns_pawn = [Some(board.moved_piece(mv)), captured].contains(&Some(PieceType::PAWN));
    let is_plain = mv.kind() == MoveType::Normal && !mv.is_promotion() && !concerns_pawn;
    let predicted = board.likely_key_after(mv).filter(|_| is_plain)?;
    let after = board.make(mv, &mut ());
    let (rights, rights_after) = (rights(board), rights(&after));
    // `*`, all pieces at their start, stays when one of them loses its first move.
    let is_same = board.platforms() == after.platforms()
        && rights == rights_after
        && !rights.iter().any(|field| field == "*");
    is_same.then_some(predicted)
}

/// The incremental key equals the computed key, also after a null move. A key predicted before a
/// move that changes no right and no platform equals the key after it.
fn incremental_key_matches_computed_key<B: RuleSet>(game: &'static GameInfo) {
    for board in boards::<B>(game, 60, 80, 2) {
        assert_eq!(board.key(), board.compute_key(), "{}", board.to_fen());
        for mv in legal_moves(&board) {
            let after = board.make(mv, &mut ());
            assert_eq!(after.key(), after.compute_key(), "{} {mv:?}", board.to_fen());
            if let Some(predicted) = predicted_key(&board, mv) {
                assert_eq!(predicted, after.key(), "{} {mv:?}", board.to_fen());
            }
        }
        if !board.in_check() {
            let after = board.make_null();
            assert_eq!(after.key(), after.compute_key(), "{} after a null move", board.to_fen());
            assert_ne!(after.key(), board.key());
        }
    }
}

/// Two positions have equal keys if and only if the repetition rule treats them as equal. A
/// position parsed from its FEN has the same key as after the moves that led to it.
fn equal_keys_mean_equal_positions<B: HasReference>(game: &'static GameInfo) {
    let reference = B::reference(game);
    let mut by_key: HashMap<u64, String> = HashMap::new();
    let mut by_identity: HashMap<String, u64> = HashMap::new();
    let mut check = |board: &B| {
        let text = board.to_fen();
        let identity = reference.identity_of(&reference.parse(&text));
        let key = board.key();
        assert_eq!(key, board::parse::<B>(game, &text).key(), "{text} parsed");
        let known = by_key.entry(key).or_insert_with(|| identity.clone());
        assert_eq!(*known, identity, "two positions have this key: {text}");
        let known = by_identity.entry(identity).or_insert(key);
        assert_eq!(*known, key, "the position has two keys: {text}");
    };
    // Trees contain many transpositions.
    let width = if game.is_from_file() { 6 } else { 12 };
    let positions = perft_data::fens(game.name);
    for text in positions.iter().step_by(60 * share(game)) {
        let board: B = board::parse(game, text);
        check(&board);
        for mv in legal_moves(&board).iter().take(width) {
            let child = board.make(*mv, &mut ());
            check(&child);
            for mv in legal_moves(&child).iter().take(width) {
                let grandchild = child.make(*mv, &mut ());
                check(&grandchild);
                for mv in legal_moves(&grandchild).iter().take(width) {
                    check(&grandchild.make(*mv, &mut ()));
                }
            }
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for board in
        board::random_game_boards::<B, _>(game, &positions, 60 / share(game), 80, &mut random)
    {
        check(&board);
    }
}

/// Swapping two identical platforms gives the same position. One side moves its platforms while the
/// other side passes; boards with the same identity must have the same key.
fn identical_platforms_are_interchangeable<B: HasReference>(game: &'static GameInfo) {
    let reference = B::reference(game);
    let mut transpositions = 0;
    for text in perft_data::fens(game.name).iter().step_by(29) {
        let mut keys: HashMap<String, u64> = HashMap::new();
        let mut layer = vec![board::parse::<B>(game, text)];
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
                    let identity = reference.identity_of(&reference.parse(&after.to_fen()));
                    match keys.insert(identity, after.key()) {
                        None => next.push(after),
                        Some(known) => {
                            assert_eq!(known, after.key(), "two keys of {}", after.to_fen());
                            transpositions += 1;
                        }
                    }
                }
            }
            layer = next;
        }
    }
    assert!(game.post_count == 0 || transpositions > 100, "only {transpositions} transpositions");
}

/// Moves survive formatting and parsing in UCI notation, and no two legal moves have the same text.
/// A move that is legal only on another board is rejected.
fn uci_move_round_trip<B: RuleSet>(game: &'static GameInfo) {
    let boards = boards::<B>(game, 10, 60, 4);
    let mut foreign: Vec<String> = Vec::new();
    for (at, board) in boards.iter().enumerate() {
        let fen = board.to_fen();
        let mut texts = BTreeSet::new();
        for mv in legal_moves(board) {
            let text = board.move_to_uci(mv);
            assert_eq!(board.parse_uci_move(&text), Ok(mv), "{text} in {fen}");
            assert!(texts.insert(text), "{fen} has two moves with one text");
        }
        for text in foreign.iter().filter(|text| !texts.contains(*text)) {
            let error = board.parse_uci_move(text).expect_err("the move is illegal");
            assert!(!error.message.is_empty());
        }
        if at % 50 == 0 {
            foreign = texts.into_iter().collect();
        }
    }
}

/// Positions survive formatting and parsing as FEN.
fn fen_round_trip<B: HasReference>(game: &'static GameInfo) {
    for text in perft_data::fens(game.name) {
        // Test suites of ordinary chess write en-passant squares in more than one way.
        if game_files::file_name(game.name) != "chess" {
            assert_eq!(board::parse::<B>(game, &text).to_fen(), text);
        }
    }
    for board in boards::<B>(game, 20, 80, 5) {
        let again = board::parse::<B>(game, &board.to_fen());
        assert_eq!(snapshot(&again), snapshot(&board));
        assert_eq!(legal_moves(&again), legal_moves(&board));
        assert_eq!(again.halfmove_clock(), board.halfmove_clock());
        assert_eq!(again.fullmove_number(), board.fullmove_number());
        assert_eq!(
            (again.side_to_move(), again.in_check()),
            (board.side_to_move(), board.in_check())
        );
    }
    assert_eq!(B::start(game).to_fen(), B::reference(game).start());
}

/// Live cells, pieces, kings, checkers and attacked cells equal those of the reference generator,
/// and no legal move leaves the king attacked.
fn board_state_matches_reference<B: HasReference>(game: &'static GameInfo) {
    let reference = B::reference(game);
    let name = |cell: Place| game.space.place_name(cell);
    for board in boards::<B>(game, 15, 60, 6) {
        let fen = board.to_fen();
        let position = reference.parse(&fen);
        let cells = reference.cell_names(&position);
        for cell in game.cells() {
            assert_eq!(board.is_live(cell), cells.contains(&name(cell)), "{cell} in {fen}");
        }
        let letters = reference.piece_letters(&position);
        let found = pieces(&board).into_iter();
        let found = found.map(|(cell, piece)| (name(cell), game.pieces.piece_letter(piece)));
        assert_eq!(found.collect::<BTreeMap<_, _>>(), letters, "{fen}");
        let (attacks, info) = (reference.attacks(&position), board.check_info());
        for side in Side::ALL {
            let king = board.king_cell(side);
            assert_eq!(board.piece_at(king), Some(Piece { kind: game.king, side }), "{fen}");
            let is_enemy = |from: &str| letters[from].is_uppercase() == (side == Side::Black);
            let attacks = attacks.iter().filter(|(from, _)| is_enemy(from));
            let attacked: BTreeSet<&String> = attacks.clone().map(|(_, to)| to).collect();
            let found = board.attacked_cells(&info, side.other());
            for cell in game.cells().filter(|&cell| board.is_live(cell)) {
                let expected = attacked.contains(&name(cell));
                assert_eq!(found.contains(cell), expected, "{side:?}: {cell} in {fen}");
            }
            if side == board.side_to_move() {
                let checkers: BTreeSet<String> = attacks
                    .filter(|(_, to)| *to == name(king))
                    .map(|(from, _)| from.clone())
                    .collect();
                assert_eq!(board.in_check(), !checkers.is_empty(), "{fen}");
                assert_eq!(
                    board.checkers().into_iter().map(name).collect::<BTreeSet<_>>(),
                    checkers,
                    "{fen}"
                );
            }
        }
        if reference.knows_every_end() {
            let is_over = reference.is_over(&position);
            assert_eq!(board.variant_outcome().is_some(), is_over, "{fen}");
        }
        for mv in legal_moves(&board) {
            let after = reference.parse(&board.make(mv, &mut ()).to_fen());
            assert!(!reference.is_left_in_check(&after), "{mv:?} in {fen}");
        }
    }
}

/// The three generation types are disjoint, contain all legal moves, and list each move under its
/// type. The counters of moves and replies agree with the list.
fn gen_types_partition_all_moves<B: RuleSet>(game: &'static GameInfo) {
    for board in boards::<B>(game, 80, 100, 7) {
        let fen = board.to_fen();
        let all = legal_moves(&board);
        let set: BTreeSet<Move> = all.iter().copied().collect();
        assert_eq!(set.len(), all.len(), "a move is listed twice in {fen}");
        assert_eq!(board.count_legal_moves(), all.len() as u64, "number of moves in {fen}");
        for &mv in &all {
            let replies = board.make(mv, &mut ()).count_legal_moves();
            assert_eq!(board.count_replies(&[mv]), replies, "replies to {mv:?} in {fen}");
        }
        assert!(all.len() <= game.max_moves, "{} moves in {fen}", all.len());
        let mut union = BTreeSet::new();
        for gen_type in [GenType::Noisy, GenType::Quiet, GenType::Platforms] {
            for mv in generate_moves(&board, gen_type) {
                assert!(union.insert(mv), "{mv:?} is listed twice in {fen}");
                let noisy = mv.is_promotion() || board.captured(mv).is_some();
                let belongs = match gen_type {
                    GenType::Noisy => noisy,
                    GenType::Quiet => !noisy && !mv.is_platform_move(),
                    _ => !noisy && mv.is_platform_move(),
                };
                assert!(belongs, "{mv:?} does not belong to {gen_type:?} in {fen}");
                assert_eq!(board.is_noisy(mv), noisy);
            }
        }
        assert_eq!(union, set, "union of the types in {fen}");
    }
}

/// What the board reports about a move before it is made agrees with the board after it.
fn move_queries_match_made_move<B: RuleSet>(game: &'static GameInfo) {
    for board in boards::<B>(game, 40, 80, 8) {
        let fen = board.to_fen();
        let before = pieces(&board);
        for mv in legal_moves(&board) {
            let after = board.make(mv, &mut ());
            assert!(board.is_pseudo_legal(mv), "{mv:?} in {fen}");
            let gives_check = board.gives_check(mv);
            assert_eq!(gives_check, after.in_check(), "{mv:?} gives check in {fen}");
            let remaining = pieces(&after);
            let enemies = |pieces: &BTreeMap<Place, Piece>| -> BTreeSet<(Place, PieceType)> {
                pieces
                    .iter()
                    .filter(|(_, piece)| piece.side != board.side_to_move())
                    .map(|(cell, piece)| (*cell, piece.kind))
                    .collect()
            };
            let gone: Vec<(Place, PieceType)> =
                enemies(&before).difference(&enemies(&remaining)).copied().collect();
            let captured = board.captured(mv).map(|(kind, cell)| (cell, kind));
            assert_eq!(gone, captured.into_iter().collect::<Vec<_>>(), "{mv:?} in {fen}");
            let kind = match mv.is_platform_move() {
                true => PieceType::new(game.pieces.count()),
                false => before[&mv.from()].kind,
            };
            assert_eq!(board.moved_piece(mv), kind, "{mv:?} in {fen}");
            if mv.kind() == MoveType::EnPassant {
                assert_ne!(captured.map(|(cell, _)| cell), Some(mv.to()), "{mv:?} in {fen}");
            }
            assert_eq!(after.side_to_move(), board.side_to_move().other());
        }
    }
}

/// Sums the changes that an observer receives.
#[derive(Default, PartialEq, Debug)]
struct PieceLog {
    pieces: BTreeMap<(Place, Side, PieceType), i32>,
    platforms: BTreeMap<(Place, Option<Side>), i32>,
}

impl PieceLog {
    fn from_board<B: Rules>(board: &B) -> PieceLog {
        let mut log = PieceLog::default();
        for (cell, piece) in pieces(board) {
            log.piece_added(piece, cell);
        }
        for (post, owner) in board.platforms() {
            log.platform_added(owner, post);
        }
        log
    }

    /// Returns the log without the entries whose changes cancel out.
    fn without_zeros(mut self) -> PieceLog {
        self.pieces.retain(|_, sum| *sum != 0);
        self.platforms.retain(|_, sum| *sum != 0);
        self
    }
}

impl Observer for PieceLog {
    fn piece_removed(&mut self, piece: Piece, cell: Place) {
        *self.pieces.entry((cell, piece.side, piece.kind)).or_default() -= 1;
    }

    fn piece_added(&mut self, piece: Piece, cell: Place) {
        *self.pieces.entry((cell, piece.side, piece.kind)).or_default() += 1;
    }

    fn platform_removed(&mut self, owner: Option<Side>, post: Place) {
        *self.platforms.entry((post, owner)).or_default() -= 1;
    }

    fn platform_added(&mut self, owner: Option<Side>, post: Place) {
        *self.platforms.entry((post, owner)).or_default() += 1;
    }
}

/// The observer receives every change of pieces and platforms, and no other.
fn observer_sees_every_change<B: RuleSet>(game: &'static GameInfo) {
    for board in boards::<B>(game, 20, 80, 9) {
        for mv in legal_moves(&board) {
            let mut log = PieceLog::from_board(&board);
            let after = board.make(mv, &mut log);
            assert_eq!(
                log.without_zeros(),
                PieceLog::from_board(&after),
                "{mv:?} in {}",
                board.to_fen()
            );
        }
    }
}

/// Where the rules declare a symmetry between the colors, a game of White's moves has the same
/// moves, mirrored, as a game that Black begins.
fn mirrored_games_have_mirrored_moves<B: RuleSet>(game: &'static GameInfo) {
    let Some(symmetry) = game.color_symmetry else { return };
    let places = symmetry.places(game);
    let mirrored = |mv: Move| symmetry.mirrored_move(mv, &places);
    let mut random = ChaCha8Rng::seed_from_u64(15);
    for _ in 0..100 / share(game) {
        let mut board = B::start(game);
        let mut mirror = board.make_null();
        for _ in 0..120 {
            let moves = legal_moves(&board);
            let expected: BTreeSet<Move> = moves.into_iter().map(mirrored).collect();
            let found: BTreeSet<Move> = legal_moves(&mirror).into_iter().collect();
            assert_eq!(expected, found, "{} and {}", board.to_fen(), mirror.to_fen());
            if board.variant_outcome().is_some() {
                break;
            }
            let Some(mv) = board::random_move(&board, &mut random) else { break };
            (board, mirror) = (board.make(mv, &mut ()), mirror.make(mirrored(mv), &mut ()));
        }
    }
}

/// Returns a row of a FEN from its other end.
fn reversed_row(row: &str) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mut parts: Vec<String> = Vec::new();
    for letter in row.chars() {
        match parts.last_mut() {
            Some(number) if is_digit(letter) && number.ends_with(is_digit) => number.push(letter),
            _ => parts.push(letter.into()),
        }
    }
    parts.into_iter().rev().collect()
}

/// Returns a FEN with the files mirrored and, of both positions, without castling rights.
fn without_castling_and_mirrored(game: &GameInfo, fen: &str) -> [String; 2] {
    let places = file_mirrored_places(game);
    let mirrored_name = |name: &str| {
        let place = game.space.place_from_name(name).unwrap_or_else(|| panic!("{name} in {fen}"));
        game.space.place_name(places[usize::from(place)])
    };
    let mirrored_rows = |rows: &str| {
        let rows = rows.split_inclusive(['/', '|']).map(|row| {
            let (squares, end) = row.split_at(row.trim_end_matches(['/', '|']).len());
            reversed_row(squares) + end
        });
        rows.collect::<String>()
    };
    let mirrored_platforms = |platforms: &str| {
        let mut platforms: Vec<String> = platforms
            .split(',')
            .map(|platform| {
                let (head, rows) = platform.split_once(':').expect("a platform");
                let (post, owner) = head.split_at(4);
                format!("{}{owner}:{}", mirrored_name(post), mirrored_rows(rows))
            })
            .collect();
        platforms.sort_by_key(|text| game.space.place_from_name(&text[..4]));
        platforms.join(",")
    };
    // Names of cells in a row, in ascending order but for the cell before a colon.
    let mirrored_cells = |text: &str| {
        let starts = text.match_indices(|c: char| c.is_ascii_lowercase()).map(|(start, _)| start);
        let starts: Vec<usize> = starts.chain([text.len()]).collect();
        let names = starts.windows(2).map(|ends| text[ends[0]..ends[1]].trim_end_matches(':'));
        let mut names: Vec<String> = names.map(mirrored_name).collect();
        if text.contains(':') {
            names[0].push(':');
        } else {
            names.sort();
        }
        names.concat()
    };
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let side = fields.iter().position(|field| ["w", "b"].contains(&&**field)).expect("a side");
    let rights = fields.len() - side - 3;
    // In a game from a file every right belongs to pieces on cells of the start position.
    let dropped = if game.is_from_file() { rights } else { rights.min(1) };
    fields[side + 1..][..dropped].fill("-".to_owned());
    let mirrored = fields.iter().enumerate().map(|(index, field)| match field {
        _ if index == 0 => mirrored_rows(field),
        _ if index < side => mirrored_platforms(field),
        _ if index > side && field.starts_with(|c: char| c.is_ascii_lowercase()) => {
            mirrored_cells(field)
        }
        _ => field.clone(),
    });
    let mirrored: Vec<String> = mirrored.collect();
    [fields.join(" "), mirrored.join(" ")]
}

/// Where the rules declare it, a position with its files mirrored has the mirrored moves but for
/// castling, and so have all positions that follow.
fn mirrored_files_have_mirrored_moves<B: RuleSet>(game: &'static GameInfo) {
    if !game.file_symmetry {
        return;
    }
    let places = file_mirrored_places(game);
    // The promotions of a move and of the pawn that waited have no order of files.
    let mirrored = |board: &B, mv: Move| mirrored_move(mv, &places, board.waiting_pawn().is_none());
    let mut random = ChaCha8Rng::seed_from_u64(16);
    for board in boards::<B>(game, 20, 60, 14) {
        let fens = without_castling_and_mirrored(game, &board.to_fen());
        let [mut board, mut mirror] = fens.each_ref().map(|fen| board::parse::<B>(game, fen));
        for _ in 0..10 {
            let moves = legal_moves(&board);
            let expected: BTreeSet<Move> =
                moves.into_iter().map(|mv| mirrored(&board, mv)).collect();
            let found: BTreeSet<Move> = legal_moves(&mirror).into_iter().collect();
            assert_eq!(expected, found, "{} and {}", board.to_fen(), mirror.to_fen());
            assert_eq!(board.in_check(), mirror.in_check(), "{}", board.to_fen());
            if board.variant_outcome().is_some() {
                break;
            }
            let Some(mv) = board::random_move(&board, &mut random) else { break };
            mirror = mirror.make(mirrored(&board, mv), &mut ());
            board = board.make(mv, &mut ());
        }
    }
}

/// A board without a piece lacks nothing else, and no right remains that needs the piece.
fn removal_leaves_a_consistent_board<B: RuleSet>(game: &'static GameInfo) {
    for board in boards::<B>(game, 5, 60, 12) {
        for (cell, piece) in pieces(&board) {
            if piece.kind == game.king {
                continue;
            }
            let without = board.without_piece(cell);
            let fen = without.to_fen();
            let mut expected = pieces(&board);
            expected.remove(&cell);
            assert_eq!(pieces(&without), expected, "{fen}");
            assert_eq!(without.platforms(), board.platforms(), "{fen}");
            assert_eq!(without.side_to_move(), board.side_to_move(), "{fen}");
            assert_eq!(without.key(), without.compute_key(), "{fen}");
            match B::parse_fen(game, &fen) {
                Ok(parsed) => assert_eq!(parsed.key(), without.key(), "{fen}"),
                // The piece may have stood between a king and an attacker, or, in `meder`, a pawn
                // that will attack it when it is promoted.
                Err(errors) => {
                    let is_attack = |message: &str| {
                        message.contains("not to move, stands in check")
                            || message.contains("would attack the king")
                    };
                    assert!(errors.iter().all(|error| is_attack(&error.message)), "{errors:?}");
                }
            }
        }
    }
}

/// The incremental accumulator gives the same evaluation as a computed one, the evaluation stays
/// within its bounds, and its terms sum to it.
fn incremental_eval_matches_computed_eval<B: RuleSet>(game: &'static GameInfo) {
    let positions = perft_data::fens(game.name);
    let mut random = ChaCha8Rng::seed_from_u64(10);
    for text in positions.iter().step_by(5) {
        let mut board: B = board::parse(game, text);
        let mut accumulator = board.new_accumulator();
        let mut changes = FeatureChanges::new(game);
        for _ in 0..40 {
            let fen = board.to_fen();
            let value = board.evaluate(&accumulator);
            assert_eq!(value, board.evaluate(&board.new_accumulator()), "{fen}");
            assert!(value.abs() < 20_000, "{value} in {fen}");
            let terms = board.terms();
            let sum: i32 = terms.iter().map(|term| term.1).sum();
            let white = if board.side_to_move() == Side::White { value } else { -value };
            assert!((sum - white).abs() <= 2 + terms.len() as i32, "{terms:?}, {white} in {fen}");
            let Some(mv) = board::random_move(&board, &mut random) else { break };
            changes.clear();
            board = board.make(mv, &mut changes);
            accumulator = accumulator.after(&changes);
        }
    }
}

/// The encodable moves that are tried on one board.
const MAX_ENCODABLE: usize = 10_000_000;

/// `is_legal` accepts exactly the legal moves among all encodable moves.
fn is_legal_matches_generator<B: RuleSet>(game: &'static GameInfo) {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let types = board::encodable_types(game);
    // Of a large board with many kinds of pieces only a share is tried.
    let step = 1 + types.len() * game.place_count().pow(2) / (MAX_ENCODABLE / share(game));
    for board in boards::<B>(game, 10, 60, 11).into_iter().step_by(61) {
        let all: BTreeSet<Move> = legal_moves(&board).into_iter().collect();
        let moves = types.iter().flat_map(|&of_type| board::encodable_moves(game, of_type));
        let tried = moves.step_by(step).chain(all.iter().copied());
        let found: BTreeSet<Move> = tried.filter(|mv| board.is_legal(*mv)).collect();
        assert_eq!(found, all, "{}", board.to_fen());
        // Random bits may name places that do not exist. `is_legal` rejects them and does not
        // panic.
        for _ in 0..10_000 {
            let mv = Move::from_bits(random.random_range(1..1 << Move::BITS));
            if let Some(mv) = mv.filter(|mv| board.is_legal(*mv)) {
                assert!(all.contains(&mv), "{mv:?} in {}", board.to_fen());
            }
        }
    }
}

/// `is_legal` agrees with the generator on moves that were legal on another board, as the
/// transposition table may return.
fn is_legal_rejects_foreign_moves<B: RuleSet>(game: &'static GameInfo) {
    let boards = boards::<B>(game, 60, 80, 12);
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

/// If a move reaches a threshold, it reaches every lower threshold.
fn see_is_monotonic<B: RuleSet>(game: &'static GameInfo) {
    for board in boards::<B>(game, 20, 60, 13) {
        let info = board.check_info();
        for mv in legal_moves(&board) {
            let mut previous = true;
            for threshold in (-2000..=2000).step_by(50) {
                let reaches = board.see_ge(&info, mv, threshold);
                assert!(previous || !reaches, "{mv:?} at {threshold} in {}", board.to_fen());
                previous = reaches;
            }
            if mv.is_platform_move() {
                assert!(board.see_ge(&info, mv, 0) && !board.see_ge(&info, mv, 1));
            }
        }
    }
}

/// Places and their names and points correspond one to one. Each post covers four cells, and no two
/// posts share a cell.
fn place_name_round_trip<B: RuleSet>(game: &'static GameInfo) {
    assert!(std::ptr::eq(B::start(game).game(), game));
    let mut points = BTreeSet::new();
    for cell in game.cells() {
        let point = game.space.point(cell);
        assert!(points.insert((point.file, point.rank, point.level)));
        assert!(
            (point.file as usize) < game.files && (1..=game.levels as u8).contains(&point.level)
        );
        assert_eq!(game.space.cell_at(point), Some(cell));
        assert_eq!(game.space.place_from_name(&game.space.place_name(cell)), Some(cell));
    }
    let mut covered = BTreeSet::new();
    for post in game.cell_count as Place..(game.cell_count + game.post_count) as Place {
        assert_eq!(game.space.place_from_name(&game.space.place_name(post)), Some(post));
        let cells = game.space.covered_cells(post);
        assert_eq!(cells.len(), 4);
        assert!(cells.into_iter().all(|cell| covered.insert(cell)), "two posts share a cell");
    }
    for name in ["", "a", "z99", "a1", "b12*", "b12++", "b99+", "é12", "b1é", "a131"] {
        let place = game.space.place_from_name(name);
        assert!(place.is_none_or(|place| game.space.place_name(place) == name), "{name}");
    }
}

/// No position from before an irreversible move occurs again.
fn irreversible_moves_are_never_undone<B: RuleSet>(game: &'static GameInfo) {
    let mut random = ChaCha8Rng::seed_from_u64(36);
    for _ in 0..12 {
        let mut board = B::start(game);
        let (mut before, mut since) = (HashSet::new(), HashSet::new());
        for _ in 0..100 {
            assert!(!before.contains(&board.key()), "{}", board.to_fen());
            since.insert(board.key());
            let next = board::random_move(&board, &mut random);
            let Some(mv) = next.filter(|_| board.variant_outcome().is_none()) else { break };
            let child = board.make(mv, &mut ());
            if child.halfmove_clock() == 0 && board.is_irreversible(mv) {
                before.extend(since.drain());
            }
            board = child;
        }
    }
}

macro_rules! invariant_tests {
    ($name:ident: $($board:tt)*) => {
        mod $name {
            invariant_tests! { @each ($($board)*):
                unmake_restores_position incremental_key_matches_computed_key equal_keys_mean_equal_positions identical_platforms_are_interchangeable
                uci_move_round_trip fen_round_trip board_state_matches_reference gen_types_partition_all_moves
                move_queries_match_made_move observer_sees_every_change incremental_eval_matches_computed_eval
                is_legal_matches_generator is_legal_rejects_foreign_moves see_is_monotonic irreversible_moves_are_never_undone
                removal_leaves_a_consistent_board place_name_round_trip mirrored_games_have_mirrored_moves mirrored_files_have_mirrored_moves
            }
        }
    };
    (@each $board:tt: $($invariant:ident)*) => {$(
        #[test]
        fn $invariant() {
            check!($board super::$invariant());
        }
    )*};
}

for_every_rule_set!(invariant_tests);
invariant_tests! { from_files: files in crate::support::game_files::all() }
