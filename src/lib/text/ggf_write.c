/* text/ggf_write.c - writes a game as one line of GGF (outflank/game.h).
 *
 * The order and spelling of tags are those NBoard, Edax and the GGS tools read:
 * GM exactly "Othello", a TY, upper-case moves, "PA" for a pass, decimals
 * with a point and without exponent, clocks in whole seconds. */
#include "text/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/visible.h"
#include "text/ggf_field.h"
#include "text/tag_names.h"
#include "text/variant_text.h"

/* Like snprintf: `length` counts what the text needs, `out` holds what fits. */
struct writer {
    char *out;
    size_t size, length;
};

static void put_char(struct writer *w, char c)
{
    if (w->length + 1 < w->size)
        w->out[w->length] = c;
    w->length++;
}

static void put(struct writer *w, const char *text)
{
    for (; *text; text++)
        put_char(w, *text);
}

/* A value must keep its brackets and its line. */
static void put_value(struct writer *w, const char *tag, const char *value)
{
    put(w, tag);
    put_char(w, '[');
    size_t step;
    for (size_t left = strlen(value); left > 0; left -= step, value += step) {
        bool is_visible;
        step = visible_character(value, left, &is_visible);
        char c = *value == '[' ? '(' : *value == ']' ? ')' : *value;
        if (!is_visible || step == 1)
            put_char(w, ascii_is_blank(c) ? ' ' : is_visible ? c : '?');
        else
            for (size_t i = 0; i < step; i++)
                put_char(w, value[i]);
    }
    put_char(w, ']');
}

static void put_integer(struct writer *w, int64_t n, int n_digits)
{
    char text[24];
    snprintf(text, sizeof text, "%0*lld", n_digits, (long long)n);
    put(w, text);
}

/* `n_places` decimals at most (1..3), `n_kept` of them even if they are 0. By
 * hand: printf would follow the program's locale. */
static void put_decimal(struct writer *w, double x, int n_places, int n_kept)
{
    static const int powers[] = {1, 10, 100, 1000};
    x = x > 1e9 ? 1e9 : x < -1e9 ? -1e9 : x;
    long long scaled = llround(x * powers[n_places]);
    if (scaled < 0) {
        put_char(w, '-');
        scaled = -scaled;
    }
    while (n_places > n_kept && scaled % 10 == 0) {
        scaled /= 10;
        n_places--;
    }
    put_integer(w, scaled / powers[n_places], 1);
    put_char(w, '.');
    put_integer(w, scaled % powers[n_places], n_places);
}

static void put_time(struct writer *w, int64_t ms)
{
    int64_t seconds = ms <= 0 ? 0 : (ms + 500) / 1000;
    if (seconds >= 3600) {
        put_integer(w, seconds / 3600, 1);
        put_char(w, ':');
    }
    put_integer(w, seconds / 60 % 60, seconds >= 3600 ? 2 : 1);
    put_char(w, ':');
    put_integer(w, seconds % 60, 2);
}

static void put_clock(struct writer *w, const char *tag, const struct ofl_game_clock *clock)
{
    if (!clock->known)
        return;
    put(w, tag);
    put_char(w, '[');
    put_time(w, clock->main_ms);
    const bool has_extension = clock->has_extension || clock->extension_ms != 120000;
    if (clock->increment_ms || has_extension) {
        put_char(w, '/');
        if (clock->increment_ms)
            put_time(w, clock->increment_ms);
        if (has_extension) {
            put_char(w, '/');
            put_time(w, clock->extension_ms);
        }
    }
    put_char(w, ']');
}

static bool same_clock(const struct ofl_game_clock *a, const struct ofl_game_clock *b)
{
    return a->known == b->known && a->has_extension == b->has_extension && a->main_ms == b->main_ms &&
           a->increment_ms == b->increment_ms && a->extension_ms == b->extension_ms;
}

/* The result given, or black's score of a finished game, or "?". */
static void put_result(struct writer *w, const struct ofl_game *game)
{
    if (game->result[0] || !variant_is_over(game->variant, game->position.board)) {
        put_value(w, "RE", game->result[0] ? game->result : "?");
        return;
    }
    double score = variant_score(game->variant, game->position.board, OFL_SCORE_TOURNAMENT);
    score = game->position.turn == OFL_BLACK ? score : -score;
    score -= isfinite(game->komi) ? game->komi : 0;
    put(w, score < 0 ? "RE[" : "RE[+");
    put_decimal(w, score, 2, 2);
    put_char(w, ']');
}

static void put_start(struct writer *w, const struct ofl_game *game)
{
    char text[OFL_BOARD_TEXT];
    put(w, "BO[");
    put_integer(w, variant_size(game->variant), 1);
    put_char(w, ' ');
    variant_write_position(game->variant, game->start, text);
    put(w, text);
    put_char(w, ']');
}

static void put_move(struct writer *w, const struct ofl_game_move *move, enum ofl_color color)
{
    char name[8];
    bool has_eval = move->has_eval && isfinite(move->eval);
    bool has_time = move->has_time && isfinite(move->seconds) && move->seconds >= 0;
    put(w, color == OFL_BLACK ? "B[" : "W[");
    put(w, move->move == OFL_PASS ? "PA" : ofl_move_to_text(move->move, true, name));
    if (has_eval || has_time)
        put_char(w, '/');
    if (has_eval)
        put_decimal(w, (double)move->eval, 2, 2);
    if (has_time) {
        put_char(w, '/');
        put_decimal(w, (double)move->seconds, 3, 1);
    }
    put_char(w, ']');
}

