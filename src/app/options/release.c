/* options/release.c - see release.h. */
#include "options/release.h"

#include "options/build_info.h"
#include "options/build_signature.h"

const char *release_commit(void) { return BUILD_COMMIT; }

int64_t release_signature(void) { return BUILD_SIGNATURE; }
