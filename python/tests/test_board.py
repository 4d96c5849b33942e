"""Boards, moves, pieces: what they return, what they reject."""

import copy
import pickle
import random
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import triskelion
from triskelion import BLACK, WHITE, Board, Move

GAMES = Path(__file__).parents[2] / "games"
EMPTY_PLATFORMS = "3k/4/4/4|4/4/4/4|4/4/P3/3K b12+w:2/2,b86+b:2/2,e12+w:2/2,e86+b:2/2 w - - - 0 1"
FILES = ["alice", "cubic", "dragonchess"]


def random_board(variant: str, seed: int, plies: int) -> Board:
    generator = random.Random(seed)
    board = Board(variant)
    while len(board.move_stack) < plies and not board.is_game_over():
        board.push(generator.choice(board.legal_moves))
    return board


@pytest.mark.parametrize("variant", triskelion.variants())
def test_names(variant: str) -> None:
    board = Board(variant)
    assert board.variant == variant
    assert board.geometry.variant == variant
    assert board.start_fen == board.fen == board.geometry.start_fen
    assert Board(variant.upper()).variant == variant
    assert repr(board) == f"Board('{variant}', '{board.fen}')"


def test_default_is_federation() -> None:
    assert Board().variant == "federation"
    assert Board().title == "federation"


def test_sides() -> None:
    board = Board()
    assert board.turn is WHITE
    assert (board.ply(), board.fullmove_number, board.halfmove_clock) == (0, 1, 0)
    board.push_text("b22b34")
    assert board.turn is BLACK
    assert (board.ply(), board.fullmove_number) == (1, 1)
    board.push_text("b76b64")
    assert (board.ply(), board.fullmove_number) == (2, 2)


