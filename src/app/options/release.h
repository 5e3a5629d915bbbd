/* options/release.h - which program this is: what names its results, with ofl_version(). */
#ifndef OPTIONS_RELEASE_H
#define OPTIONS_RELEASE_H

#include <stdint.h>

/* The commit that it was built from; a sentence if that is not known. */
const char *release_commit(void);

/* Nodes of "outflank bench" with the weights that are built in: it names the search. */
int64_t release_signature(void);

#endif
