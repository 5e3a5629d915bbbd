/* protocol/gtp/gtp_match.c - GTP commands for match runners, beyond the standard:
 * limits that make games reproducible, and what the engine thought of its last
 * move. An engine that has x-limit also takes times with decimals. Any engine
 * may offer the same; see docs/match.md. */
#include "protocol/gtp/gtp_state.h"

/* x-limit nodes|depth N; 0: no limit. For every genmove and x-hint from now on. */
static bool do_limit(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    int64_t n;
    bool is_nodes = word_is(call->args[0], "nodes");
    if (!is_nodes && !word_is(call->args[0], "depth"))
        return gtp_fail(gtp, "expected nodes or depth, and a number");
    if (!gtp_read_int(gtp, call->args[1], "the limit", 0, is_nodes ? INT64_MAX : 60, &n))
        return false;
    if (is_nodes)
        gtp->max_nodes = (uint64_t)n;
    else
        gtp->max_depth = (int)n;
    return true;
}

/* "eval 1.25 depth 12 nodes 2000", the evaluation in discs for the mover. */
static bool do_last_search(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    if (!gtp->has_last)
        return gtp_fail(gtp, "no search in this game yet");
    strbuf_add(gtp_reply(gtp), "eval ");
    strbuf_add_decimal(gtp_reply(gtp), gtp->last.score, 2, true);
    strbuf_addf(gtp_reply(gtp), " depth %d nodes %llu", gtp->last.depth,
                (unsigned long long)gtp->last_nodes);
    return true;
}

const struct command gtp_match_commands[] = {
    {{"x-limit"}, 2, 2, do_limit, "nodes|depth N", "limit of every genmove and x-hint; 0: none"},
    {{"x-last-search"}, 0, 0, do_last_search, "",
     "evaluation, depth and nodes of the last move found"},
    COMMAND_END,
};
