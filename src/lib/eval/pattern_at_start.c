/* eval/pattern_at_start.c - see eval/pattern_at_start.h. */
#include "eval/pattern_at_start.h"

#include "eval/pattern_layout.h"
#include "pattern_sizes.h"

/* pattern.h, which this file leaves out, declares them as constants: so they are for all others. */
uint32_t pattern_packed_index[PATTERN_N_CONFIGS];
uint8_t pattern_config_turn[PATTERN_N_CONFIGS];
uint8_t pattern_packed_fixing[PATTERN_N_CONFIGS];

bool pattern_at_start(void)
{
    static struct pattern_layout layout;
    return !pattern_layout_make(&layout) &&
           pattern_layout_pack(&layout, pattern_packed_index, pattern_config_turn,
                               pattern_packed_fixing) == PATTERN_N_PACKED;
}
