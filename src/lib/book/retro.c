/* book/retro.c - moves taken back (retro.h).
 *
 * The last disc played lies on a square of the side that moved. In each of eight directions from
 * it the move turned a run of discs that ends before another disc of that side. How long the run
 * was cannot be seen any more: every length from 0 to one less than the discs in a row is
 * possible, in each direction by itself. At least one run has a disc.
 * A square is out of question if one of its rays holds discs of the other side and then one of
 * the mover's: the move would have turned them.
 */
#include "book/retro.h"

#include "base/array.h"
#include "base/bits.h"

enum { N_DIRECTIONS = 8 };

/* The runs that a move to one square may have turned: turned[d][k] are the first k discs. */
struct runs {
    int n_choices[N_DIRECTIONS];
    uint64_t turned[N_DIRECTIONS][8];
    size_t n_boards; /* product of choices, less the one that turns nothing */
};

static const signed char steps[N_DIRECTIONS][2] = {{1, 0},  {-1, 0}, {0, 1},  {0, -1},
                                                   {1, 1},  {1, -1}, {-1, 1}, {-1, -1}};

/* The bit of a square on the board, or 0 beyond its edge. */
static uint64_t bit_at(int column, int row)
{
    return column >= 0 && column < 8 && row >= 0 && row < 8 ? bit_of(8 * row + column) : 0;
}

/* Runs in one direction; false if the ray says that no move was made to the square. */
static bool find_run(uint64_t mover, uint64_t other, int square, int direction, struct runs *runs)
{
    int column = square % 8, row = square / 8, n_own = 0, n_other = 0;
    uint64_t *turned = runs->turned[direction], discs = 0, bit;
    const signed char *step = steps[direction];
    turned[0] = 0;
    while ((bit = bit_at(column += step[0], row += step[1])) & mover && bit) {
        n_own++;
        turned[n_own] = discs |= bit;
    }
    if (n_own == 0) {
        for (; bit & other; bit = bit_at(column += step[0], row += step[1]))
            n_other++;
        if (n_other > 0 && bit & mover)
            return false;
    }
    runs->n_choices[direction] = n_own > 1 ? n_own : 1; /* the last of a row turned nothing */
    return true;
}

static bool find_runs(uint64_t mover, uint64_t other, int square, struct runs *runs)
{
    size_t product = 1;
    for (int direction = 0; direction < N_DIRECTIONS; direction++) {
        if (!find_run(mover, other, square, direction, runs))
            return false;
        product *= (size_t)runs->n_choices[direction];
    }
    runs->n_boards = product - 1;
    return product > 1;
}

/* All boards before a move of `mover` to `square`, canonical. Returns their number. */
static size_t take_back(uint64_t mover, uint64_t other, int square, const struct runs *runs,
                        ofl_board *parents)
{
    int choice[N_DIRECTIONS] = {0};
    for (size_t n = 0; n < runs->n_boards; n++) {
        uint64_t discs = 0;
        int direction = 0;
        while (++choice[direction] == runs->n_choices[direction])
            choice[direction++] = 0;
        for (int d = 0; d < N_DIRECTIONS; d++)
            discs |= runs->turned[d][choice[d]];
        ofl_board before = {.player = mover & ~discs & ~bit_of(square), .opponent = other | discs};
        parents[n] = ofl_canonical(before, NULL);
    }
    return runs->n_boards;
}

/* Boards where `after` stands before any pass. False if they are more than *left. */
static bool parents_of(ofl_board after, ofl_board *parents, size_t *n_parents, size_t size)
{
    uint64_t mover = after.opponent, other = after.player;
    for (uint64_t squares = mover; squares; squares = bit_drop(squares)) {
        struct runs runs;
        if (!find_runs(mover, other, bit_first(squares), &runs))
            continue;
        if (runs.n_boards > size - *n_parents)
            return false;
        *n_parents += take_back(mover, other, bit_first(squares), &runs, parents + *n_parents);
    }
    return true;
}

static int compare_boards(const void *a, const void *b)
{
    const ofl_board *x = a, *y = b;
    if (x->player != y->player)
        return x->player < y->player ? -1 : 1;
    return x->opponent < y->opponent ? -1 : x->opponent > y->opponent;
}

ptrdiff_t retro_parents(ofl_board child, ofl_board *parents, size_t size)
{
    size_t n = 0;
    ofl_board passed = ofl_swap(child);
    bool can_move = ofl_legal_moves(child) != 0, can_other = ofl_legal_moves(passed) != 0;
    if (!can_move && can_other)
        return 0; /* here the side to move passes, and the board after that is the child */
    if (!parents_of(child, parents, &n, size) ||
        (can_move && !can_other && !parents_of(passed, parents, &n, size)))
        return RETRO_TOO_MANY;
    return (ptrdiff_t)array_sort_unique(parents, n, sizeof *parents, compare_boards);
}
