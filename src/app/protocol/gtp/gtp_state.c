/* protocol/gtp/gtp_state.c - implements gtp_state.h. */
#include "protocol/gtp/gtp_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/visible.h"

enum { ERROR_TEXT = 400 };

bool gtp_fail(struct gtp *gtp, const char *format, ...)
{
    char text[ERROR_TEXT];
    va_list list;
    va_start(list, format);
    visible_format(text, sizeof text, format, list);
    va_end(list);
    strbuf_clear(gtp_reply(gtp));
    strbuf_add(gtp_reply(gtp), text);
    return false;
}

void gtp_begin_stream(struct gtp *gtp)
{
    struct strbuf text = {0};
    strbuf_add(&text, "=");
    strbuf_add_bytes(&text, gtp->id.text, gtp->id.length);
    strbuf_add(&text, "\n");
    if (!text.is_failed)
        output_write(&gtp->session->output, text.data, text.length);
    strbuf_free(&text);
    gtp->is_streaming = true;
}

bool gtp_read_int(struct gtp *gtp, struct word word, const char *what, int64_t min, int64_t max,
                  int64_t *value)
{
    strbuf_clear(gtp_reply(gtp));
    return command_read_int(word, what, min, max, value, gtp_reply(gtp));
}

bool gtp_read_color(struct gtp *gtp, struct word word, enum ofl_color *color)
{
    if (show_read_color(word, color))
        return true;
    strbuf_clear(gtp_reply(gtp));
    strbuf_add(gtp_reply(gtp), "syntax error: expected a color (b, w, black, white), found ");
    strbuf_add_quoted(gtp_reply(gtp), word.text, word.length);
    return false;
}

void gtp_start_game(struct gtp *gtp, ofl_position position)
{
    ofl_game_init(&gtp->game, position);
    session_keep(gtp->session, NULL, NULL);
    memset(gtp->is_inserted, 0, sizeof gtp->is_inserted);
    gtp->n_end_passes = 0;
    timing_new_game(&gtp->timing);
    gtp->resign = (struct resign){0};
    gtp->has_last = false;
}

void gtp_set_komi(struct gtp *gtp, int64_t komi_cd)
{
    gtp->komi_cd = gtp->session->config->ignores_komi ? 0 : komi_cd;
}

struct ofl_game gtp_game_with_komi(const struct gtp *gtp)
{
    struct ofl_game game = gtp->game;
    game.komi = (double)gtp->komi_cd / 100;
    return game;
}

/* A game list is full only after a game longer than any that is possible. */
bool gtp_play(struct gtp *gtp, int move, bool is_inserted)
{
    int ply = gtp->game.n_played;
    if (!ofl_game_play(&gtp->game, move))
        return false;
    gtp->is_inserted[ply] = is_inserted;
    return true;
}

bool gtp_give_turn(struct gtp *gtp, enum ofl_color color)
{
    ofl_position *position = &gtp->game.position;
    if (position->turn == color)
        return true;
    if (gtp->first == FIRST_CHOOSE && gtp->game.n_played == 0) {
        ofl_game_init(&gtp->game, first_mover_give_turn(*position, color));
        return true;
    }
    return ofl_is_legal(position->board, OFL_PASS) && gtp_play(gtp, OFL_PASS, true);
}

static bool finish_search(struct gtp *gtp, int code)
{
    gtp->is_ending = session_is_ending(gtp->session);
    if (gtp->is_ending)
        return false;
    if (code != OFL_OK)
        return gtp_fail(gtp, "%s", ofl_last_error(gtp->session->engine));
    return true;
}

static void say_problem(struct gtp *gtp)
{
    const char *problem = ofl_book_take_problem(gtp->session->engine);
    if (*problem)
        fprintf(stderr, "outflank: %s\n", problem);
}

bool gtp_choose(struct gtp *gtp, const struct ofl_limits *limits, struct ofl_result *result)
{
    const struct ofl_game game = gtp_game_with_komi(gtp);
    if (!finish_search(gtp, session_choose(gtp->session, &game, limits, GTP_STOP_INTERRUPT,
                                           result)))
        return false;
    const int64_t seed = session_new_seed(gtp->session);
    if (seed)
        fprintf(stderr, "outflank: the seed of this game is %lld\n", (long long)seed);
    say_problem(gtp);
    return true;
}

bool gtp_hint(struct gtp *gtp, const struct ofl_limits *limits, struct ofl_result *result)
{
    if (!finish_search(gtp, session_hint(gtp->session, gtp->game.position.board, limits,
                                         GTP_STOP_INTERRUPT, result)))
        return false;
    say_problem(gtp);
    return true;
}
