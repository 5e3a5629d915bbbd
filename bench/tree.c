/* bench/tree.c - cost of a trained evaluation in a search tree, at each CPU level.
 *
 * usage: tree [--weights FILE] [LEVEL ...]
 * From each root a tree is walked as a search does: boards and configurations move by
 * move, INNER replies at inner nodes (drawn by the board's bits, not by values, so that the
 * tree is always the same), all replies at the last ply, a few at a time. It is walked with
 * and without evaluating the leaves; the difference over the number of leaves is what an
 * evaluation costs there, its cache misses and what overlaps with making moves included.
 *
 * Processor time of this thread; cycles by a loop of dependent additions timed beside. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <outflank/board.h>

#include "base/bits.h"
#include "base/rng.h"
#include "eval/weights.h"
#include "isa/kernel.h"
#include "random_move.h"

enum { N_ROOTS = 12, DEPTH = 8, INNER = 3, ROUNDS = 15, TOGETHER = 8 };

struct node {
    ofl_board board;
    int side;
    struct pattern_ids ids;
};

struct walk {
    const struct kernel *kernel;
    const struct weights *weights; /* NULL: leaves are made, not evaluated */
    int together;                  /* siblings evaluated at once */
    uint64_t n_leaves;
    int64_t sum;
    /* Leaves of one node. */
    struct node children[TOGETHER];
    struct pattern_input in[TOGETHER];
    int values[TOGETHER];
};

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Cycles a nanosecond. */
static double frequency(void)
{
    enum { N = 1 << 20 };
    double best = 1e18;
    for (int round = 0; round < 9; round++) {
        uint64_t x = 1;
        double start = now_ns();
        for (int i = 0; i < N; i++) {
            x += 3;
            __asm__ volatile("" : "+r"(x));
        }
        double ns = now_ns() - start;
        best = ns < best ? ns : best;
    }
    return N / best;
}

/* Some position of 44 to 22 empties. */
static void make_root(int index, struct node *root)
{
    struct rng rng = rng_seeded(2026 + (uint64_t)index);
    ofl_board b = ofl_position_start().board;
    while (ofl_count_empties(b) > 44 - 2 * index) {
        uint64_t moves = ofl_legal_moves(b);
        if (!moves) {
            b = ofl_is_over(b) ? ofl_position_start().board : ofl_swap(b);
            continue;
        }
        const int square = random_move(&rng, moves);
        b = ofl_play(b, square);
    }
    root->board = b;
    root->side = 0;
    pattern_ids_of(b, &root->ids);
}

static void play(const struct kernel *k, struct node *to, const struct node *from, int square)
{
    uint64_t flips = k->flips(from->board, square);
    to->board.player = from->board.opponent ^ flips;
    to->board.opponent = from->board.player ^ flips ^ bit_of(square);
    to->side = from->side ^ 1;
    k->pattern_update(&to->ids, &from->ids, square, flips, from->side);
}

/* INNER of the moves, or all. */
static uint64_t choose(uint64_t moves, ofl_board b)
{
    struct rng rng = rng_seeded(b.player * 3 + b.opponent);
    uint64_t chosen = 0;
    for (int n = bit_count(moves), left = INNER; n > 0; n--, moves = bit_drop(moves))
        if (rng_below(&rng, (uint32_t)n) < (uint32_t)left) {
            chosen |= bit_of(bit_first(moves));
            left--;
        }
    return chosen;
}

/* The last ply: all replies, `together` of them at a time. */
static void make_leaves(struct walk *w, const struct node *node, uint64_t moves)
{
    while (moves) {
        int n = 0;
        for (; moves && n < w->together; moves = bit_drop(moves), n++) {
            struct node *child = &w->children[n];
            play(w->kernel, child, node, bit_first(moves));
            w->in[n] = (struct pattern_input){child->board.player, child->board.opponent,
                                              &child->ids, child->side};
            w->values[n] = child->ids.id[0];
        }
        w->n_leaves += (uint64_t)n;
        if (w->weights && w->together == 1)
            w->values[0] = w->kernel->evaluate_ids(w->weights->network, w->children[0].board,
                                                   &w->children[0].ids, w->children[0].side);
        else if (w->weights)
            w->kernel->evaluate_all(w->weights->network, w->in, n, w->values);
        for (int i = 0; i < n; i++)
            w->sum += w->values[i];
    }
}

static void walk(struct walk *w, const struct node *node, int depth)
{
    struct node child;
    uint64_t moves = w->kernel->legal_moves(node->board);
    if (depth == 1) {
        make_leaves(w, node, moves);
        return;
    }
    if (!moves) {
        child = *node;
        child.board = ofl_swap(node->board);
        child.side ^= 1;
        walk(w, &child, depth - 1);
        return;
    }
    for (moves = choose(moves, node->board); moves; moves = bit_drop(moves)) {
        play(w->kernel, &child, node, bit_first(moves));
        walk(w, &child, depth - 1);
    }
}

static double time_walk(struct walk *w, const struct node *root)
{
    w->n_leaves = 0;
    double start = now_ns();
    walk(w, root, DEPTH);
    return now_ns() - start;
}

static int64_t measure(const struct kernel *k, const struct weights *weights, int together)
{
    struct walk with = {.kernel = k, .weights = weights, .together = together};
    struct walk without = {.kernel = k, .together = together};
    double ns = 0, rest_ns = 0;
    uint64_t n = 0;
    for (int i = 0; i < N_ROOTS; i++) {
        struct node root;
        make_root(i, &root);
        double best = 1e18, best_without = 1e18;
        for (int round = 0; round < ROUNDS; round++) {
            double t = time_walk(&without, &root);
            best_without = t < best_without ? t : best_without;
            t = time_walk(&with, &root);
            best = t < best ? t : best;
        }
        n += with.n_leaves;
        ns += best - best_without;
        rest_ns += best_without;
    }
    ns /= (double)n;
    printf("%-9s %2d at once: %6.1f ns, %5.0f cycles each; making a leaf: %5.1f ns (%.1f k)\n",
           k->level, together, ns, ns * frequency(), rest_ns / (double)n, (double)n / 1000);
    return with.sum + without.sum;
}

static struct weights *load(const char *path)
{
    struct reason reason = {.text = ""};
    struct weights *w = path ? weights_from_file(path, &reason) : weights_built_in(&reason);
    if (!w) {
        fprintf(stderr, "tree: %s: %s\n", path ? path : "built in", reason.text);
        exit(1);
    }
    return w;
}

int main(int argc, char **argv)
{
    const char *path = NULL;
    if (argc > 2 && strcmp(argv[1], "--weights") == 0) {
        path = argv[2];
        argc -= 2;
        argv += 2;
    }
    struct weights *weights = load(path);
    int64_t sum = 0;
    for (int i = 0; kernel_at(i); i++) {
        const struct kernel *k = kernel_at(i);
        bool wanted = argc < 2;
        for (int a = 1; a < argc; a++)
            wanted |= strcmp(argv[a], k->level) == 0;
        if (wanted && kernel_supported(k->level))
            for (int together = 1; together <= TOGETHER; together *= 2)
                sum += measure(k, weights, together);
    }
    weights_free(weights);
    return sum == 42 ? 1 : 0;
}