bool ggf_holds(const char *name, const char *value)
{
    struct text text = text_of(value, strlen(value));
    struct ofl_game_clock clock;
    struct ofl_variant variant;
    text.has_variants = true;
    if (strcmp(name, "type") == 0)
        return ggf_read_type(text, &variant, NULL);
    return strncmp(name, "clock", 5) != 0 ||
           (strchr(value, ',') && ggf_read_clock(text, &clock, NULL));
}

/* A tag of the record, or what `usual` says. */
static void put_or(struct writer *w, const struct tags *tags, const char *name, const char *own,
                   const char *usual)
{
    const char *value = tags ? tags_find(tags, 0, name) : NULL;
    value = value && ggf_holds(name, value) ? value : NULL;
    if (value || usual)
        put_value(w, own, value ? value : usual);
}

static bool has_good(const struct tags *tags, const char *name)
{
    const char *value = tags ? tags_find(tags, 0, name) : NULL;
    return value && ggf_holds(name, value);
}

/* As the record wrote it, if that is the game. */
static void put_type(struct writer *w, const struct ofl_game *game, const struct tags *tags)
{
    const char *value = tags ? tags_find(tags, 0, "type") : NULL;
    struct ofl_variant told;
    struct text text = text_of(value, value ? strlen(value) : 0);
    text.has_variants = true;
    const bool is_good = value && ggf_read_type(text, &told, NULL) &&
                         variant_is_same(told, game->variant);
    const char usual[] = {(char)('0' + variant_size(game->variant)),
                          game->variant.fewer_wins ? 'a' : '\0', '\0'};
    put_value(w, "TY", is_good ? value : usual);
}

/* Clocks as the record wrote them, else from the game. */
static void put_clocks(struct writer *w, const struct ofl_game *game, const struct tags *tags)
{
    const struct ofl_game_clock *black = &game->clock[OFL_BLACK], *white = &game->clock[OFL_WHITE];
    const bool has_both = has_good(tags, "clock");
    const bool has_black = has_good(tags, "clock-black"), has_white = has_good(tags, "clock-white");
    if (has_both) {
        put_or(w, tags, "clock", "TI", NULL);
    } else if (!has_black && !has_white && same_clock(black, white)) {
        put_clock(w, "TI", black);
    } else {
        put_or(w, tags, "clock-black", "TB", NULL);
        if (!has_black)
            put_clock(w, "TB", black);
        put_or(w, tags, "clock-white", "TW", NULL);
        if (!has_white)
            put_clock(w, "TW", white);
    }
}

/* Tags that only GGF knows. */
static void put_own_tags(struct writer *w, const struct tags *tags)
{
    struct tag tag;
    for (size_t at = 0; tags && tags_next(tags, &at, &tag);) {
        char own[TAG_NAME];
        if (tag.ply == 0 && strncmp(tag.name, "ggf:", 4) == 0 &&
            strcmp(tag.name, "ggf:RE") != 0 && tag_name_write(TAG_GGF, tag.name, own))
            put_value(w, own, tag.value);
    }
}

static size_t put_game(char *out, size_t size, const struct ofl_game *game, const struct tags *tags)
{
    struct writer w = {out, size, 0};
    put_value(&w, "(;GM", "Othello");
    put_value(&w, "PC", game->place);
    if (game->date[0])
        put_value(&w, "DT", game->date);
    put_value(&w, "PB", game->black);
    put_value(&w, "PW", game->white);
    put_or(&w, tags, "black-rating", "RB", NULL);
    put_or(&w, tags, "white-rating", "RW", NULL);
    put_result(&w, game);
    put_clocks(&w, game, tags);
    put_type(&w, game, tags);
    put_start(&w, game);
    if (game->komi != 0 && isfinite(game->komi)) {
        put(&w, "KM[");
        put_decimal(&w, game->komi, 2, 2);
        put_char(&w, ']');
    }
    put_or(&w, tags, "komi-black", "KB", NULL);
    put_or(&w, tags, "komi-white", "KW", NULL);
    put_or(&w, tags, "comment", "CO", NULL);
    put_own_tags(&w, tags);
    enum ofl_color color = game->start.turn;
    for (int i = 0; i < game->n_played; i++) {
        const char *comment = tags ? tags_find(tags, i + 1, "comment") : NULL;
        put_move(&w, &game->moves[i], color);
        if (comment)
            put_value(&w, "CO", comment);
        color = color == OFL_BLACK ? OFL_WHITE : OFL_BLACK;
    }
    put(&w, ";)");
    if (size)
        out[w.length < size ? w.length : size - 1] = '\0';
    return w.length;
}

size_t ofl_game_to_ggf(const struct ofl_game *game, char *out, size_t size)
{
    return put_game(out, size, game, NULL);
}

bool ggf_add(struct strbuf *out, const struct reading *reading)
{
    const size_t size = put_game(NULL, 0, &reading->game, &reading->tags) + 1;
    char *text = malloc(size);
    if (!text)
        return false;
    put_game(text, size, &reading->game, &reading->tags);
    strbuf_add(out, text);
    free(text);
    return true;
}
