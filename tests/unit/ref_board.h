/* tests/unit/ref_board.h - the rules once more, slow and obvious: the oracle of the kernels.
 *
 * A board is 64 characters a1 b1 .. h8 as a person writes it: 'X' the side to
 * move, 'O' the other side, '-' empty. Everything is done by walking over
 * squares; no bit tricks, nothing shared with the code under test. Sets of
 * squares are returned as bits only so that they can be compared. */
#ifndef TESTS_REF_BOARD_H
#define TESTS_REF_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <outflank/board.h>

struct ref_board { char cell[64]; };
_Static_assert(sizeof(struct ref_board) == 64, "no padding: it is compared");

static const int ref_directions[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1},
                                         {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

static inline struct ref_board ref_of(ofl_board board)
{
    struct ref_board ref;
    for (int square = 0; square < 64; square++)
        ref.cell[square] = "-XO"[(board.player >> square & 1) + 2 * (board.opponent >> square & 1)];
    return ref;
}

static inline bool ref_on_board(int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; }

/* The other side's discs that 'X' turns by a disc on (x, y). */
static inline uint64_t ref_flips(const struct ref_board *ref, int square)
{
    uint64_t flips = 0;
    if (ref->cell[square] != '-')
        return 0;
    for (int d = 0; d < 8; d++) {
        int dx = ref_directions[d][0], dy = ref_directions[d][1];
        int x = square % 8 + dx, y = square / 8 + dy;
        uint64_t run = 0;
        while (ref_on_board(x, y) && ref->cell[8 * y + x] == 'O') {
            run |= UINT64_C(1) << (8 * y + x);
            x += dx;
            y += dy;
        }
        if (ref_on_board(x, y) && ref->cell[8 * y + x] == 'X')
            flips |= run;
    }
    return flips;
}

static inline uint64_t ref_legal_moves(const struct ref_board *ref)
{
    uint64_t moves = 0;
    for (int square = 0; square < 64; square++)
        if (ref_flips(ref, square))
            moves |= UINT64_C(1) << square;
    return moves;
}

static inline struct ref_board ref_swap(const struct ref_board *ref)
{
    struct ref_board swapped;
    for (int square = 0; square < 64; square++) {
        char c = ref->cell[square];
        swapped.cell[square] = c == 'X' ? 'O' : c == 'O' ? 'X' : '-';
    }
    return swapped;
}

/* After a legal move on `square`, seen by the other side. */
static inline struct ref_board ref_play(const struct ref_board *ref, int square)
{
    struct ref_board after = *ref;
    uint64_t flips = ref_flips(ref, square);
    after.cell[square] = 'X';
    for (int i = 0; i < 64; i++)
        if (flips >> i & 1)
            after.cell[i] = 'X';
    return ref_swap(&after);
}

/* Empty squares with an 'O' on one of the eight squares around them. */
static inline uint64_t ref_potential_moves(const struct ref_board *ref)
{
    uint64_t set = 0;
    for (int square = 0; square < 64; square++)
        for (int d = 0; d < 8 && ref->cell[square] == '-'; d++) {
            int x = square % 8 + ref_directions[d][0], y = square / 8 + ref_directions[d][1];
            if (ref_on_board(x, y) && ref->cell[8 * y + x] == 'O')
                set |= UINT64_C(1) << square;
        }
    return set;
}

static inline int ref_score(const struct ref_board *ref, enum ofl_score_rule rule)
{
    int own = 0, other = 0, empty = 0;
    for (int square = 0; square < 64; square++) {
        own += ref->cell[square] == 'X';
        other += ref->cell[square] == 'O';
        empty += ref->cell[square] == '-';
    }
    if (rule == OFL_SCORE_TOURNAMENT && own > other)
        own += empty;
    else if (rule == OFL_SCORE_TOURNAMENT && other > own)
        other += empty;
    return own - other;
}

/* Edges, as a number with one digit (0 empty, 1 'X', 2 'O') per square. */
enum { REF_EDGES = 6561 };
struct ref_edges { uint8_t stable[REF_EDGES]; };

static inline int ref_edge_number(const char cells[8])
{
    int number = 0;
    for (int i = 7; i >= 0; i--)
        number = number * 3 + (cells[i] == 'X' ? 1 : cells[i] == 'O' ? 2 : 0);
    return number;
}

static inline void ref_edge_cells(int number, char cells[8])
{
    for (int i = 0; i < 8; i++, number /= 3)
        cells[i] = "-XO"[number % 3];
}

/* The edge after `color` has placed a disc on square `at` of it. */
static inline int ref_edge_after(int number, int at, char color)
{
    char cells[8];
    ref_edge_cells(number, cells);
    for (int step = -1; step <= 1; step += 2) {
        int i = at + step;
        while (i >= 0 && i < 8 && cells[i] != '-' && cells[i] != color)
            i += step;
        if (i >= 0 && i < 8 && cells[i] == color)
            for (int k = at + step; k != i; k += step)
                cells[k] = color;
    }
    cells[at] = color;
    return ref_edge_number(cells);
}

/* Stable discs of 'X': those that are 'X' in every edge that can follow, when
 * either colour may be placed on any empty square, in any order. Visits them all. */
static inline unsigned ref_edge_stable(int number)
{
    static int queue[REF_EDGES];
    static bool seen[REF_EDGES];
    memset(seen, 0, sizeof seen);
    unsigned stable = 255;
    int n = 0;
    queue[n++] = number;
    seen[number] = true;
    for (int i = 0; i < n; i++) {
        char cells[8];
        ref_edge_cells(queue[i], cells);
        for (int at = 0; at < 8; at++) {
            if (cells[at] != 'X')
                stable &= ~(1u << at);
            for (int k = 0; k < 2 && cells[at] == '-'; k++) {
                int next = ref_edge_after(queue[i], at, "XO"[k]);
                if (!seen[next])
                    queue[n++] = next;
                seen[next] = true;
            }
        }
    }
    return stable;
}

static inline void ref_fill_edges(struct ref_edges *edges)
{
    for (int number = 0; number < REF_EDGES; number++)
        edges->stable[number] = (uint8_t)ref_edge_stable(number);
}

static inline bool ref_line_is_full(const struct ref_board *ref, int square, int dx, int dy)
{
    int x = square % 8, y = square / 8;
    while (ref_on_board(x - dx, y - dy)) {
        x -= dx;
        y -= dy;
    }
    for (; ref_on_board(x, y); x += dx, y += dy)
        if (ref->cell[8 * y + x] == '-')
            return false;
    return true;
}

/* A disc cannot turn along an axis whose line is full, that ends at the disc, or
 * on which a neighbour is a stable disc of the same colour. */
static inline bool ref_is_safe(const struct ref_board *ref, const bool stable[64], int square,
                               int dx, int dy)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        int x = square % 8 + sign * dx, y = square / 8 + sign * dy;
        if (!ref_on_board(x, y) || stable[8 * y + x])
            return true;
    }
    return ref_line_is_full(ref, square, dx, dy);
}

