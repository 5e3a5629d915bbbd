/* bench/kernels.c - time of the board operations and evaluations at each CPU level.
 *
 * usage: kernels [--weights FILE] [LEVEL ...]
 * Positions come from random games with a fixed seed, in the order a search would
 * meet them (a game's moves one after the other). A figure is the best of several
 * rounds; the machine's own speed drifts, so compare ratios, not single numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/board.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/rng.h"
#include "eval/weights.h"
#include "isa/kernel.h"
#include "random_move.h"

enum { N_BOARDS = 4096, ROUNDS = 9, REPEATS = 40 };

static ofl_board boards[N_BOARDS];
static uint8_t squares[N_BOARDS]; /* a legal move of each */
static struct pattern_ids board_ids[N_BOARDS]; /* for the side to move */

static void make_boards(void)
{
    struct rng rng = rng_seeded(2026);
    ofl_board b = ofl_position_start().board;
    for (int i = 0; i < N_BOARDS;) {
        uint64_t moves = ofl_legal_moves(b);
        if (!moves) {
            b = ofl_is_over(b) ? ofl_position_start().board : ofl_swap(b);
            continue;
        }
        const int square = random_move(&rng, moves);
        boards[i] = b;
        pattern_ids_of(b, &board_ids[i]);
        squares[i++] = (uint8_t)square;
        b = ofl_play(b, square);
    }
}

/* NULL in a program without weights. */
static struct weights *load_weights(const char *path)
{
    struct reason reason = {.text = ""};
    struct weights *w = path ? weights_from_file(path, &reason) : weights_built_in(&reason);
    if (!w && path) {
        fprintf(stderr, "%s: %s\n", path, reason.text);
        exit(1);
    }
    return w;
}

static uint64_t sink; /* results go here, so that no call is dropped */

#define MEASURE(NAME, CALL)                                                        \
    do {                                                                           \
        int64_t best_us = INT64_MAX;                                               \
        for (int round = 0; round < ROUNDS; round++) {                             \
            int64_t start_us = clock_us();                                         \
            for (int repeat = 0; repeat < REPEATS; repeat++)                       \
                for (int i = 0; i < N_BOARDS; i++)                                 \
                    sink += (uint64_t)(CALL);                                      \
            int64_t us = clock_us() - start_us;                                    \
            best_us = us < best_us ? us : best_us;                                 \
        }                                                                          \
        printf("%-9s %-26s %7.2f ns\n", k->level, NAME,                            \
               (double)best_us * 1000.0 / (REPEATS * N_BOARDS));                   \
    } while (0)

static void measure_perft(const struct kernel *k)
{
    int64_t best_us = INT64_MAX;
    uint64_t leaves = 0;
    for (int round = 0; round < 3; round++) {
        int64_t start_us = clock_us();
        leaves = k->perft(ofl_position_start().board, 11, OFL_PERFT_A);
        int64_t us = clock_us() - start_us;
        best_us = us < best_us ? us : best_us;
    }
    printf("%-9s %-26s %7.1f M leaves/s\n", k->level, "perft 11, bulk",
           (double)leaves / (double)best_us);
}

static void measure(const struct kernel *k, const struct weights *weights)
{
    MEASURE("legal moves", k->legal_moves(boards[i]));
    MEASURE("potential moves", k->potential_moves(boards[i]));
    MEASURE("flips", k->flips(boards[i], squares[i]));
    MEASURE("last flip counts", k->last_flip_counts(boards[i].player, squares[i]));
    MEASURE("stable discs", k->stable_discs(boards[i]));
    MEASURE("classical evaluation", k->evaluate(boards[i]));
    struct pattern_ids ids[2] = {{{0}}, {{0}}};
    MEASURE("pattern update of a move",
            (k->pattern_update(&ids[~i & 1], &ids[i & 1], squares[i],
                               boards[i].opponent & UINT64_C(0x18181818),
                               i & 1),
             0));
    if (weights) {
        MEASURE("trained eval",
                k->evaluate_ids(weights->network, boards[i], &board_ids[i], 0));
        MEASURE("trained eval from scratch", k->evaluate_trained(weights, boards[i]));
    }
    measure_perft(k);
}

int main(int argc, char **argv)
{
    make_boards();
    const char *path = NULL;
    if (argc > 2 && strcmp(argv[1], "--weights") == 0) {
        path = argv[2];
        argc -= 2;
        argv += 2;
    }
    struct weights *weights = load_weights(path);
    for (int i = 0; kernel_at(i); i++) {
        const struct kernel *k = kernel_at(i);
        bool wanted = argc < 2;
        for (int a = 1; a < argc; a++)
            wanted |= strcmp(argv[a], k->level) == 0;
        if (wanted && kernel_supported(k->level))
            measure(k, weights);
    }
    return sink == 42 ? 1 : 0;
}
