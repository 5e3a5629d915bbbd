/* base/cpus_plain.c - the same as cpus.c where nobody can be asked (WebAssembly): who sets the
 * number of threads knows the processors. */
#include "base/cpus.h"

int cpus_usable(int most) { return most; }
