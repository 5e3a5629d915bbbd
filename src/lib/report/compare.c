/* report/compare.c - see compare.h. */
#include "report/compare.h"

#include <stddef.h>

#include "base/bits.h"
#include "text/alike.h"

/* The best of the moves `squares`. */
static int search(const struct review_searcher *searcher, const struct review_settings *settings,
                  ofl_board board, uint64_t squares, struct ofl_line *line, bool *is_stopped)
{
    struct ofl_limits limits = review_limits(settings, ofl_count_empties(board));
    limits.moves = squares;
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
    return ofl_search(user, board, limits, result);
}

const char *compare_refusal(ofl_position position, int move)
{
    const char *reason = move == OFL_NO_MOVE ? "expected a square a1..h8"
                                             : ofl_illegal_reason(position.board, move);
    return !reason && move == OFL_PASS ? "the pass is forced" : reason;
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
    struct ofl_line mine, other = {.move = OFL_NO_MOVE};
    found->alike = moves_alike(board, found->move);
    found->n_sentences = 0;
    int error = search(searcher, settings, board, bit_of(found->move), &mine, is_stopped);
    const uint64_t others = ofl_legal_moves(board) & ~found->alike;
    found->has_second = others != 0;
    if (!error && !*is_stopped && others)
        error = search(searcher, settings, board, others, &other, is_stopped);
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
    return found->has_second ? found->best.score - found->second.score : 0;
}

static void add_value(struct strbuf *text, const struct ofl_line *line)
{
    const bool is_exact = line->bound == OFL_BOUND_EXACT;
    strbuf_add_decimal(text, is_exact ? line->score / 100 : line->score, is_exact ? 0 : 2, true);
    strbuf_add(text, is_exact ? " exactly" : " by a search");
}

void compare_add_text(struct strbuf *text, const struct comparison *found)
{
    char best[8], second[8];
    const char *side = found->position.turn == OFL_BLACK ? "Black" : "White";
    ofl_move_to_text(found->best.move, false, best);
    ofl_move_to_text(found->second.move, false, second);
    if (!found->has_second) {
        const bool is_alone = bit_count(found->alike) == 1;
        strbuf_addf(text, "%s is the only move of %s%s: ", best, side,
                    is_alone ? "" : ", for the others are the same by symmetry");
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
