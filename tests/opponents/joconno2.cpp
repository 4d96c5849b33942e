// Drives github.com/joconno2/DragonchessAI: its player AlphaBetaAI with the depths 1, 2, 3, …, as in its games on time.
//
//     joconno2 FEN DEPTH MOVE...
//
// In its game a king is captured in the end, so its moves may leave the king in check. `fetch` lets the root of its
// search take its moves from legal_moves() below, which the driver prints first, with depth 0.

#include "ai.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using namespace dragonchess;

/// The letters of its piece types, in its order, from 1 on.
static const std::string LETTERS = "SGROUHTCMKPWBED";

/// Its levels run from the sky down, its rows from rank 8 down to rank 1.
static std::string cell_name(int index) {
    const auto [layer, row, column] = index_to_pos(index);
    return std::string(1, 'a' + column) + std::to_string(BOARD_ROWS - row) + std::to_string(NUM_BOARDS - layer);
}

static bool is_last_rank(int index) {
    const int row = std::get<1>(index_to_pos(index));
    return row == 0 || row == BOARD_ROWS - 1;
}

static std::string to_uci(const Game &game, const Move &move) {
    const auto [from, to, flag] = move;
    const bool promotes = std::abs(game.board[from]) == GOLD_WARRIOR && is_last_rank(to);
    return cell_name(from) + (flag == AFAR ? "x" : "") + cell_name(to) + (promotes ? "h" : "");
}

/// Returns whether the side to move could capture the king.
static bool can_capture_king(const Game &game) {
    for (const auto &[from, to, flag] : game.get_all_moves())
        if (std::abs(game.board[to]) == GOLD_KING)
            return true;
    return false;
}

namespace dragonchess {
std::vector<Move> legal_moves(const Game &game) {
    const auto pieces = TOTAL_SQUARES - std::count(game.board.begin(), game.board.end(), EMPTY);
    std::vector<Move> moves;
    if (pieces == 2)
        return moves;
    for (const Move &move : game.get_all_moves()) {
        Game child = game;
        child.make_move(move);
        child.update();
        if (!can_capture_king(child))
            moves.push_back(move);
    }
    return moves;
}
} // namespace dragonchess

static void set_position(Game &game, const std::string &fen) {
    std::istringstream fields(fen);
    std::string levels, side;
    fields >> levels >> side >> game.no_capture_count;
    game.board.fill(EMPTY);
    // Its cells have the order of the FEN.
    int index = 0;
    for (std::size_t at = 0; at < levels.size();) {
        if (std::isdigit(levels[at])) {
            std::size_t digits;
            index += std::stoi(levels.substr(at), &digits);
            at += digits;
            continue;
        }
        if (levels[at] != '/' && levels[at] != '|') {
            const int type = LETTERS.find(std::toupper(levels[at])) + 1;
            game.board.at(index++) = std::isupper(levels[at]) ? type : -type;
        }
        ++at;
    }
    game.current_turn = side == "w" ? Color::GOLD : Color::SCARLET;
    game.update();
}

static void play(Game &game, const std::string &uci) {
    for (const Move &move : game.get_all_moves()) {
        if (to_uci(game, move) != uci)
            continue;
        // Its counter ignores most captures and warriors; ours starts anew with them.
        const auto [from, to, flag] = move;
        const bool resets = game.board[to] != EMPTY || std::abs(game.board[from]) == GOLD_WARRIOR;
        game.make_move(move);
        if (resets)
            game.no_capture_count = 0;
        game.update();
        return;
    }
    std::cerr << "error: the move " << uci << " is illegal\n";
    std::exit(2);
}

/// Gives access to the search with one depth.
struct Search : AlphaBetaAI {
    using AlphaBetaAI::alphabeta;
    using AlphaBetaAI::AlphaBetaAI;
};

int main(int count, char **arguments) {
    if (count < 3) {
        std::cerr << "error: expected FEN DEPTH MOVE...\n";
        return 2;
    }
    Game game;
    set_position(game, arguments[1]);
    for (int index = 3; index < count; ++index)
        play(game, arguments[index]);
    // This marks the root of the search.
    game.undo_stack.clear();

    const auto print = [&game](int depth, const Move &move) {
        std::cout << "bestmove " << depth << ' ' << to_uci(game, move) << std::endl;
    };
    const std::vector<Move> moves = legal_moves(game);
    for (const Move &move : moves)
        print(0, move);
    const float infinity = std::numeric_limits<float>::infinity();
    Search search(game, game.current_turn);
    for (int depth = 1; depth <= std::atoi(arguments[2]) && !moves.empty(); ++depth) {
        Game root = game;
        const auto result = search.alphabeta(root, depth, -infinity, infinity, true);
        if (result.move)
            print(depth, *result.move);
    }
}