def test_legal_moves_are_a_sequence() -> None:
    board = Board("chess")
    moves = board.legal_moves
    assert len(moves) == moves.count() == 20
    assert moves
    assert moves[0] in moves
    assert list(moves) == [moves[index] for index in range(20)]
    assert moves[-1] == list(moves)[-1]
    assert moves[2:4] == tuple(moves)[2:4]
    assert board.legal_moves is moves
    with pytest.raises(IndexError):
        moves[20]
    with pytest.raises(IndexError):
        Board("chess").legal_moves[-21]
    with pytest.raises(TypeError):
        moves["e2e4"]  # type: ignore[call-overload]
    assert "e2e4" not in moves
    assert "a2a3" in repr(moves)
    board.push(moves[0])
    # The old list belongs to the old position.
    assert len(moves) == 20 and board.legal_moves is not moves
    mate = Board("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert not mate.legal_moves and list(mate.legal_moves) == []


def test_moves() -> None:
    board = Board()
    move = board.parse_move("b22b44")
    assert (move.uci(), str(move), repr(move)) == ("b22b44", "b22b44", "<Move b22b44>")
    assert (move.from_cell, move.to_cell, move.via_cell) == ("b22", "b44", None)
    assert move.promotion is None and not move.is_platform_move
    same = board.parse_move("Pb2(2)-b4(4)")
    other = board.parse_move("b22b34")
    assert move == same and hash(move) == hash(same) and move is not same
    assert move != other and other < move and move >= same
    assert len({move, same, other}) == 2
    assert move != "b22b44"
    assert sorted([move, other]) == [other, move]
    platform = Board(fen=EMPTY_PLATFORMS).parse_move("b12+b34-")
    assert platform.is_platform_move
    assert (platform.from_cell, platform.to_cell) == ("b12+", "b34-")
    with pytest.raises(TypeError):
        move < "b22b44"  # type: ignore[operator]
    with pytest.raises(AttributeError):
        move.from_cell = "a13"  # type: ignore[misc]
    assert copy.copy(move) is move and copy.deepcopy(move) is move
    assert pickle.loads(pickle.dumps(move)) == move
    assert Board("federation-plain").parse_move("b22b44") != move


def test_special_moves() -> None:
    board = Board("chess", "r3k2r/1P6/8/8/4Pp2/8/8/R3K2R b KQkq e3 0 1")
    assert board.parse_move("f4e3").is_en_passant
    assert board.captured_cell(board.parse_move("f4e3")) == "e4"
    assert board.parse_move("O-O").is_castling
    board.push_text("e8e7")
    promotion = board.parse_move("bxa8=N")
    assert promotion.promotion == "n"
    assert board.is_capture(promotion)
    assert not board.is_capture(board.parse_move("e1g1"))
    assert board.parse_move("e1g1").to_cell == "g1"


def test_elevator_ride_has_a_via_cell() -> None:
    board = Board("spacechess")
    rides: list[Move] = []
    generator = random.Random(5)
    while not rides and not board.is_game_over():
        rides = [move for move in board.legal_moves if move.via_cell is not None]
        board.push(generator.choice(board.legal_moves))
    for ride in rides:
        assert ride.uci() == f"{ride.from_cell}{ride.via_cell}{ride.to_cell}"


def test_chess960() -> None:
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
    board = Board("chess", fen, chess960=True)
    assert board.chess960 and board.perft(2) == 528
    assert "chess960=True" in repr(board)
    assert pickle.loads(pickle.dumps(board)) == board
    castling = Board("chess", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", chess960=True)
    assert castling.parse_move("O-O").uci() == "e1h1"
    with pytest.raises(ValueError):
        Board("chess", fen)


def test_push_rejects_illegal_moves() -> None:
    board = Board("chess")
    move = board.parse_move("e2e4")
    board.push(move)
    before = (board.fen, board.move_stack, list(board.legal_moves))
    with pytest.raises(ValueError, match='move "e2e4": no piece stands on e2'):
        board.push(move)
    with pytest.raises(ValueError, match="a move of federation read, one of chess expected"):
        board.push(Board().parse_move("b22b34"))
    with pytest.raises(ValueError, match='move "e2e9"'):
        board.push_text("e2e9")
    with pytest.raises(ValueError, match="UCI notation expected, as in g8f6"):
        board.push_uci("Nf6")
    with pytest.raises(ValueError):
        board.push_text("")
    with pytest.raises(TypeError):
        board.push("e7e5")  # type: ignore[arg-type]
    for question in (board.is_capture, board.gives_check, board.captured_cell, board.move_text):
        with pytest.raises(ValueError):
            question(move)
    assert not board.is_legal(move)
    assert before == (board.fen, board.move_stack, list(board.legal_moves))
    board.push_uci("g8f6")
    assert str(board.peek()) == "g8f6"


def test_errors() -> None:
    with pytest.raises(ValueError, match='no rule set named "checkers"'):
        Board("checkers")
    with pytest.raises(ValueError, match="FEN"):
        Board("chess", "nonsense")
    with pytest.raises(ValueError, match="there is no cell `z9`"):
        Board("chess").piece_at("z9")
    with pytest.raises(ValueError, match="there is no cell `b12\\+`"):
        Board().piece_at("b12+")
    with pytest.raises(ValueError, match="there is no cell"):
        Board().geometry.cell("z99")
    with pytest.raises(ValueError, match='notation: read "san", expected one of roth'):
        Board().move_text(Board().legal_moves[0], "san")
    with pytest.raises(ValueError):
        Board().san(Board().legal_moves[0])
    with pytest.raises(IndexError):
        Board().pop()
    with pytest.raises(IndexError):
        Board().peek()
    board = Board("chess")
    board.push_text("e4")
    with pytest.raises(ValueError):
        board.set_fen("nonsense")
    assert len(board.move_stack) == 1
    with pytest.raises(ValueError):
        triskelion.load_game(GAMES / "none.toml")
    with pytest.raises(ValueError, match="describes no game"):
        triskelion.load_game_text("name = 3")


@pytest.mark.parametrize("variant", triskelion.variants())
def test_pop_takes_back(variant: str) -> None:
    board = Board(variant)
    generator = random.Random(7)
    fens: list[str] = []
    moves: list[Move] = []
    while len(moves) < 40 and not board.is_game_over():
        fens.append(board.fen)
        moves.append(generator.choice(board.legal_moves))
        board.push(moves[-1])
    assert board.move_stack == moves
    replay = Board(variant)
    for move in moves:
        replay.push_uci(move.uci())
    assert replay == board and hash(replay) == hash(board) and replay.key() == board.key()
    while moves:
        assert board.peek() == moves[-1]
        assert board.pop() == moves.pop()
        assert board.fen == fens.pop()
    assert board == Board(variant)


def test_reset_and_set_fen() -> None:
    board = random_board("raumschach", 1, 10)
    fen = board.fen
    board.reset()
    assert board == Board("raumschach") and board.move_stack == []
    board.set_fen(fen)
    assert board.fen == fen == board.start_fen and board.move_stack == []


def test_equality_and_copies() -> None:
    board = random_board("federation", 3, 12)
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert other == board and other is not board and other.move_stack == board.move_stack
        other.pop()
        assert other != board and len(board.move_stack) == 12
    bare = board.copy(stack=False)
    assert bare == board and bare.move_stack == [] and bare.start_fen == board.fen
    assert board != board.fen and board != Board()
    assert board == board
    assert Board("federation") != Board("federation-plain")
    assert len({Board(), Board(), board}) == 2


def test_pickles() -> None:
    for variant in triskelion.variants():
        board = random_board(variant, 2, 20)
        other = pickle.loads(pickle.dumps(board))
        assert (other.variant, other.fen, other.move_stack) == (variant, board.fen, board.move_stack)
    board = Board("chess", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1")
    board.push_text("O-O")
    other = pickle.loads(pickle.dumps(board))
    assert other.start_fen == board.start_fen and other.fen == board.fen


def test_pieces() -> None:
    board = Board("chess")
    king = board.piece_at("e1")
    assert king is not None
    assert (king.symbol(), king.letter, king.name, king.color, str(king)) == ("K", "k", "king", WHITE, "K")
    assert board.piece_at("e4") is None
    pieces = board.piece_map()
    assert len(pieces) == 32 and pieces["e1"] == king and pieces["e8"] != king
    assert hash(pieces["a1"]) == hash(pieces["h1"])
    assert Board().platforms == {"b12+": WHITE, "b86+": BLACK, "e12+": WHITE, "e86+": BLACK}
    assert set(Board("kobayashi").platforms.values()) <= {None, WHITE, BLACK}
    assert board.platforms == {}


def test_geometry() -> None:
    geometry = Board().geometry
    assert len(geometry.cells) > 64
    assert geometry.cell("b22") in geometry.cells
    cell = geometry.cell("b34")
    assert (cell.file, cell.rank, cell.level) == (1, 3, 4)
    assert {post.name for post in geometry.posts} >= {"b12+", "e86-"}
    assert all(len(post.covers) == 4 for post in geometry.posts)
    assert [kind.name for kind in geometry.pieces if kind.royal] == ["king"]


def test_ends_of_games() -> None:
    mate = Board("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert mate.is_check() and mate.is_checkmate() and mate.is_game_over() and not mate.is_stalemate()
    assert mate.checkers() == ["a8"] and mate.result() == "1-0"
    outcome = mate.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (WHITE, "checkmate")
    stalemate = Board("chess", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")
    assert stalemate.is_stalemate() and not stalemate.is_checkmate()
    assert stalemate.result() == "1/2-1/2"
    board = Board("chess")
    assert board.outcome() is None and board.result() == "*" and not board.is_game_over()
    assert board.gives_check(board.parse_move("e4")) is False
    for _ in range(2):
        assert not board.is_repetition()
        for text in ("Nf3", "Nf6", "Ng1", "Ng8"):
            board.push_text(text)
    assert board.is_repetition(3) and board.is_repetition(2) and not board.is_repetition(4)
    outcome = board.outcome()
    assert outcome is not None and outcome.reason == "repetition"
    assert repr(outcome) == "<Outcome 1/2-1/2 by repetition>"
    # A draw does not keep a program from playing on.
    board.push(board.legal_moves[0])


def test_perft() -> None:
    board = Board()
    assert [board.perft(depth) for depth in range(4)] == [1, 21, 441, 10172]
    divide = board.divide(2)
    assert sum(divide.values()) == 441 and len(divide) == 21 and divide["b22b44"] == 21
    assert Board("chess").perft(4, threads=2) == 197_281


@pytest.mark.parametrize("name", FILES)
def test_games_from_files(name: str) -> None:
    variant = triskelion.load_game(GAMES / f"{name}.toml")
    # The file says what the program says.
    assert variant == name
    assert Board(str(GAMES / f"{name}.toml")) == Board(name)


def test_game_of_a_text() -> None:
    text = 'name = "quick"\ntitle = "Quick"\ninherits = "raumschach"\nmove_limit = 20\n'
    name = triskelion.load_game_text(text)
    assert name == "quick" == triskelion.load_game_text(text)
    board = random_board(name, 4, 8)
    other = pickle.loads(pickle.dumps(board))
    assert other == board and other.variant == "quick" and board.title == "Quick"
    # Another game of that name.
    second = triskelion.load_game_text(text.replace("20", "22"))
    assert second.startswith("quick@")
    assert Board(second).variant == second
    assert Board("quick") != Board(second)
    assert pickle.loads(pickle.dumps(Board(second))).variant == second


def test_other_file_of_a_known_name(tmp_path: Path) -> None:
    text = (GAMES / "dragonchess.toml").read_text()
    file = tmp_path / "dragonchess.toml"
    file.write_text(text.replace("title = ", "title = 'Other' #", 1))
    name = triskelion.load_game(file)
    assert name.startswith("dragonchess") and Board(name).title == "Other"
    assert Board("dragonchess").title != "Other"


def test_game_that_inherits(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text((GAMES / "raumschach.toml").read_text().replace('"raumschach"', '"base"', 1))
    file = tmp_path / "derived.toml"
    file.write_text('name = "derived"\ntitle = "Derived"\ninherits = "base"\nmove_limit = 24\n')
    board = Board(triskelion.load_game(file))
    data = pickle.dumps(board)
    file.unlink()
    assert pickle.loads(data) == board


@pytest.mark.parametrize("variant", [*triskelion.variants()])
def test_pictures_are_xml(variant: str) -> None:
    board = random_board(variant, 6, 15)
    for picture in (board.svg(), board.svg(flipped=True, size=48), board._repr_svg_()):
        root = ElementTree.fromstring(picture)
        name = "{http://www.w3.org/2000/svg}"
        assert root.tag == f"{name}svg"
        assert len(root.findall(f"{name}circle")) == len(board.piece_map())
    ElementTree.fromstring(board._repr_html_())


def test_diagram() -> None:
    text = str(Board("chess"))
    assert text.splitlines()[0].startswith("8") and "White to move" in text
    assert not text.endswith("\n")
