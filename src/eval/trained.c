/* eval/trained.c - see trained.h (hot; one build per CPU level). */
#include "eval/trained.h"

#include "eval/linear.h"
#include "eval/network_run.h"

int ISA_FN(trained_evaluate)(const struct weights *weights, uint64_t player, uint64_t opponent,
                             const struct pattern_ids *ids, int side)
{
    return weights->network ? network_evaluate(weights->network, player, opponent, ids, side)
                            : linear_evaluate(weights, player, opponent, ids, side);
}

void ISA_FN(trained_evaluate_all)(const struct weights *weights, const struct pattern_input *in,
                                  int n, int *values)
{
    if (weights->network) {
        network_evaluate_all(weights->network, in, n, values);
        return;
    }
    for (int i = 0; i < n; i++)
        values[i] = linear_evaluate(weights, in[i].player, in[i].opponent, in[i].ids, in[i].side);
}
