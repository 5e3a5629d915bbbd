/* eval/weights_built_in.c - the weights inside the binary (src/lib/eval/weights/, meson option
 * `weights`): the
 * files of the network and of its parts, one behind the other (eval/parts.h). */
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

const char *weights_built_in_files(void)
{
#ifdef OFL_HAVE_WEIGHTS
    return WEIGHTS_FILES;
#else
    return "";
#endif
}
