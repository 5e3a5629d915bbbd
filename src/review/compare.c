/* review/compare.c - see compare.h. */
#include "review/compare.h"

#include <stddef.h>

/* The best of the moves `squares`. */
static int search(const struct review_searcher *searcher, const struct review_settings *settings,
                  ofl_board board, uint64_t squares, struct ofl_line *line, bool *is_stopped)
{
    const bool is_end = ofl_count_empties(board) <= settings->exact_empties;
    struct ofl_limits limits = {.depth = settings->depth, .move_ms = settings->move_ms,
                                .nodes = settings->nodes, .moves = squares};
    if (is_end)
        limits = (struct ofl_limits){.goal = OFL_GOAL_EXACT, .moves = squares};
    struct ofl_result result;
    const int error = searcher->search(searcher->user, board, &limits, &result, is_stopped);
    if (error == OFL_OK)
        *line = result.lines[0];
    return error;
}

/* ofl_search() with the engine as `user`. A search that was stopped counts with what it found. */
static int search_engine(void *user, ofl_board board, const struct ofl_limits *limits,
                         struct ofl_result *result, bool *is_stopped)
{
    (void)is_stopped;
    return ofl_search(user, board, limits, result);
}

int compare_moves(ofl_engine *engine, const struct review_settings *settings,
                  struct comparison *found)
{
    const struct review_searcher searcher = {.search = search_engine, .user = engine};
    bool is_stopped = false;
    return compare_moves_by(&searcher, settings, found, &is_stopped);
}

int compare_moves_by(const struct review_searcher *searcher, const struct review_settings *settings,
                     struct comparison *found, bool *is_stopped)
{
    const ofl_board board = found->position.board;
    const uint64_t legal = ofl_legal_moves(board), asked = UINT64_C(1) << found->move;
    struct ofl_line mine, other = {.move = OFL_NO_MOVE};
    found->n_moves = __builtin_popcountll(legal);
    found->n_sentences = 0;
    int error = search(searcher, settings, board, asked, &mine, is_stopped);
    if (!error && !*is_stopped && legal != asked)
        error = search(searcher, settings, board, legal & ~asked, &other, is_stopped);
    if (error || *is_stopped)
        return error;
    const bool is_best = other.move == OFL_NO_MOVE || mine.score >= other.score;
    found->best = is_best ? mine : other;
    found->second = is_best ? other : mine;
    if (found->best.move != OFL_NO_MOVE && found->second.move != OFL_NO_MOVE &&
        found->best.score > found->second.score) {
        const struct explain_question question = {found->position, found->second.move,
                                                  found->best.move};
        found->n_sentences = explain_moves(&question, found->sentences);
    }
    return OFL_OK;
}

int compare_loss(const struct comparison *found)
{
    return found->n_moves == 1 ? 0 : found->best.score - found->second.score;
}

bool compare_is_exact(const struct ofl_line *line)
{
    return line->solved && !line->wld && line->bound == OFL_BOUND_EXACT;
}

static void add_value(struct strbuf *text, const struct ofl_line *line)
{
    strbuf_add_decimal(text, compare_is_exact(line) ? line->score / 100 : line->score,
                       compare_is_exact(line) ? 0 : 2, true);
    strbuf_add(text, compare_is_exact(line) ? " exactly" : " by a search");
}

void compare_add_text(struct strbuf *text, const struct comparison *found)
{
    char best[8], second[8];
    const char *side = found->position.turn == OFL_BLACK ? "Black" : "White";
    ofl_move_to_text(found->best.move, false, best);
    ofl_move_to_text(found->second.move, false, second);
    if (found->n_moves == 1) {
        strbuf_addf(text, "%s is the only move of %s: ", best, side);
        add_value(text, &found->best);
        strbuf_add(text, ".\n");
    } else {
        const int loss_cd = found->best.score - found->second.score;
        strbuf_addf(text, "%s is the best move of %s%s: ", best, side,
                    found->best.move == found->move ? "" : " here");
        add_value(text, &found->best);
        strbuf_addf(text, ". %s: ", second);
        add_value(text, &found->second);
        strbuf_add(text, loss_cd ? ", which costs " : ", which is as good");
        if (loss_cd)
            strbuf_add_decimal(text, loss_cd % 100 ? loss_cd : loss_cd / 100,
                               loss_cd % 100 ? 2 : 0, false);
        strbuf_add(text, loss_cd == 100 ? " disc.\n" : loss_cd ? " discs.\n" : ".\n");
        for (int i = 0; i < found->n_sentences; i++)
            strbuf_addf(text, "%s\n", found->sentences[i].text);
        if (loss_cd && !found->n_sentences)
            strbuf_add(text, "Nothing that can be counted tells the two apart.\n");
    }
}
