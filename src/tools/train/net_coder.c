/* train/net_coder.c - tables behind net_pass.h, and which level of it runs. */
#include <stdlib.h>

#include "base/mem.h"
#include "isa/kernel.h"
#include "train/net_pass.h"

extern const struct net_kernel net_kernel_generic, net_kernel_avx2;

const struct net_kernel *net_kernel(void)
{
#ifdef TRAIN_HAVE_AVX2
    if (kernel_supported("avx2"))
        return &net_kernel_avx2;
#endif
    return &net_kernel_generic;
}

void net_coder_destroy(struct net_coder *coder)
{
    if (!coder)
        return;
    free(coder->code);
    mem_free(coder, sizeof *coder);
}

struct net_coder *net_coder_create(void)
{
    struct net_coder *coder = mem_alloc(sizeof *coder, NULL);
    if (!coder)
        return NULL;
    coder->code = malloc(PATTERN_N_CONFIGS * sizeof *coder->code);
    if (!coder->code) {
        net_coder_destroy(coder);
        return NULL;
    }
    row_digits_init(&coder->digits);
    for (uint32_t c = 0; c < PATTERN_N_CONFIGS; c++)
        coder->code[c] = pattern_packed_index[c] * TURNS + pattern_config_turn[c];
    for (int lane = 0; lane < PATTERN_LANES; lane++)
        for (int m = 0; m < TURNS; m++)
            coder->turn_of[lane][m] =
                (uint8_t)turn_product(m, turn_inverse(pattern_lane_turn[lane]));
    return coder;
}

uint32_t *net_count_rows(const struct sample_list *list, int n_buckets)
{
    const struct net_kernel *kernel = net_kernel();
    struct net_coder *coder = net_coder_create();
    uint32_t *counts = calloc((size_t)PATTERN_N_PACKED * (size_t)n_buckets, sizeof *counts);
    for (size_t i = 0; coder && counts && i < list->n; i++) {
        net_code codes[PATTERN_N_INSTANCES];
        const ofl_board board = list->list[i].board;
        const size_t bucket = (size_t)network_bucket(n_buckets, dataset_ply(board));
        kernel->encode(coder, board, codes);
        for (int k = 0; k < PATTERN_N_INSTANCES; k++)
            counts[codes[k] / TURNS * (size_t)n_buckets + bucket]++;
    }
    if (!coder) {
        free(counts);
        counts = NULL;
    }
    net_coder_destroy(coder);
    return counts;
}
