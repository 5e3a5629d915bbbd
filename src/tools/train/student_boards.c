/* train/student_boards.c - see student_boards.h. */
#include "train/student_boards.h"

#include "base/array.h"
#include "base/bits.h"
#include "eval/student.h"
#include "isa/kernel.h"

enum { NOISE = 512 }; /* 1/128 disc: a move up to 4 discs worse may refute */

struct node {
    int n;
    ofl_board child[OFL_MAX_MOVES];
    int value[OFL_MAX_MOVES];
};

static void make_children(ofl_board board, uint64_t moves, struct node *node)
{
    node->n = 0;
    for (; moves; moves = bit_drop(moves))
        node->child[node->n++] = ofl_play(board, bit_first(moves));
}

static void value_children(const struct weights *weights, struct node *node)
{
    struct pattern_ids ids[OFL_MAX_MOVES];
    struct pattern_input in[OFL_MAX_MOVES];
    for (int i = 0; i < node->n; i++) {
        const ofl_board board = node->child[i];
        pattern_ids_of(board, &ids[i]);
        in[i] = (struct pattern_input){board.player, board.opponent, &ids[i], 0};
    }
    kernel()->evaluate_all(weights->network, in, node->n, node->value);
}

static uint8_t mobility(ofl_board board)
{
    const int n = bit_count(ofl_legal_moves(board));
    return (uint8_t)(n < STUDENT_MOBILITY ? n : STUDENT_MOBILITY - 1);
}

static bool add(struct student_list *list, ofl_board board, int value)
{
    const struct student_sample sample = {
        .board = board, .value = (int16_t)value, .own = mobility(board),
        .other = mobility(ofl_swap(board)),
    };
    return array_push(&list->list, &list->n, &sample, sizeof sample);
}

/* Wiped out children are left out: the search knows what they are worth. */
static bool add_all(struct student_list *list, const struct node *node)
{
    for (int i = 0; i < node->n; i++)
        if (node->child[i].player && !add(list, node->child[i], node->value[i]))
            return false;
    return true;
}

/* The child that looks worst for the other side, but for the noise. */
static int pick_refutation(const struct node *node, struct rng *rng)
{
    int least = INT32_MAX, at = 0;
    for (int i = 0; i < node->n; i++) {
        const int value = node->value[i] + (int)rng_below(rng, NOISE);
        if (value < least) {
            least = value;
            at = i;
        }
    }
    return at;
}

bool student_play(const struct weights *weights, ofl_board from, struct rng *rng,
                  struct student_list *list)
{
    const int last = STUDENT_EMPTIES_LEAST + 1 + (int)rng_below(rng, STUDENT_STAGES);
    bool refutes = rng_below(rng, 2) != 0;
    for (ofl_board board = from; ofl_count_empties(board) > STUDENT_EMPTIES_LEAST;) {
        const uint64_t moves = ofl_legal_moves(board);
        if (!moves && !ofl_legal_moves(ofl_swap(board)))
            return true;
        if (!moves) {
            board = ofl_swap(board);
            refutes = !refutes;
            continue;
        }
        struct node node;
        make_children(board, moves, &node);
        if (refutes)
            value_children(weights, &node);
        if (refutes && ofl_count_empties(board) <= last)
            return add_all(list, &node);
        board = node.child[refutes ? pick_refutation(&node, rng)
                                   : (int)rng_below(rng, (uint32_t)node.n)];
        refutes = !refutes;
    }
    return true;
}

void student_shuffle(struct student_list *list, struct rng *rng)
{
    for (size_t i = list->n; i > 1; i--) {
        const size_t j = (size_t)(rng_next(rng) % i);
        const struct student_sample at = list->list[i - 1];
        list->list[i - 1] = list->list[j];
        list->list[j] = at;
    }
}
