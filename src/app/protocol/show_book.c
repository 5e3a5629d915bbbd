/* protocol/show_book.c - see show_book.h. */
#include "protocol/show_book.h"

#include "base/visible.h"
#include "protocol/show.h"

void show_book_head(struct strbuf *text, ofl_engine *engine)
{
    struct ofl_book_error error;
    strbuf_addf(text, "book %s, ", visible(ofl_get_option(engine, "book")).text);
    const int64_t n = ofl_book_count(ofl_engine_book(engine), &error);
    if (n < 0)
        strbuf_add(text, error.text);
    else
        strbuf_addf(text, "%lld positions", (long long)n);
    strbuf_addf(text, "; variety %s", ofl_get_option(engine, "variety"));
    strbuf_addf(text, ", seed %s\n", ofl_get_option(engine, "seed"));
}

void show_games(struct strbuf *text, const struct ofl_book_answer *answer, int index)
{
    const unsigned n = answer->n_games[index];
    const bool is_least = answer->is_rounded && n >= OFL_ROUNDED_GAMES;
    strbuf_addf(text, "%s%u", is_least ? "at least " : "", n);
}

void show_book_lines(struct strbuf *text, const struct ofl_book_answer *answer, int n_empties,
                     bool has_upper_case)
{
    for (int i = 0; i < answer->n_lines; i++) {
        const struct ofl_line *line = &answer->lines[i];
        show_move(text, line->move, has_upper_case);
        strbuf_add(text, " ");
        show_score(text, line->score);
        strbuf_addf(text, " %s depth ", ofl_source_text(line->source));
        show_depth(text, line, n_empties);
        strbuf_add(text, " games ");
        show_games(text, answer, i);
        strbuf_add(text, " pv ");
        show_pv(text, line, has_upper_case, " ");
        strbuf_add(text, "\n");
    }
    if (!answer->is_complete)
        strbuf_add(text, "other moves are not known\n");
}
