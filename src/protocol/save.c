/* protocol/save.c - see save.h. */
#include "protocol/save.h"

#include <stdio.h>
#include <string.h>

#include "board/writer.h"
#include "protocol/show.h"

static bool add(const struct writer_row *row, const struct ofl_game *game,
                enum ofl_score_rule rule, struct strbuf *text, struct strbuf *reason)
{
    struct reading reading = {.game = *game, .obf.position = game->position};
    struct reason why = {.text = ""};
    show_result_of(&reading.game, rule);
    if (writer_add(row, text, &reading, &why))
        return true;
    strbuf_add(reason, why.text);
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
}

bool save_add(const char *format, const struct ofl_game *game, enum ofl_score_rule rule,
              struct strbuf *text, struct strbuf *reason)
{
    return add(writer_find(format, strlen(format)), game, rule, text, reason);
}

bool save_game(struct word name, enum file_trust trust, const struct ofl_game *game,
               enum ofl_score_rule rule, struct strbuf *reason)
{
    const struct writer_row *row = writer_of_file(name.text, name.length);
    struct strbuf text = {0};
    if (!row) {
        strbuf_add_quoted(reason, name.text, name.length);
        strbuf_add(reason, ": expected a name that ends in ");
        add_endings(reason);
        return false;
    }
    const bool is_saved = add(row, game, rule, &text, reason) &&
                          file_write(name, trust, text.data, text.length, reason);
    strbuf_free(&text);
    return is_saved;
}
