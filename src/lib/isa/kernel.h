/* isa/kernel.h - the one table of entry points, one instance per CPU level.
 *
 * Entries are coarse: a whole search, a perft, an evaluation. (A table per flip
 * costs 5 % of instructions in an endgame search; a table per search nothing.)
 * The small board operations are here for cold callers and for tests. */
#ifndef ISA_KERNEL_H
#define ISA_KERNEL_H

#include <stdbool.h>
#include <stdint.h>
#include <outflank/board.h>

struct child;
struct worker;
struct root_task;
struct split;
struct network;
struct weights;
struct pattern_ids;
struct pattern_input;
struct tt_query;
struct student;
struct student_input;

struct kernel {
    const char *level;
    uint64_t (*legal_moves)(ofl_board board);
    uint64_t (*potential_moves)(ofl_board board);
    uint64_t (*flips)(ofl_board board, int square); /* the square must be empty */
    /* The moves of a board and what they leave; their number (for tests; board/children.h). */
    int (*children)(ofl_board board, uint64_t moves, struct child *children);
    /* search/proof.h (for tests). */
    uint64_t (*proof_number)(ofl_board board, uint64_t moves, uint64_t limit,
                             const struct tt_query *known);
    /* By the player and 256 times by the opponent, who holds all other squares. */
    unsigned (*last_flip_counts)(uint64_t player, int square);
    uint64_t (*stable_discs)(ofl_board board);
    uint64_t (*perft)(ofl_board board, int depth, enum ofl_perft_rule rule);
    int (*evaluate)(ofl_board board); /* 1/128 disc, see eval/eval.h */
    int (*evaluate_trained)(const struct weights *weights, ofl_board board);
    /* With ids kept move by move; see eval/network_run.h. */
    int (*evaluate_ids)(const struct network *network, ofl_board board,
                        const struct pattern_ids *ids, int side);
    void (*evaluate_all)(const struct network *network, const struct pattern_input *in, int n,
                         int *values);
    /* eval/student.h (for tests and benchmarks). */
    void (*student_values)(const struct student *student, int n_empties,
                           const struct student_input *in, int n, int *values);
    /* One move of the incremental ids, see eval/pattern_update.h (for tests). */
    void (*pattern_update)(struct pattern_ids *to, const struct pattern_ids *from, int square,
                           uint64_t flips, int side);
    int (*search_root)(struct worker *worker, struct root_task *task);
    void (*split_work)(struct worker *worker, struct split *split);
};

/* The table in force: chosen at the first call (the best this machine has, or
 * the one kernel_select() asked for). Safe from any thread. */
const struct kernel *kernel(void);

/* Forces a level by name; false if it is unknown, not built, or not supported here. */
bool kernel_select(const char *level);
bool kernel_supported(const char *level);

/* All levels of this build, slowest first; NULL past the last. */
const struct kernel *kernel_at(int index);

#endif
