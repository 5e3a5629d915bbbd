/* cli/analyze_live.h - "analyze" on a terminal. */
#ifndef CLI_ANALYZE_LIVE_H
#define CLI_ANALYZE_LIVE_H

#include "analysis/analysis.h"

/* Goes on improving, and shows that, until a key is pressed. False if this is no terminal for it;
 * nothing is done then. */
bool analyze_live(ofl_engine *engine, int n_best, struct analysis *analysis, int *error);

#endif
