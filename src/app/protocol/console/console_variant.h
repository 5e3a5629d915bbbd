/* protocol/console/console_variant.h - other games than Othello in the console (board/variant.h).
 *
 * Threads: functions touch only their arguments. */
#ifndef PROTOCOL_CONSOLE_CONSOLE_VARIANT_H
#define PROTOCOL_CONSOLE_CONSOLE_VARIANT_H

#include "board/variant.h"
#include "protocol/session.h"

struct variant_searcher;

/* Does the command of this name know them? */
bool console_variant_knows(const char *command);

/* The board as show_board() has it, the game, and who moves or has won. */
void console_variant_show(struct strbuf *out, const struct ofl_game *game, enum ofl_score_rule rule);

/* As session_search(); *searcher is made where it is NULL. False if there is no memory, or if the
 * session ends. */
bool console_variant_search(struct session *session, struct variant_searcher **searcher,
                            const struct ofl_game *game, const struct ofl_limits *limits,
                            unsigned stops, struct ofl_result *result);

#endif
