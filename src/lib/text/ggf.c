/* text/ggf.c - reads games in the Generic Game Format (outflank/game.h).
 *
 * A flat list of tags, read once from left to right into a copy of the game;
 * nothing recurses and nothing is stored but what struct ofl_game holds. The
 * tolerances are those that files of GGS, NBoard, Edax and Zebra ask for
 * (format: M. Buro, "GGF"; NBoard's reading and writing rules). */
#include "text/format.h"

#include <string.h>

#include "base/ascii.h"
#include "text/ggf_field.h"
#include "text/replay.h"
#include "text/result.h"
#include "text/tag_names.h"
#include "text/variant_text.h"

struct ggf {
    struct reading *to;
    struct ofl_text_error *error;
    bool has_board, has_moves, has_komi, has_type;
    struct ofl_variant type; /* as TY says */
};

/* One tag: reads `value` (the text between the brackets). */
typedef bool (*tag_reader)(struct ggf *ggf, struct text value);

static bool read_gm(struct ggf *ggf, struct text value)
{
    char found[TEXT_FOUND];
    struct text name = ggf_trim(value);
    const char *at = name.begin + name.at;
    size_t n = name.length - name.at;
    if (n == 0 || ascii_is_word(at, n, "othello") || ascii_is_word(at, n, "reversi"))
        return true;
    return text_fail(ggf->error, &name, name.at, "expected the game Othello, found %s",
                     text_found(&name, name.at, found));
}

static bool read_ty(struct ggf *ggf, struct text value)
{
    const struct text type = ggf_trim(value);
    if (type.length != type.at + 1 || text_peek(&type, 0) != '8')
        tags_add(&ggf->to->tags, 0, "type", type.begin + type.at, type.length - type.at);
    ggf->has_type = type.length > type.at;
    return ggf_read_type(value, &ggf->type, ggf->error);
}

static bool read_bo(struct ggf *ggf, struct text value)
{
    char found[TEXT_FOUND];
    int64_t size;
    struct ofl_game *game = &ggf->to->game;
    if (ggf->has_board)
        return text_fail(ggf->error, &value, value.at, "second start position (BO) in one game");
    text_skip_blanks(&value);
    size_t at = value.at;
    if (!value.has_variants && (!text_read_integer(&value, 999, &size) || size != 8))
        return text_fail(ggf->error, &value, at, "expected board size 8 and 64 squares, found %s",
                         text_found(&value, at, found));
    if (value.has_variants && !ggf_read_size(&value, &size, ggf->error))
        return false;
    game->variant.holes = variant_holes_of((int)size);
    ofl_position start;
    if (size == 8 ? !text_read_position(&value, &start, NULL, ggf->error)
                  : !variant_read_position(game->variant, &value, &start, ggf->error))
        return false;
    text_skip_blanks(&value);
    if (!text_at_end(&value))
        return text_fail(ggf->error, &value, value.at,
                         "expected ']' after the side to move, found %s",
                         text_found(&value, value.at, found));
    game->start = game->position = start;
    ggf->has_board = true;
    return true;
}

static bool read_clock_of(struct ggf *ggf, struct text value, int first, int last)
{
    struct ofl_game_clock clock;
    if (!ggf_read_clock(value, &clock, ggf->error))
        return false;
    /* States of a running clock are kept as they are written. */
    if (!text_at_end(&value) && memchr(value.begin + value.at, ',', value.length - value.at))
        tags_add(&ggf->to->tags, 0,
                 first != last          ? "clock"
                 : first == OFL_BLACK ? "clock-black"
                                      : "clock-white",
                 value.begin + value.at, value.length - value.at);
    for (int color = first; color <= last; color++) {
        struct ofl_game_clock *kept = &ggf->to->game.clock[color];
        if (kept->known && (kept->main_ms != clock.main_ms || kept->increment_ms != clock.increment_ms ||
                            kept->extension_ms != clock.extension_ms))
            reading_note(ggf->to, "a clock is given twice, and the last counts");
        *kept = clock;
    }
    return true;
}

static bool read_ti(struct ggf *ggf, struct text value)
{
    return read_clock_of(ggf, value, OFL_BLACK, OFL_WHITE);
}

