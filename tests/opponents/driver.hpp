// What the drivers share: the arguments that adapter.py passes, and the lines that it reads.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

/// The arguments of a driver: CELLS SIDE HALFMOVE_CLOCK DEPTH.
struct SearchRequest {
    /// A FEN letter or a dot for each cell.
    const char *cells;
    bool white_to_move;
    int halfmove_clock;
    int max_depth;

    SearchRequest(int count, char **arguments) {
        if (count != 5 || std::strlen(arguments[1]) != 125) {
            std::fprintf(stderr, "error: expected CELLS SIDE HALFMOVE_CLOCK DEPTH\n");
            std::exit(2);
        }
        cells = arguments[1];
        white_to_move = arguments[2][0] == 'w';
        halfmove_clock = std::atoi(arguments[3]);
        max_depth = std::atoi(arguments[4]);
    }
};

/// The coordinates of a cell, each from 0 to 4.
struct Cell {
    int file, rank, level;

    explicit Cell(int index) : file(index % 5), rank(index / 5 % 5), level(index / 25) {}
    Cell(int file, int rank, int level) : file(file), rank(rank), level(level) {}
};

/// Prints the best move that the search has found so far. `promotion` is 0 where the adapter can add a queen itself.
inline void print_best_move(int depth, Cell origin, Cell destination, char promotion = 0) {
    std::printf("\nbestmove %d %c%d%d%c%d%d", depth, 'a' + origin.file, origin.rank + 1, origin.level + 1,
                'a' + destination.file, destination.rank + 1, destination.level + 1);
    if (promotion)
        std::putchar(promotion);
    std::putchar('\n');
    std::fflush(stdout);
}
