// Drives the engine of github.com/brunotag/Raumschach: alpha-beta with iterative deepening.
//
// It looks at the clock every 1,024 inner nodes, which can take a tenth of a second. Instead, time stands still for it,
// and the signal TERM ends the search: the best move of the unfinished depth counts, as in the program itself. The
// functions below replace those of its main.cpp, which read the clock and print moves.

#include "driver.hpp"

#include "defs.h"
#include "protos.h"

#include <cctype>
#include <climits>
#include <csignal>

/// The letters of its piece types, in its order.
static const char LETTERS[] = "pnubrqk";

/// Its cells run from level 5 down to level 1, from rank 5 down to rank 1 and from file a to file e.
static Cell cell(int index) { return Cell(index % 5, 4 - index / 5 % 5, 4 - index / 25); }

BOOLEANVAL computerIsThinking = FALSE;

int get_ms() { return 0; }

void print_move_str(moveBytes) {}

static void print_pv() {
    const moveBytes best = pv[0][0].b;
    if (best.from != best.to)
        print_best_move(pvLength[0], cell(best.from), cell(best.to), best.bits & 4 ? LETTERS[best.promote] : 0);
}

/// The search itself prints nothing, so it is safe to print here.
static void stop(int) {
    print_pv();
    std::_Exit(0);
}

int main(int count, char **arguments) {
    std::signal(SIGTERM, stop);
    const SearchRequest request(count, arguments);
    initBoard();
    for (int index = 0; index < 125; ++index) {
        const Cell place = cell(index);
        const char letter = request.cells[place.file + 5 * place.rank + 25 * place.level];
        const bool is_empty = letter == '.';
        pieces[index] = is_empty ? EMPTY : std::strchr(LETTERS, std::tolower(letter)) - LETTERS;
        colors[index] = is_empty ? EMPTY : std::isupper(letter) ? WHITE : BLACK;
    }
    sideToMove = request.white_to_move ? WHITE : BLACK;
    sideNotToMove = sideToMove ^ 1;
    fiftMoves = request.halfmove_clock;
    maxTime[0] = maxTime[1] = INT_MAX;
    maxDepth[0] = maxDepth[1] = request.max_depth;
    think(FALSE);
    std::signal(SIGTERM, SIG_IGN);
    print_pv();
}
