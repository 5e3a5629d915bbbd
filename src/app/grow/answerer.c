/* grow/answerer.c - see answerer.h. */
#include "grow/answerer.h"

#include <stdio.h>

#include "base/bits.h"
#include "engine/calls.h"

/* Weights that were built in, the oldest first: a later row is a newer generation. Add a row for
 * weights that are built in anew; the unit test "expand" fails without it. */
static const uint64_t generations[] = {
    UINT64_C(0xBE3B8F954BAEEDA6),
    UINT64_C(0xC7A036C202717227),
    UINT64_C(0x85EE9D92BF29D9BD),
    UINT64_C(0x266B26C049635FC0),
};

static uint32_t number_of(uint64_t checksum)
{
    uint32_t generation = 0;
    for (size_t i = 0; i < sizeof generations / sizeof *generations; i++)
        if (generations[i] == checksum)
            generation = (uint32_t)(i + 1);
    return generation << 24 | (uint32_t)(checksum & 0xFFFFFF);
}

uint32_t answerer_network(const ofl_engine *engine)
{
    const uint64_t checksum = engine_network(engine);
    return checksum ? number_of(checksum) : 0;
}

static bool set_option(struct answerer *answerer, const char *name, const char *value,
                       struct reason *reason)
{
    return ofl_set_option(answerer->engine, name, value) == OFL_OK ||
           reason_set(reason, "%s: %s", name, ofl_last_error(answerer->engine));
}

bool answerer_init(struct answerer *answerer, ofl_engine *engine, uint32_t network,
                   struct reason *reason)
{
    *answerer = (struct answerer){.engine = engine, .network = network};
    if (set_option(answerer, "threads", "1", reason) &&
        set_option(answerer, "steady-scores", "on", reason) &&
        set_option(answerer, "score-rule", "tournament", reason))
        return true;
    answerer_free(answerer);
    return false;
}

void answerer_free(struct answerer *answerer)
{
    ofl_engine_destroy(answerer->engine);
    answerer->engine = NULL;
}

static struct book_evidence evidence_of(const struct answerer *answerer, const struct task *task,
                                        const struct ofl_line *line)
{
    const int n_empties = ofl_count_empties(task->board);
    return (struct book_evidence){
        .score_cd = (int16_t)line->score,
        .move = (uint8_t)line->move,
        .depth = (uint8_t)(line->depth < n_empties ? line->depth : n_empties),
        .confidence = (uint8_t)line->confidence,
        .source = BOOK_SOURCE_OWN,
        .network = answerer->network,
        .excluded = task->excluded,
    };
}

int answerer_search(struct answerer *answerer, const struct task *task, struct answer *answer,
                    struct reason *reason)
{
    const int n_empties = ofl_count_empties(task->board);
    const bool is_exact = n_empties <= task->effort.exact || n_empties == 1;
    /* A search as deep as the empties is one to the end at full confidence. */
    const int depth = task->effort.depth < n_empties ? task->effort.depth : n_empties - 1;
    const struct ofl_limits limits = {
        .moves = ofl_legal_moves(task->board) & ~task->excluded,
        .goal = is_exact ? OFL_GOAL_EXACT : OFL_GOAL_PLAY,
        .depth = is_exact ? 0 : depth,
        .strict_depth = !is_exact,
    };
    struct ofl_result result;
    char selectivity[8];
    snprintf(selectivity, sizeof selectivity, "%d", task->effort.selectivity);
    if (!set_option(answerer, "selectivity", selectivity, reason))
        return -1;
    ofl_new_game(answerer->engine);
    if (ofl_search(answerer->engine, task->board, &limits, &result) != OFL_OK) {
        reason_set(reason, "%s", ofl_last_error(answerer->engine));
        return -1;
    }
    if (result.stopped)
        return 0;
    *answer = (struct answer){task->board, evidence_of(answerer, task, &result.lines[0])};
    struct book_record record = task_record_of(answer);
    book_record_normalise(&record);
    answer->evidence = task->excluded ? record.deviation : record.own;
    if (book_record_check(&record, reason))
        return 1;
    reason_put_before(reason, "the engine's answer is no evidence: ");
    return -1;
}
