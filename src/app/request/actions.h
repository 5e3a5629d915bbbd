/* request/actions.h - what requests ask for, one function each (the table is in request/request.c).
 *
 * They return the result, which is the caller's, or NULL after call_refuse(). */
#ifndef REQUEST_ACTIONS_H
#define REQUEST_ACTIONS_H

#include "request/call.h"

typedef json_t *call_action(struct call *call);

/* request/request_search.c */
call_action action_analyze, action_solve, action_play, action_hello, action_set, action_new_game;
/* request/request_game.c */
call_action action_review, action_study, action_explain;
/* request/request_text.c */
call_action action_evaluate, action_openings, action_book, action_read, action_convert,
    action_position, action_svg, action_perft, action_xot;
/* request/request_bench.c */
call_action action_bench;

#endif
