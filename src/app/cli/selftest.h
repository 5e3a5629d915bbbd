/* cli/selftest.h - are the kernels of a CPU level right on this machine? */
#ifndef CLI_SELFTEST_H
#define CLI_SELFTEST_H

#include <stdint.h>
#include "isa/kernel.h"

struct weights;

/* Compares `kernel` with plain C on `n_boards` boards made from `seed`, and
 * counts the move tree. `weights` (or NULL) are those of the trained evaluation.
 * NULL if all is well, else what differed (static text). */
const char *selftest_kernel(const struct kernel *kernel, const struct weights *weights,
                            uint64_t seed, int n_boards);

#endif
