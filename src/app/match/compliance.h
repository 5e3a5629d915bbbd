/* match/compliance.h - does an engine keep to its protocol, and is it sturdy?
 *
 * Every case talks to a fresh process of the engine, as a controller or a
 * careless user would, and judges only what comes out. The cases are those of
 * docs/match.md, "Compliance"; they follow the GTP 2 draft and the behaviour of
 * NBoard itself.
 */
#ifndef MATCH_COMPLIANCE_H
#define MATCH_COMPLIANCE_H

#include "match/match_config.h"

/* Checks the config's engines and prints a table for each. Returns the exit
 * code: 0 if every case that applies has passed, 2 if not, 64 for `self`, 66 if an engine cannot be
 * started. */
int compliance_run(const struct match_config *config);

#endif
