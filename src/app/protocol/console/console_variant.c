/* protocol/console/console_variant.c - see console_variant.h. */
#include "protocol/console/console_variant.h"

#include <string.h>

#include "base/bits.h"
#include "protocol/show.h"
#include "text/variant_text.h"
#include "variant/variant_search.h"

bool console_variant_knows(const char *command)
{
    static const char *const others[] = {
        "opening", "level", "strength", "easy", "fair", "hard", "full", "people", "score", "series",
        "first", "handicap", "referee", "think", "review", "eval", "explain", "why", "book"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(command, others[i]) == 0)
            return false;
    return true;
}

static void add_row(struct strbuf *out, const struct ofl_game *game, int row, uint64_t legal)
{
    const int size = variant_size(game->variant);
    strbuf_addf(out, "%d", row + 1);
    for (int square = 8 * row; square < 8 * row + size; square++) {
        const uint64_t bit = bit_of(square);
        strbuf_addf(out, " %c", game->variant.holes & bit                        ? ' '
                                : show_discs(game->position, OFL_BLACK) & bit ? 'X'
                                : show_discs(game->position, OFL_WHITE) & bit ? 'O'
                                : legal & bit                                    ? '+' : '.');
    }
    strbuf_addf(out, " %d\n", row + 1);
}

void console_variant_show(struct strbuf *out, const struct ofl_game *game, enum ofl_score_rule rule)
{
    const ofl_position now = game->position;
    struct strbuf columns = {0};
    for (int i = 0; i < variant_size(game->variant); i++)
        strbuf_addf(&columns, " %c", 'a' + i);
    strbuf_addf(out, " %s\n", columns.data ? columns.data : "");
    for (int row = 0; row < variant_size(game->variant); row++)
        add_row(out, game, row, variant_moves(game->variant, now.board));
    strbuf_addf(out, " %s\nGame: ", columns.data ? columns.data : "");
    strbuf_free(&columns);
    variant_add_name(out, game->variant);
    strbuf_addf(out, "; black %d, white %d; ", show_count(now, OFL_BLACK), show_count(now, OFL_WHITE));
    if (!variant_is_over(game->variant, now.board)) {
        strbuf_addf(out, "%s to move.\n", show_color(now.turn));
        return;
    }
    const int score = variant_score(game->variant, now.board, rule);
    show_result_by(out, now, now.turn == OFL_BLACK ? score : -score);
    strbuf_add(out, ".\n");
}

static bool must_stop(void *user) { return stop_is_given(user); }

struct work {
    struct variant_searcher *searcher;
    const struct ofl_game *game;
    const struct ofl_limits *limits;
    struct ofl_result *result;
};

static void work(void *user)
{
    const struct work *w = user;
    variant_search(w->searcher, w->game->variant, w->game->position.board, w->limits, w->result);
}

bool console_variant_search(struct session *session, struct variant_searcher **searcher,
                            const struct ofl_game *game, const struct ofl_limits *limits,
                            unsigned stops, struct ofl_result *result)
{
    enum { USUAL_NODES = 4000000 }; /* a second or less */
    struct ofl_limits counted = *limits;
    if (!counted.has_clock && !counted.move_ms && counted.goal == OFL_GOAL_PLAY)
        counted.nodes = USUAL_NODES;
    if (!*searcher)
        *searcher = variant_searcher_create(session_option_int(session, "hash", 16));
    if (!*searcher) {
        strbuf_add(&session->reply, "Out of memory.\n");
        return false;
    }
    variant_searcher_ask(*searcher, must_stop, &session->stop);
    session_work(session, stops, work, &(struct work){*searcher, game, &counted, result});
    return !session_is_ending(session);
}