/* The set ofl_stable_discs() promises: edge discs by the edge alone, then
 * discs that are safe along all four axes, until no more are found. */
static inline uint64_t ref_stable_discs(const struct ref_board *ref, const struct ref_edges *edges)
{
    static const int first[4] = {0, 56, 0, 7}, step[4] = {1, 1, 8, 8};
    bool stable[64] = {false};
    for (int e = 0; e < 4; e++) {
        char cells[8];
        for (int i = 0; i < 8; i++)
            cells[i] = ref->cell[first[e] + i * step[e]];
        unsigned found = edges->stable[ref_edge_number(cells)];
        for (int i = 0; i < 8; i++)
            if (found >> i & 1)
                stable[first[e] + i * step[e]] = true;
    }
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (int square = 0; square < 64; square++)
            if (ref->cell[square] == 'X' && !stable[square] &&
                ref_is_safe(ref, stable, square, 1, 0) && ref_is_safe(ref, stable, square, 0, 1) &&
                ref_is_safe(ref, stable, square, 1, 1) && ref_is_safe(ref, stable, square, 1, -1))
                stable[square] = is_new = true;
    }
    uint64_t set = 0;
    for (int square = 0; square < 64; square++)
        if (stable[square])
            set |= UINT64_C(1) << square;
    return set;
}

#endif
