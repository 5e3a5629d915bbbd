/* people/people_look.c - see people_look.h. */
#include "people/people_look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "eval/score.h"
#include "isa/kernel.h"

#define ROW_OF(R) (UINT64_C(0xFF) << (8 * (R)))
#define COLUMN_OF(C) (UINT64_C(0x0101010101010101) << (C))
static const uint64_t corners = UINT64_C(0x8100000000000081);
static const uint64_t border = UINT64_C(0xFF818181818181FF);
static const uint64_t x_squares = UINT64_C(0x0042000000004200);

/* Rows and columns from..to of the board, those outside left out. */
static uint64_t box(int row, int last_row, int column, int last_column)
{
    uint64_t mask = 0;
    for (int r = row < 0 ? 0 : row; r <= last_row && r < 8; r++)
        for (int c = column < 0 ? 0 : column; c <= last_column && c < 8; c++)
            mask |= bit_of(8 * r + c);
    return mask;
}

/* The squares through r, c with steps dr, dc, both ways. */
static uint64_t line(int r, int c, int dr, int dc, int step)
{
    uint64_t mask = 0;
    for (int k = -8; k <= 8; k += step)
        mask |= box(r + k * dr, r + k * dr, c + k * dc, c + k * dc);
    return mask;
}

/* ---- shapes ---- */

enum { SHAPE_LAST = 14, SHAPE_PHASE, SHAPE_RATING, LASTS = 65, PHASES = 16, RATINGS = 16 };

static const uint8_t kind_square[PEOPLE_KINDS] = {0, 1, 2, 3, 9, 10, 11, 18, 19};

static void squares_of_kind(int square, uint64_t *mask)
{
    const int r = square / 8, c = square % 8;
    const uint64_t near_a1 = box(0, 1, 0, 4);
    const uint64_t all[SHAPE_LAST] = {
        ROW_OF(r), COLUMN_OF(c), line(r, c, 1, 1, 1), line(r, c, 1, -1, 1),
        box(r - 1, r + 1, c - 1, c + 1),
        r ? ROW_OF(0) : ROW_OF(0) | bit_of(9) | bit_of(14),
        c ? COLUMN_OF(0) : COLUMN_OF(0) | bit_of(9) | bit_of(49),
        box(0, 2, 0, 2), near_a1 & bit_of(square) ? near_a1 : 0,
        box(r + 1, r + 3, c - 1, c + 1), box(r - 1, r + 1, c + 1, c + 3),
        box(r - 1, r + 1, c - 3, c - 1), ROW_OF(1),
        box(r - 2, r + 2, c - 2, c + 2) &
            (line(r, c, 0, 2, 1) | line(r, c, 2, 0, 1) | line(r, c, 2, 2, 1) |
             line(r, c, 2, -2, 1))};
    for (int i = 0; i < SHAPE_LAST; i++)
        mask[i] = all[i] & ~bit_of(square);
}

void people_shapes_make(struct people_shapes *shapes)
{
    memset(shapes, 0, sizeof *shapes);
    for (int kind = 0; kind < PEOPLE_KINDS; kind++) {
        squares_of_kind(kind_square[kind], shapes->mask[kind]);
        for (int i = 0; i < PEOPLE_SHAPES; i++) {
            uint32_t size = i == SHAPE_LAST ? LASTS : i == SHAPE_PHASE ? PHASES : RATINGS;
            if (i < SHAPE_LAST) {
                size = 1;
                for (int n = bit_count(shapes->mask[kind][i]); n > 0; n--)
                    size *= 3;
            }
            shapes->first[kind][i] = shapes->n_rows;
            shapes->n_rows += size;
        }
    }
}

static uint32_t configuration(ofl_board board, uint64_t mask)
{
    uint32_t index = 0;
    for (; mask; mask = bit_drop(mask)) {
        const uint64_t bit = mask & -mask;
        index = 3 * index + (board.player & bit ? 1 : board.opponent & bit ? 2 : 0);
    }
    return index;
}

/* The turn that lays `move` into the triangle; of two that do, the one with the smaller board. */
static int turn_for(ofl_board board, int move, int *kind)
{
    int best = -1;
    ofl_board least = {0};
    for (int turn = 0; turn < 8; turn++) {
        const int square = ofl_symmetry_square(move, turn);
        const int row = square / 8, column = square % 8;
        if (row > column || column > 3)
            continue;
        const ofl_board turned = ofl_symmetry(board, turn);
        if (best < 0 || turned.player < least.player ||
            (turned.player == least.player && turned.opponent < least.opponent)) {
            best = turn;
            least = turned;
        }
        *kind = row == 0 ? column : row == 1 ? 3 + column : 5 + column;
    }
    return best;
}

