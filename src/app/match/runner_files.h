/* match/runner_files.h - the journal of a match, and what is written from it.
 *
 * Errors: all fail with a sentence and runner->code set.
 */
#ifndef MATCH_RUNNER_FILES_H
#define MATCH_RUNNER_FILES_H

#include "match/runner_state.h"

bool runner_open_journal(struct runner *runner, struct reason *reason);
bool runner_journal(struct runner *runner, const struct runner_game *finished,
                    struct reason *reason);
bool runner_write_summary(struct runner *runner, struct reason *reason);
bool runner_write_games(struct runner *runner, struct reason *reason);

/* Reads the words of the journal that `config->out` names, if it exists, and
 * puts them before those of the command line. False: damaged; *code is the exit code. */
bool runner_recall(struct match_config *config, int *code, struct reason *reason);

#endif