static bool read_tb(struct ggf *ggf, struct text value)
{
    return read_clock_of(ggf, value, OFL_BLACK, OFL_BLACK);
}

static bool read_tw(struct ggf *ggf, struct text value)
{
    return read_clock_of(ggf, value, OFL_WHITE, OFL_WHITE);
}

static bool read_km(struct ggf *ggf, struct text value)
{
    double komi;
    bool is_known;
    if (!ggf_read_number(ggf_trim(value), 64, &komi, &is_known, ggf->error))
        return false;
    if (ggf->has_komi && ggf->to->game.komi != komi)
        reading_note(ggf->to, "KM is given twice, and the first counts");
    else
        ggf->to->game.komi = is_known ? komi : 0;
    if (!is_known && komi != 0)
        reading_note(ggf->to, "KM is no number from -64 to 64: no komi");
    ggf->has_komi = true;
    return true;
}

/* "F5", "f5/+0.5/1.2", "PA//0.38", "F5/ /2"; what follows a third '/' is not ours. */
static bool read_move(struct ggf *ggf, struct text value, enum ofl_color color)
{
    char found[TEXT_FOUND];
    const char *name = color == OFL_BLACK ? "black" : "white";
    if (!ggf->has_board)
        return text_fail(ggf->error, &value, value.at,
                         "expected the start position BO[8 ...] before the first move");
    struct text field = ggf_trim(ggf_next_part(&value));
    int move = ofl_move_from_text(field.begin + field.at, field.length - field.at);
    if (move == OFL_NO_MOVE)
        return text_fail(ggf->error, &field, field.at, "expected a square a1..h8 or PA, found %s",
                         text_found(&field, field.at, found));
    double eval, seconds;
    bool has_eval, has_seconds;
    struct text eval_field = ggf_trim(ggf_next_part(&value));
    struct text time_field = ggf_trim(ggf_next_part(&value));
    if (!ggf_read_number(eval_field, 10000, &eval, &has_eval, ggf->error) ||
        !ggf_read_number(time_field, 1e9, &seconds, &has_seconds, ggf->error))
        return false;
    ggf->has_moves = true;

    struct ofl_game *game = &ggf->to->game;
    ofl_board board = game->position.board;
    if (move == OFL_PASS && variant_is_over(game->variant, board))
        return true;
    if (game->position.turn != color) {
        if (!variant_is_legal(game->variant, board, OFL_PASS))
            return text_fail(ggf->error, &field, field.at, "it is not %s's turn here%s", name,
                             variant_is_over(game->variant, board) ? ": the game is over" : "");
        replay_implied_pass(game);
    }
    const char *reason = variant_illegal_reason(game->variant, game->position.board, move);
    if (reason || !ofl_game_play(game, move))
        return text_fail(ggf->error, &field, field.at, "%s is not legal for %s here: %s",
                         text_found(&field, field.at, found), name,
                         reason ? reason : "too many moves");
    struct ofl_game_move *played = &game->moves[game->n_played - 1];
    played->has_eval = has_eval;
    played->eval = has_eval ? (float)eval : 0;
    played->has_time = has_seconds && seconds >= 0;
    played->seconds = played->has_time ? (float)seconds : 0;
    return true;
}

static bool read_b(struct ggf *ggf, struct text value) { return read_move(ggf, value, OFL_BLACK); }
static bool read_w(struct ggf *ggf, struct text value) { return read_move(ggf, value, OFL_WHITE); }

static const struct { const char *name; tag_reader read; } readers[] = {
    {"b", read_b},   {"w", read_w},   {"gm", read_gm}, {"ty", read_ty}, {"bo", read_bo},
    {"ti", read_ti}, {"tb", read_tb}, {"tw", read_tw}, {"km", read_km},
};

static const struct { const char *name; enum reading_field field; } texts[] = {
    {"pb", READING_BLACK}, {"pw", READING_WHITE}, {"pc", READING_PLACE}, {"dt", READING_DATE},
    {"re", READING_RESULT},
};

