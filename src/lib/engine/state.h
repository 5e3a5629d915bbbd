/* engine/state.h - an engine, as the modules of engine/ see it; others use outflank/engine.h, and
 * engine/calls.h.
 *
 * Threads: as outflank/engine.h.
 */
#ifndef ENGINE_STATE_H
#define ENGINE_STATE_H

#include <stdatomic.h>

#include "engine/loss_record.h"
#include "engine/bookplay.h"
#include "engine/calls.h"
#include "engine/options.h"
#include "engine/think.h"
#include "search/searcher.h"

struct ofl_engine {
    struct searcher searcher;
    struct searcher afresh;     /* one thread, and an empty table (limits.afresh), */
    size_t afresh_mib;          /* of this size; 0: there is none yet */
    struct searcher *_Atomic running;   /* of the last search: one of the two */
    int64_t options[N_OPTIONS];
    struct weights *weights;    /* NULL: none built in, none loaded */
    char *weights_path;         /* of the option; "" for those built in */
    atomic_int stop;            /* orders: STOP_... */
    struct think think;         /* the search that was started, and what it is of */
    ofl_board board;
    struct ofl_limits limits;
    struct ofl_result result;
    struct bookplay bookplay;   /* its style is that of the options and of the last choice */
    struct people *people;      /* the model, read when it is first played by; else NULL */
    struct loss_record losses;     /* what the moves chosen in this game have lost */
    char value_text[32];
    struct reason error;
};

/* The level of a search with these limits (or NULL). */
static inline int engine_level(const ofl_engine *engine, const struct ofl_limits *limits)
{
    return limits && limits->level ? limits->level : (int)engine->options[OPTION_LEVEL];
}

#endif