static int band_of(int rating)
{
    const int band = (rating - 1000) / 60;
    return band < 0 ? 0 : band >= RATINGS ? RATINGS - 1 : band;
}

static void find_rows(const struct people_shapes *shapes, ofl_board board, int move, int last,
                      int rating, uint32_t *rows)
{
    int kind = 0;
    const int turn = turn_for(board, move, &kind);
    const ofl_board turned = ofl_symmetry(board, turn);
    for (int i = 0; i < SHAPE_LAST; i++)
        rows[i] = configuration(turned, shapes->mask[kind][i]);
    rows[SHAPE_LAST] = last < OFL_PASS ? (uint32_t)ofl_symmetry_square(last, turn) : LASTS - 1;
    rows[SHAPE_PHASE] = (uint32_t)ofl_count_empties(board) / 4;
    rows[SHAPE_RATING] = (uint32_t)band_of(rating);
    for (int i = 0; i < PEOPLE_SHAPES; i++)
        rows[i] += shapes->first[kind][i];
}

/* ---- values ---- */

/* For the side to move of `board`. */
static int value_of(const struct weights *weights, ofl_board board)
{
    if (ofl_is_over(board))
        return ofl_score(board, OFL_SCORE_TOURNAMENT) * EVAL_DISC;
    if (!ofl_legal_moves(board))
        return -value_of(weights, ofl_swap(board));
    return weights ? kernel()->evaluate_trained(weights, board) : kernel()->evaluate(board);
}

/* The least value that a reply leaves. */
static int value_after_reply(const struct weights *weights, ofl_board child)
{
    uint64_t replies = ofl_legal_moves(child);
    int least = EVAL_WIN;
    if (!replies)
        return -value_of(weights, child);
    for (; replies; replies = bit_drop(replies)) {
        const int value = value_of(weights, ofl_play(child, bit_first(replies)));
        least = value < least ? value : least;
    }
    return least;
}

void people_moves_of(const struct weights *weights, ofl_board board, struct people_moves *moves)
{
    uint64_t legal = ofl_legal_moves(board);
    moves->n = 0;
    if (bit_count(legal) > PEOPLE_MOVES)
        return;
    for (; legal; legal = bit_drop(legal)) {
        const int move = bit_first(legal);
        const ofl_board child = ofl_play(board, move);
        moves->move[moves->n] = (uint8_t)move;
        moves->value[moves->n][0] = (int16_t)-value_of(weights, child);
        moves->value[moves->n][1] = (int16_t)value_after_reply(weights, child);
        moves->n++;
    }
}

/* ---- sights ---- */

static uint64_t spread(uint64_t b)
{
    b |= (b << 1 & ~COLUMN_OF(0)) | (b >> 1 & ~COLUMN_OF(7));
    return b | b << 8 | b >> 8;
}

/* The empty squares that hang together with `square`. */
static uint64_t region_of(uint64_t empty, int square)
{
    uint64_t region = bit_of(square);
    for (uint64_t next; (next = spread(region) & empty) != region;)
        region = next;
    return region;
}

/* Squares that a person would not take: beside an empty corner. */
static uint64_t risky(uint64_t empty) { return spread(empty & corners) & empty & ~corners; }

/* What is counted of a move before it is set beside the others. */
struct count {
    float turned, mine, theirs, their_safe, exposed, frontier, potential;
};