static bool read_tag(struct ggf *ggf, const char *name, size_t length, struct text value)
{
    char shared[TAG_NAME];
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (ascii_is_word(name, length, readers[i].name))
            return readers[i].read(ggf, value);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (ascii_is_word(name, length, texts[i].name)) {
            reading_set(ggf->to, texts[i].field, value.begin + value.at, value.length - value.at);
            return true;
        }
    if (ascii_is_word(name, length, "ca"))
        return true; /* text/charset.h */
    if (!tag_name_read(TAG_GGF, name, length, shared))
        ggf->to->tags.is_cut = true;
    else
        tags_add(&ggf->to->tags, strcmp(shared, "comment") == 0 ? ggf->to->game.n_played : 0, shared,
                 value.begin + value.at, value.length - value.at);
    return true;
}

/* "[value]" at the cursor, as a text of its own; the cursor goes behind it. */
static bool read_value(struct text *text, struct text *value, struct ofl_text_error *error)
{
    const char *start = text->begin + text->at + 1;
    const char *end = memchr(start, ']', text->length - text->at - 1);
    if (!end)
        return text_fail(error, text, text->at, "this '[' is not closed by ']'");
    *value = *text;
    value->at++;
    value->length = (size_t)(end - text->begin);
    text->at = value->length + 1;
    return true;
}

/* Everything from behind "(;" to and with ")". */
static bool read_game(struct ggf *ggf, struct text *text)
{
    char found[TEXT_FOUND];
    for (;;) {
        int c;
        while (c = text_peek(text, 0), ascii_is_blank(c) || c == ';')
            text->at++;
        if (c == ')') {
            text->at++;
            break;
        }
        size_t name_at = text->at;
        while (c = text_peek(text, 0), ascii_is_letter(c) || ascii_is_digit(c))
            text->at++;
        size_t length = text->at - name_at;
        text_skip_blanks(text);
        if (length == 0 || text_peek(text, 0) != '[')
            return text_fail(ggf->error, text, text->at, "expected %s, found %s",
                             length ? "'[' after the tag" : "a tag or ';)'",
                             text_found(text, text->at, found));
        do {
            struct text value;
            if (!read_value(text, &value, ggf->error) ||
                !read_tag(ggf, text->begin + name_at, length, value))
                return false;
            text_skip_blanks(text);
        } while (text_peek(text, 0) == '[');
    }
    if (!ggf->has_board)
        return text_fail(ggf->error, text, text->at - 1,
                         "the game has no start position: expected BO[8 ...]");
    if (ggf->has_type && ggf->type.holes != ggf->to->game.variant.holes)
        return text_fail(ggf->error, text, text->at - 1, "TY and BO say two sizes of the board");
    ggf->to->game.variant.fewer_wins = ggf->type.fewer_wins;
    return true;
}

bool ofl_game_from_ggf(struct ofl_game *game, const char *text, size_t length,
                       size_t *used, struct ofl_text_error *error)
{
    struct text t = text_of(text, length);
    struct reading reading = {.format = "GGF"};
    struct ggf ggf = {.to = &reading, .error = error};
    ofl_game_init(&reading.game, ofl_position_start());
    if (!frame_find(&t)) {
        if (used)
            *used = length;
        return text_fail(error, &t, 0, "expected a game \"(;GM[Othello]...;)\", found none");
    }
    if (used)
        *used = t.at;
    if (!read_game(&ggf, &t))
        return false;
    if (used)
        *used = t.at;
    *game = reading.game;
    return true;
}

bool ggf_knows(struct text text) { return frame_find(&text) && frame_is_ggf(text); }

/* "B+R" and "40-24", too, though GGF writes differences only. */
static void use_result(struct reading *reading)
{
    char written[OFL_NAME_TEXT];
    memcpy(written, reading->game.result, sizeof written);
    reading->game.result[0] = '\0';
    result_set_text(reading, written, strlen(written));
    if (!result_of(reading).is_known)
        memcpy(reading->game.result, written, sizeof written);
}

bool ggf_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    struct ggf ggf = {.to = reading, .error = error};
    ofl_game_init(&reading->game, ofl_position_start());
    if (!frame_expect(text, "GGF", error) || !read_game(&ggf, text))
        return false;
    use_result(reading);
    return true;
}
