/* eval/pattern_at_start.h - the tables of packed configurations (pattern.h), computed and not
 * linked: 0.8 of the 1.3 MB that a page loaded before its first answer. For the browser only. */
#ifndef EVAL_PATTERN_AT_START_H
#define EVAL_PATTERN_AT_START_H

#include <stdbool.h>

/* Before any weights are read, on one thread. False if the table of shapes is bad. */
bool pattern_at_start(void);

#endif
