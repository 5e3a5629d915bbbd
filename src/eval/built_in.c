/* eval/built_in.c - the weights inside the binary (src/eval/weights/, meson option `weights`). */
#include <stddef.h>

#include "eval/weights.h"

#ifdef OFL_HAVE_WEIGHTS
/* From built_in_blob.S. */
extern const uint8_t ofl_weights_begin[], ofl_weights_end[];
#endif

struct weights *weights_built_in(struct reason *reason)
{
#ifdef OFL_HAVE_WEIGHTS
    return weights_from_bytes(ofl_weights_begin, (size_t)(ofl_weights_end - ofl_weights_begin),
                              reason);
#else
    reason_set(reason, "%s", "");
    return NULL;
#endif
}