static void count_move(ofl_board board, int move, struct count *count, float *sight)
{
    const uint64_t flips = ofl_flips(board, move), bit = bit_of(move);
    const ofl_board child = ofl_play(board, move), mine = ofl_swap(child);
    const uint64_t empty = ~(child.player | child.opponent), replies = ofl_legal_moves(child);
    const uint64_t own_next = ofl_legal_moves(mine), before = ofl_legal_moves(ofl_swap(board));
    const uint64_t region = region_of(empty | bit, move);
    *count = (struct count){
        .turned = (float)bit_count(flips), .mine = (float)bit_count(own_next),
        .theirs = (float)bit_count(replies),
        .their_safe = (float)bit_count(replies & ~risky(empty)),
        .exposed = (float)bit_count(spread(flips) & empty),
        .frontier = (float)bit_count(spread(empty) & mine.player),
        .potential = (float)bit_count(ofl_potential_moves(child))};
    int i = 0;
    sight[i++] = (float)bit_count(replies & corners);
    sight[i++] = (float)bit_count(replies & ~before & corners);
    sight[i++] = (float)bit_count(before & ~replies & corners);
    sight[i++] = (float)bit_count(own_next & corners);
    sight[i++] = (float)bit_count(own_next & corners & ~ofl_legal_moves(board));
    sight[i++] = (float)!replies;
    sight[i++] = (float)((before & bit) != 0);
    sight[i++] = (float)(bit_count(region) & 1);
    sight[i++] = 1.0f / (float)bit_count(region);
    sight[i++] = (float)(bit_count(flips & border) > 0);
    sight[i++] = 0.25f * (float)(bit_count(ofl_stable_discs(mine) & mine.player) -
                                 bit_count(ofl_stable_discs(board)));
    sight[i++] = 0.25f * (float)(bit_count(ofl_stable_discs(child)) -
                                 bit_count(ofl_stable_discs(ofl_swap(board))));
    sight[i++] = (float)!(spread(flips) & empty);
    sight[i++] = (float)((bit & risky(empty | bit)) != 0);
    sight[i++] = (float)((replies & x_squares) != 0);
    sight[i++] = 0.5f * (float)bit_count(spread(bit) & empty);
    sight[i++] = 0.5f * (float)bit_count(spread(bit) & board.opponent);
    sight[i++] = (float)(bit_count(flips) == 1);
    sight[i++] = 0.125f * (float)bit_count(own_next & ~risky(empty));
}

enum { SIGHT_COUNTS = 19, SIGHT_VALUES = 33 };

/* How much a move has of something, and more than the move that has least of it. */
static void set_beside(const struct count *counts, int n, struct people_look *looks)
{
    enum { KINDS = sizeof(struct count) / sizeof(float) };
    static const float unit[KINDS] = {6, 10, 10, 8, 8, 12, 14};
    for (int k = 0; k < KINDS; k++) {
        float least = INFINITY;
        for (int i = 0; i < n; i++)
            least = fminf(least, ((const float *)&counts[i])[k]);
        for (int i = 0; i < n; i++) {
            const float x = ((const float *)&counts[i])[k];
            looks[i].sight[SIGHT_COUNTS + 2 * k] = x / unit[k];
            looks[i].sight[SIGHT_COUNTS + 2 * k + 1] = (x - least) / unit[k];
        }
    }
}

static float sight_of(int rating) { return (float)(rating - 1500) / 200; }

static void see_values(const struct people_moves *moves, int i, int empties, int rating,
                       float *sight)
{
    for (int v = 0; v < PEOPLE_VALUES; v++) {
        int best = INT16_MIN, better = 0;
        for (int k = 0; k < moves->n; k++) {
            best = moves->value[k][v] > best ? moves->value[k][v] : best;
            better += moves->value[k][v] > moves->value[i][v];
        }
        const float loss = (float)(best - moves->value[i][v]) / EVAL_DISC;
        *sight++ = loss / 8;
        *sight++ = expf(-loss / 2);
        *sight++ = 1.0f / (float)(1 + better);
        if (v == 0)
            *sight++ = tanhf((float)best / (16 * EVAL_DISC));
    }
    *sight++ = (float)empties / 30;
    *sight++ = empties < 14 ? (float)(14 - empties) / 7 : 0;
    *sight++ = sight_of(rating); /* PEOPLE_RATED */
    *sight++ = (float)moves->n / 10;
}

void people_look_at(const struct people_shapes *shapes, ofl_board board, int last, int rating,
                    const struct people_moves *moves, struct people_look *looks)
{
    struct count counts[PEOPLE_MOVES];
    for (int i = 0; i < moves->n; i++) {
        find_rows(shapes, board, moves->move[i], last, rating, looks[i].row);
        count_move(board, moves->move[i], &counts[i], looks[i].sight);
        see_values(moves, i, ofl_count_empties(board), rating, looks[i].sight + SIGHT_VALUES);
    }
    set_beside(counts, moves->n, looks);
}

void people_look_rate(struct people_look *look, int from, int to)
{
    look->row[SHAPE_RATING] += (uint32_t)(band_of(to) - band_of(from));
    look->sight[PEOPLE_RATED] = sight_of(to);
}
