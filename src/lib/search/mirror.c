/* search/mirror.c - see mirror.h. */
#include "search/mirror.h"

#include <assert.h>

#include "base/bits.h"
#include "search/root.h"

enum { N_SYMMETRIES = 8 };

struct mirror {
    uint64_t moves;        /* that may be played */
    int symmetries[N_SYMMETRIES], n_symmetries; /* of the board; the first is none at all */
    int n_wanted;
    int n_told;            /* lines of this iteration passed on */
    ofl_info_fn on_info;
    void *user;
};

static bool is_symmetry(ofl_board board, int symmetry)
{
    const ofl_board image = ofl_symmetry(board, symmetry);
    return image.player == board.player && image.opponent == board.opponent;
}

/* The images of the line's move, each once, as lines. Returns how many. */
static int spread(const struct mirror *mirror, const struct ofl_line *line,
                  struct ofl_line lines[N_SYMMETRIES])
{
    uint64_t seen = 0;
    int n = 0;
    for (int i = 0; i < mirror->n_symmetries; i++) {
        const int move = ofl_symmetry_square(line->move, mirror->symmetries[i]);
        if ((seen | ~mirror->moves) & bit_of(move))
            continue;
        seen |= bit_of(move);
        lines[n] = *line;
        lines[n].move = move;
        for (int k = 0; k < line->pv_length; k++)
            lines[n].pv[k] = (uint8_t)ofl_symmetry_square(line->pv[k], mirror->symmetries[i]);
        n++;
    }
    return n;
}

static void tell_all(void *user, const struct ofl_info *info)
{
    struct mirror *mirror = user;
    struct ofl_line lines[N_SYMMETRIES];
    struct ofl_info one = *info;
    const int n = spread(mirror, &info->line, lines);
    if (info->rank == 0)
        mirror->n_told = 0;
    one.n_lines = mirror->n_wanted;
    for (int i = 0; i < n && mirror->n_told < mirror->n_wanted; i++) {
        one.line = lines[i];
        one.rank = mirror->n_told++;
        mirror->on_info(mirror->user, &one);
    }
}

/* One move of each class. */
static uint64_t first_of_each(const struct mirror *mirror)
{
    uint64_t left = mirror->moves, firsts = 0;
    while (left) {
        const int move = bit_first(left);
        firsts |= bit_of(move);
        for (int i = 0; i < mirror->n_symmetries; i++)
            left &= ~bit_of(ofl_symmetry_square(move, mirror->symmetries[i]));
    }
    return firsts;
}

static void spread_result(const struct mirror *mirror, struct ofl_result *result)
{
    struct ofl_line all[OFL_MAX_MOVES], lines[N_SYMMETRIES];
    int n_all = 0;
    for (int i = 0; i < result->n_lines; i++) {
        const int n = spread(mirror, &result->lines[i], lines);
        for (int k = 0; k < n && n_all < mirror->n_wanted; k++)
            all[n_all++] = lines[k];
    }
    assert(n_all >= 1);
    for (int i = 0; i < n_all; i++)
        result->lines[i] = all[i];
    result->n_lines = n_all;
}

void mirror_run(struct searcher *searcher, ofl_board board, const struct ofl_limits *limits,
                  atomic_int *external_stop, ofl_info_fn on_info, void *user,
                  struct ofl_result *result)
{
    const uint64_t legal = ofl_legal_moves(board);
    struct mirror mirror = {.moves = legal & limits->moves ? legal & limits->moves : legal,
                            .on_info = on_info, .user = user};
    for (int i = 0; i < N_SYMMETRIES; i++)
        if (is_symmetry(board, i))
            mirror.symmetries[mirror.n_symmetries++] = i;
    if (limits->multi_pv < 1 || limits->goal != OFL_GOAL_PLAY || mirror.n_symmetries == 1 ||
        !legal) {
        root_run(searcher, board, limits, external_stop, on_info, user, result);
        return;
    }
    struct ofl_limits firsts = *limits;
    firsts.moves = first_of_each(&mirror);
    const int n_moves = bit_count(mirror.moves);
    mirror.n_wanted = limits->multi_pv < n_moves ? limits->multi_pv : n_moves;
    root_run(searcher, board, &firsts, external_stop, on_info ? tell_all : NULL, &mirror, result);
    spread_result(&mirror, result);
}
