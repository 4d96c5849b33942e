// Drives github.com/edweenie123/3D-Chess: its minimax search with the depths 1, 2, 3, …
//
// Its own game searches to depth 3. The board and the search are private.

#include <algorithm>
#include <cassert>
#include <iostream>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#define private public
#include "solver.h"

#include "bishop.h"
#include "empty.h"
#include "king.h"
#include "knight.h"
#include "pawn.h"
#include "queen.h"
#include "rook.h"
#include "unicorn.h"
#undef private

#include "driver.hpp"

/// The difficulty "hard", with the least noise.
static const int HARD = 2;

static Piece *make_piece(char letter, int row, int column, int level) {
    const int side = std::isupper(letter) ? WHITE : BLACK;
    switch (std::tolower(letter)) {
        case 'k': return new King(row, column, level, side);
        case 'q': return new Queen(row, column, level, side);
        case 'r': return new Rook(row, column, level, side);
        case 'b': return new Bishop(row, column, level, side);
        case 'n': return new Knight(row, column, level, side);
        case 'u': return new Unicorn(row, column, level, side);
        case 'p': return new Pawn(row, column, level, side);
        default: {
            Piece *empty = new Empty();
            empty->setIsAlive(false);
            return empty;
        }
    }
}

int main(int count, char **arguments) {
    const SearchRequest request(count, arguments);
    Board board;
    for (int index = 0; index < 125; ++index) {
        const Cell cell(index);
        board.board[cell.rank][cell.file][cell.level] =
            make_piece(request.cells[index], cell.rank, cell.file, cell.level);
    }
    Solver solver(HARD);
    const int side = request.white_to_move ? WHITE : BLACK;
    const auto print = [](int depth, const Turn &turn) {
        const Coordinate &origin = turn.currentLocation;
        const Move &change = turn.change;
        print_best_move(depth, Cell(origin.col, origin.row, origin.lvl),
                        Cell(origin.col + change.col, origin.row + change.row, origin.lvl + change.lvl));
    };
    // The first of its own order, in case that there is no time even for depth 1.
    for (const Turn &turn : solver.genMoves(board, side)) {
        print(0, turn);
        break;
    }
    for (int depth = 1; depth <= request.max_depth; ++depth) {
        const Turn best = solver.solve(board, depth, -Solver::INF, Solver::INF, side, solver.evaluate(board));
        if (best.currentLocation.row < 0)
            return 0;
        print(depth, best);
    }
}
