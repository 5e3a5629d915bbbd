/* variant/variant_eval.c - see variant_eval.h.
 *
 * A sum of few terms, weighed by how full the board is. */
#include "variant/variant_eval.h"

#include "base/bits.h"
#include "isa/kernel.h"

static const uint64_t NOT_A = UINT64_C(0xFEFEFEFEFEFEFEFE), NOT_H = UINT64_C(0x7F7F7F7F7F7F7F7F);

enum axis { ROW, COLUMN, FALLING, RISING };

/* The neighbours on one side of an axis, and on the other. */
static inline uint64_t forth(uint64_t b, int axis)
{
    return axis == ROW ? b << 1 & NOT_A : axis == COLUMN ? b << 8 :
           axis == FALLING ? b << 9 & NOT_A : b << 7 & NOT_H;
}

static inline uint64_t back(uint64_t b, int axis)
{
    return axis == ROW ? b >> 1 & NOT_H : axis == COLUMN ? b >> 8 :
           axis == FALLING ? b >> 9 & NOT_H : b >> 7 & NOT_A;
}

struct variant_shape variant_shape_of(struct ofl_variant variant)
{
    struct variant_shape shape = {.variant = variant, .playable = ~variant.holes};
    shape.n_playable = bit_count(shape.playable);
    shape.corners = shape.playable;
    for (int axis = ROW; axis < VARIANT_N_AXES; axis++) {
        shape.walls[axis] = ~(forth(shape.playable, axis) & back(shape.playable, axis));
        shape.corners &= shape.walls[axis];
        shape.edges |= shape.walls[axis] & shape.playable;
    }
    shape.edges &= ~shape.corners;
    return shape;
}

uint64_t variant_stable(const struct variant_shape *shape, ofl_board board)
{
    const uint64_t own = board.player, empty = shape->playable & ~(own | board.opponent);
    uint64_t safe[VARIANT_N_AXES], stable = 0, last;
    for (int axis = ROW; axis < VARIANT_N_AXES; axis++) {
        uint64_t up = empty, down = empty;
        for (int i = 0; i < 6; i++) {
            up |= forth(up, axis) & shape->playable;
            down |= back(down, axis) & shape->playable;
        }
        safe[axis] = shape->walls[axis] | ~(up | down);
    }
    do {
        last = stable;
        stable = own;
        for (int axis = ROW; axis < VARIANT_N_AXES; axis++)
            stable &= safe[axis] | forth(last, axis) | back(last, axis);
    } while (stable != last);
    return stable;
}

static inline uint64_t straight(uint64_t b)
{
    return forth(b, ROW) | back(b, ROW) | forth(b, COLUMN) | back(b, COLUMN);
}

static inline uint64_t diagonal(uint64_t b)
{
    return forth(b, FALLING) | back(b, FALLING) | forth(b, RISING) | back(b, RISING);
}

static inline int difference(uint64_t set, ofl_board board)
{
    return bit_count(set & board.player) - bit_count(set & board.opponent);
}

void variant_count(const struct variant_shape *shape, ofl_board board, int terms[VARIANT_N_TERMS])
{
    const struct kernel *k = kernel();
    const uint64_t empty = shape->playable & ~(board.player | board.opponent);
    const uint64_t open = shape->corners & empty;
    const ofl_board other = {board.opponent, board.player};
    terms[VARIANT_MOVES] = bit_count(k->legal_moves(board) & empty) -
                           bit_count(k->legal_moves(other) & empty);
    terms[VARIANT_FRONTIER] = bit_count(k->potential_moves(board) & empty) -
                              bit_count(k->potential_moves(other) & empty);
    terms[VARIANT_CORNERS] = difference(shape->corners, board);
    terms[VARIANT_NEAR_DIAGONAL] = difference(diagonal(open), board);
    terms[VARIANT_NEAR_STRAIGHT] = difference(straight(open), board);
    terms[VARIANT_EDGES] = difference(shape->edges, board);
    terms[VARIANT_DISCS] = difference(shape->playable, board);
    terms[VARIANT_PARITY] = bit_count(empty) % 2 ? 1 : -1;
    terms[VARIANT_ONE] = 1;
}

/* 1/100 disc, where none, one seventh ... all squares are filled; for games that more discs win,
 * and for those that fewer do. Fitted by least squares to how 18,000 games of this search ended. */
enum { VARIANT_N_KNOTS = 8 };
static const int16_t variant_weights[2][VARIANT_N_KNOTS][VARIANT_N_TERMS] = {
    {
     {237, -122, 18, 223, 15, -1, -330, -132, 78},
     {68, -19, 822, -619, -418, 3, -69, 26, -104},
     {63, 11, 1384, -455, -413, -22, -22, -92, -150},
     {128, 34, 1144, -383, -232, 55, -17, -63, -62},
     {198, 45, 773, -266, -119, 68, 8, -69, -38},
     {258, 19, 485, -176, -150, 61, 29, -49, -26},
     {379, -31, 235, -54, -153, 34, 64, -72, -5},
     {465, -38, 18, -15, -18, 4, 101, 129, 116},
    },
    {
     {146, -68, 0, -6, -7, -32, -85, -135, 118},
     {16, 23, -397, 64, 19, -45, -2, -293, -86},
     {18, 30, -653, -42, 122, -68, -39, -287, -162},
     {40, 37, -553, -32, 116, -51, -32, -277, -142},
     {49, 47, -591, -12, 93, -54, -23, -275, -162},
     {61, 25, -565, -29, 90, -49, -29, -260, -198},
     {69, 9, -450, -11, 102, -33, -43, -239, -241},
     {6, 51, -117, 64, 148, -10, -78, -350, -368},
    }};

int variant_evaluate(const struct variant_shape *shape, ofl_board board)
{
    const int n = shape->n_playable;
    const int filled = bit_count(board.player | board.opponent) * (VARIANT_N_KNOTS - 1);
    const int16_t(*const now)[VARIANT_N_TERMS] =
        &variant_weights[shape->variant.fewer_wins][filled < n * (VARIANT_N_KNOTS - 1) ? filled / n
                                                                                       : 0];
    int terms[VARIANT_N_TERMS], value = 0;
    variant_count(shape, board, terms);
    for (int i = 0; i < VARIANT_N_TERMS; i++)
        value += (now[0][i] * (n - filled % n) + now[1][i] * (filled % n)) * terms[i];
    return value / n;
}
