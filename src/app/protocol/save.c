/* protocol/save.c - see save.h. */
#include "protocol/save.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/variant.h"
#include "report/svg.h"
#include "text/result.h"
#include "text/writer.h"
#include "protocol/show.h"

/* The score of a finished game as its result. */
static void count_result(struct reading *record, enum ofl_score_rule rule)
{
    struct ofl_game *game = &record->game;
    struct strbuf result = {0};
    if (!result_of(record).is_counted)
        return;
    const double komi_cd = isfinite(game->komi) ? round(100 * game->komi) : 0;
    const int score = variant_score(game->variant, game->position.board, rule);
    const int difference = game->position.turn == OFL_BLACK ? score : -score;
    strbuf_add_decimal(&result, 100 * difference - (int64_t)komi_cd, 2, true);
    snprintf(game->result, sizeof game->result, "%s", result.data ? result.data : "");
    strbuf_free(&result);
}

static bool add(const struct session *session, const struct writer_row *row,
                const struct ofl_game *game, struct strbuf *text, struct strbuf *said)
{
    struct reading record;
    struct reason why = {.text = ""};
    session_record(session, game, &record);
    writer_add_losses(row, &record, said);
    count_result(&record, session_score_rule(session));
    if (writer_add(row, text, &record, &why))
        return true;
    strbuf_clear(said);
    strbuf_add(said, why.text);
    return false;
}

/* ".txt, .ggf or .sgf" */
static void add_endings(struct strbuf *reason)
{
    const struct writer_row *row;
    bool is_first = true;
    for (size_t i = 0; (row = writer_at(i)) != NULL; i++) {
        const size_t n = strcspn(row->endings, " ");
        if (row->is_binary || n == 0)
            continue;
        strbuf_addf(reason, "%s.%.*s", is_first ? "" : ", ", (int)n, row->endings);
        is_first = false;
    }
    strbuf_add(reason, ", .svg");
}

bool save_add(const struct session *session, const char *format, const struct ofl_game *game,
              struct strbuf *text, struct strbuf *said)
{
    const bool is_added = add(session, writer_find(format, strlen(format)), game, text, said);
    if (is_added && !text->is_failed)
        text->data[--text->length] = '\0';
    return is_added;
}

bool save_game(const struct session *session, struct word name, enum file_trust trust,
               const struct ofl_game *game, struct strbuf *said)
{
    const struct writer_row *row =
        svg_or_writer(writer_of_file(name.text, name.length), name.text, name.length);
    struct strbuf text = {0}, reason = {0};
    if (!row) {
        strbuf_add_quoted(said, name.text, name.length);
        strbuf_add(said, ": expected a name that ends in ");
        add_endings(said);
        return false;
    }
    bool is_saved = add(session, row, game, &text, said);
    if (is_saved && !file_write(name, trust, text.data, text.length, &reason)) {
        strbuf_clear(said);
        strbuf_add(said, reason.data ? reason.data : "no memory");
        is_saved = false;
    }
    strbuf_free(&reason);
    strbuf_free(&text);
    return is_saved;
}
