/* eval/tables_at_start.c - large tables are computed when the program starts, not linked: a page
 * waits for 0.5 MB, not 1.5, before its first answer. For the browser only. */
/* Others see the tables of classical_tables.h as constants, and those of pattern.h, which this file
 * leaves out. */
#define CLASSICAL_TABLE
#include "eval/classical_fill.h"
#include "eval/pattern_layout.h"
#include "pattern_sizes.h"

uint32_t pattern_packed_index[PATTERN_N_CONFIGS];
uint8_t pattern_config_turn[PATTERN_N_CONFIGS];
uint8_t pattern_packed_fixing[PATTERN_N_CONFIGS];

__attribute__((constructor)) static void tables_at_start(void)
{
    static struct pattern_layout layout;
    if (!pattern_layout_make(&layout)) /* gen_patterns has proved that it can be */
        pattern_layout_pack(&layout, pattern_packed_index, pattern_config_turn,
                            pattern_packed_fixing);
    const struct classical_room room = {
        classical_ternary, classical_block_ternary, classical_count_weights,
        classical_parity_weights, classical_edge_weights, classical_block_weights,
        classical_second_weights, classical_diagonal_weights};
    classical_fill(&room, (const struct classical_fitted *)classical_fitted_weights);
}
