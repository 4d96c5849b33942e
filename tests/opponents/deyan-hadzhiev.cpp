// Drives github.com/deyan-hadzhiev/raumschach: its alpha-beta search with the depths 2, 4, 6, …
//
// At an odd depth the program evaluates for the wrong side. Its own game searches to depth 4. A search works on a copy
// of the board in which pawns stay promoted, so each depth starts from a new board.

#include "driver.hpp"

#include "configuration.h"
#include "constants.h"
#include "player.h"

#include <cctype>

static Config::PieceType piece_type(char letter) {
    switch (std::tolower(letter)) {
        case 'k': return Config::KING;
        case 'q': return Config::QUEEN;
        case 'r': return Config::ROOK;
        case 'b': return Config::BISHOP;
        case 'n': return Config::KNIGHT;
        case 'u': return Config::UNICORN;
        default: return Config::PAWN;
    }
}

static Cell cell(const ChessVector &vector) { return Cell(vector.x, vector.y, vector.z); }

int main(int count, char **arguments) {
    const SearchRequest request(count, arguments);
    RandomGenerator random;
    BitBoardMovePool moves;
    moves.Initalize(&random);
    Board board(&moves);
    for (int index = 0; index < 125; ++index) {
        const char letter = request.cells[index];
        if (letter == '.')
            continue;
        const Config::PlayerColour side = std::isupper(letter) ? Config::WHITE : Config::BLACK;
        board.AddPiece(Piece(piece_type(letter), side, static_cast<coord>(index)));
    }
    for (int depth = 2; depth <= std::max(request.max_depth, 2); depth += 2) {
        AIPlayer player(depth, 0, request.white_to_move ? Config::WHITE : Config::BLACK, &random);
        Piece piece;
        ChessVector destination;
        player.GetMove(piece, destination, &board);
        if (piece.GetType() == Config::NO_TYPE)
            return 0;
        print_best_move(depth, cell(piece.GetPositionVector()), cell(destination));
    }
}
