/* text/json.c - games and positions as JSON objects, ours and those of others (a row of the table of
 * formats, text/format.h; docs/json.md has our keys).
 *
 * Ours: {"schema":2, "position":"--- X", "game":"f5d6c3", "black":"...", "tags":{...}}. Others give
 * the moves as a text or a list, under one of several names; Othello Quest as
 * {"position":{"moves":[{"m":"f5", "t":1200}, ...]}, "players":[{"name":"..."}, ...]} with
 * milliseconds. A list of texts is one game: ["f5", "d6"], or ["f5d6"]. */
#include "text/json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/number.h"
#include "text/json_build.h"
#include "text/format.h"
#include "text/ggf_field.h"
#include "text/replay.h"
#include "text/result.h"
#include "text/variations.h"

bool json_knows(struct text text)
{
    const int open = text_peek(&text, 0);
    text.at += open == '{' || open == '[';
    text_skip_blanks(&text);
    while (open == '[' && text_peek(&text, 0) == '[') { /* games in a list */
        text.at++;
        text_skip_blanks(&text);
    }
    /* A line of a file may end behind the bracket. */
    const int next = text_peek(&text, 0);
    const bool is_end = text_at_end(&text);
    return (open == '{' && (is_end || next == '"' || next == '}')) ||
           (open == '[' && (is_end || next == '{' || next == '"' || next == ']'));
}

/* The object or the list at the cursor. */
static json_t *load_next(struct text *text, bool *has_key_twice, struct ofl_text_error *error)
{
    json_error_t why;
    const size_t left = text->length - text->at;
    json_t *value = json_loadb(text->begin + text->at, left, JSON_REJECT_DUPLICATES, &why);
    *has_key_twice = !value && json_error_code(&why) == json_error_duplicate_key;
    if (*has_key_twice)
        value = json_loadb(text->begin + text->at, left, 0, &why);
    const size_t used = why.position > 0 ? (size_t)why.position : 0;
    if (!value)
        text_fail(error, text, text->at + (used < left ? used : left), "expected JSON: %.100s",
                  why.text);
    return value;
}

/* ---- what an object says ---- */

/* The first of several keys that an object has. */
static const json_t *find(const json_t *object, const char *const keys[])
{
    for (int i = 0; keys[i]; i++) {
        const json_t *value = json_object_get(object, keys[i]);
        if (value && !json_is_null(value))
            return value;
    }
    return NULL;
}

static void take_text(struct reading *reading, enum reading_field field, const json_t *value)
{
    if (json_is_object(value))
        value = find(value, (const char *const[]){"name", "username", "id", NULL});
    if (json_is_string(value))
        reading_set(reading, field, json_string_value(value), json_string_length(value));
}

static void read_names(const json_t *object, struct reading *reading)
{
    const json_t *players = json_object_get(object, "players");
    take_text(reading, READING_BLACK, json_object_get(object, "black"));
    take_text(reading, READING_WHITE, json_object_get(object, "white"));
    take_text(reading, READING_BLACK, json_is_array(players) ? json_array_get(players, 0)
                                                             : json_object_get(players, "black"));
    take_text(reading, READING_WHITE, json_is_array(players) ? json_array_get(players, 1)
                                                             : json_object_get(players, "white"));
    take_text(reading, READING_DATE, find(object, (const char *const[]){"date", "created", NULL}));
    take_text(reading, READING_PLACE, json_object_get(object, "place"));
    take_text(reading, READING_PLACE, json_object_get(object, "site"));
}

/* A number, or a text as GGF has it, "37-27", "black". */
static void read_result(const json_t *value, struct reading *reading)
{
    struct result result = {.is_known = true};
    if (json_is_number(value) && fabs(json_number_value(value)) <= 64) {
        result.has_difference = true;
        result.difference = json_number_value(value);
        result_set(reading, &result);
    } else if (json_is_string(value)) {
        const char *text = json_string_value(value);
        result_set_text(reading, text, strlen(text));
    }
}

/* "score": "40-24", [40, 24] or {"black":40, "white":24}; "blackScore" and "whiteScore". */
static void read_discs(const json_t *object, struct reading *reading)
{
    const json_t *score = json_object_get(object, "score");
    const json_t *black = json_is_array(score) ? json_array_get(score, 0) : json_object_get(score, "black");
    const json_t *white = json_is_array(score) ? json_array_get(score, 1) : json_object_get(score, "white");
    char discs[64];
    if (!score) {
        black = find(object, (const char *const[]){"black_score", "blackScore", "black_discs", "blackDiscs", NULL});
        white = find(object, (const char *const[]){"white_score", "whiteScore", "white_discs", "whiteDiscs", NULL});
    }
    if (json_is_integer(black) && json_is_integer(white)) {
        snprintf(discs, sizeof discs, "%" JSON_INTEGER_FORMAT "-%" JSON_INTEGER_FORMAT,
                 json_integer_value(black), json_integer_value(white));
        result_set_text(reading, discs, strlen(discs));
    } else if (json_is_string(score)) {
        read_result(score, reading);
    }
}

/* What is none changes nothing. */
static void set_time(struct ofl_game_move *move, const json_t *value, double factor)
{
    const double seconds = factor * json_number_value(value);
    if (!json_is_number(value) || seconds < 0 || seconds > 1e9)
        return;
    move->has_time = true;
    move->seconds = (float)seconds;
}

/* Lists beside the moves: "values":[0.5, null], "seconds":[...]. */
static void read_numbers(const json_t *object, struct ofl_game *game)
{
    const json_t *values = json_object_get(object, "values");
    const json_t *seconds = json_object_get(object, "seconds");
    for (int i = 0; i < game->n_played; i++) {
        struct ofl_game_move *move = &game->moves[i];
        const json_t *value = json_array_get(values, (size_t)i);
        const json_t *time = json_array_get(seconds, (size_t)i);
        move->has_eval = json_is_number(value) && fabs(json_number_value(value)) <= 10000;
        move->eval = move->has_eval ? (float)json_number_value(value) : 0;
        set_time(move, time, 1);
    }
}

static void read_clocks(const json_t *clocks, struct ofl_game *game)
{
    static const char *const sides[] = {[OFL_BLACK] = "black", [OFL_WHITE] = "white"};
    const int64_t max_ms = INT64_C(10) * 366 * 86400 * 1000;
    for (int side = 0; side < 2; side++) {
        const json_t *clock = json_object_get(clocks, sides[side]);
        int64_t ms[3];
        static const char *const parts[] = {"main_ms", "increment_ms", "extension_ms"};
        bool is_good = json_is_object(clock);
        for (int i = 0; i < 3; i++) {
            ms[i] = json_integer_value(json_object_get(clock, parts[i]));
            is_good &= ms[i] >= 0 && ms[i] <= max_ms;
        }
        if (is_good)
            game->clock[side] = (struct ofl_game_clock){true, true, ms[0], ms[1], ms[2]};
    }
}

/* A text or a number. */
static void add_tag(struct tags *tags, const char *name, const json_t *value)
{
    char *number = json_is_number(value)
                       ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(8))
                       : NULL;
    const char *const text = number ? number : json_string_value(value);
    if (text && strlen(name) < TAG_NAME)
        tags_add(tags, 0, name, text, strlen(text));
    else
        tags->is_cut |= !json_is_null(value);
    free(number);
}

static void read_ratings(const json_t *object, struct tags *tags)
{
    static const struct { const char *side, *name, *keys[5]; } sides[] = {
        {"black", "black-rating", {"black_rating", "blackRating", "black_elo", "blackElo", NULL}},
        {"white", "white-rating", {"white_rating", "whiteRating", "white_elo", "whiteElo", NULL}}};
    static const char *const of_player[] = {"rating", "elo", "oldR", NULL};
    const json_t *players = json_object_get(object, "players");
    for (size_t i = 0; i < 2; i++) {
        const json_t *const values[] = {
            find(object, sides[i].keys), find(json_object_get(object, sides[i].side), of_player),
            find(json_is_array(players) ? json_array_get(players, i)
                                        : json_object_get(players, sides[i].side), of_player)};
        for (size_t k = 0; k < sizeof values / sizeof *values; k++)
            if (values[k])
                add_tag(tags, sides[i].name, values[k]);
    }
}

static void read_tags(const json_t *object, struct reading *reading)
{
    const char *key, *id = json_string_value(json_object_get(object, "id"));
    json_t *value;
    if (id)
        tags_add(&reading->tags, 0, "id", id, strlen(id));
    json_object_foreach(json_object_get(object, "tags"), key, value)
        if (strcmp(key, "winner") != 0)
            add_tag(&reading->tags, key, value);
    read_ratings(object, &reading->tags);
    json_object_foreach(json_object_get(object, "comments"), key, value) {
        int64_t ply;
        if (json_is_string(value) && number_read_int(key, strlen(key), 0, OFL_MAX_PLIES, &ply, NULL))
            tags_add(&reading->tags, (int)ply, "comment", json_string_value(value),
                     json_string_length(value));
    }
    bool is_whole = true;
    json_object_foreach(json_object_get(object, "variations"), key, value) {
        int64_t ply;
        const bool is_ply = number_read_int(key, strlen(key), 1, OFL_MAX_PLIES, &ply, NULL);
        for (size_t i = 0; i < json_array_size(value); i++) {
            const char *line = json_string_value(json_array_get(value, i));
            is_whole &= is_ply && line && transcript_keep_variation(&reading->game, (int)ply,
                                                                    text_of(line, strlen(line)), &reading->tags);
        }
    }
    if (!is_whole)
        reading_note(reading, "variations that are not legal are left out");
}

/* ---- position and moves ---- */

static bool read_start(const json_t *object, struct reading *reading, struct ofl_text_error *error)
{
    static const char *const keys[] = {"position", "start", "board", NULL};
    const json_t *value = find(object, keys), *from = json_object_get(object, "from");
    if (!value && json_string_length(from) > 64) /* its name in what the library reads */
        value = from;
    ofl_position start = ofl_position_start();
    for (int i = 0; keys[i]; i++) {
        const json_t *other = json_object_get(object, keys[i]);
        if (json_is_string(value) && json_is_string(other) && !json_equal(value, other))
            reading_note(reading, "\"%s\" tells another position, which is left out", keys[i]);
    }
    bool lacks_side = false;
    if (json_is_string(value)) {
        struct text text = text_of(json_string_value(value), json_string_length(value));
        if (!ascii_is_word(text.begin, text.length, "start") &&
            !text_read_position(&text, &start, &lacks_side, error))
            return false;
    }
    if (lacks_side)
        reading_note(reading, "no side to move is given: black is to move");
    ofl_game_init(&reading->game, start);
    return true;
}

/* A move of a list: "f5", or an object that has one. */
static const char *move_text(const json_t *item)
{
    if (json_is_object(item))
        item = find(item, (const char *const[]){"m", "move", "square", "pos", NULL});
    return json_string_value(item);
}

static bool play_list(const json_t *list, struct reading *reading, struct ofl_text_error *error)
{
    struct ofl_game *game = &reading->game;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        const char *text = move_text(item);
        const int n_before = game->n_played;
        if (!text && i > 0 && i + 1 == json_array_size(list) && json_object_get(item, "s"))
            break; /* how a game of Othello Quest ended */
        const int move = !text                                     ? OFL_NO_MOVE
                         : strcmp(text, "-") == 0 || text[0] == '\0' ? OFL_PASS
                                                                   : ofl_move_from_text(text, strlen(text));
        const char *reason = move == OFL_NO_MOVE ? "no square and no pass"
                                                 : replay_move(game, move);
        if (!reason) {
            if (game->n_played > n_before && json_object_get(item, "m"))
                set_time(&game->moves[game->n_played - 1], json_object_get(item, "t"), 0.001);
            continue;
        }
        const struct text shown = text_of(text ? text : "", text ? strlen(text) : 0);
        char found[TEXT_FOUND];
        return text_fail(error, &shown, 0, "move %zu of the list, %s, is not legal here: %s", i + 1,
                         text ? text_found(&shown, 0, found) : "which is no text", reason);
    }
    return true;
}

/* "moves" of an analysis: each with its score, seen by the side to move. */
static bool is_scored(const json_t *list)
{
    return json_is_array(list) && json_array_size(list) > 0 &&
           json_object_get(json_array_get(list, 0), "score");
}

static void read_scores(const json_t *list, struct ofl_obf *obf)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        const char *text = move_text(item);
        const double score = json_number_value(json_object_get(item, "score"));
        const int move = text ? ofl_move_from_text(text, strlen(text)) : OFL_NO_MOVE;
        const char *bound = json_string_value(json_object_get(item, "bound"));
        if (move == OFL_NO_MOVE || !ofl_is_legal(obf->position.board, move) || fabs(score) > 64 ||
            score != floor(score) || obf->n_scores == OFL_MAX_MOVES || (bound && strcmp(bound, "exact")))
            continue;
        obf->scores[obf->n_scores].move = (uint8_t)move;
        obf->scores[obf->n_scores++].score = (int8_t)score;
    }
}

static bool play_moves(const json_t *moves, struct reading *reading, struct ofl_text_error *error)
{
    return json_is_array(moves) ? play_list(moves, reading, error)
                                : ofl_game_add_transcript(&reading->game, json_string_value(moves),
                                                          json_string_length(moves), error);
}

/* Notes moves under another key that are another game. */
static void compare_moves(const json_t *object, const char *const keys[], const json_t *taken,
                          struct reading *reading)
{
    struct reading *other = malloc(sizeof *other);
    for (int i = 0; other && keys[i]; i++) {
        const json_t *moves = json_object_get(object, keys[i]);
        if (moves == taken || is_scored(moves) || (!json_is_array(moves) && !json_is_string(moves)))
            continue;
        ofl_game_init(&other->game, reading->game.start);
        bool is_same = play_moves(moves, other, NULL) && other->game.n_played == reading->game.n_played;
        for (int ply = 0; is_same && ply < other->game.n_played; ply++)
            is_same = other->game.moves[ply].move == reading->game.moves[ply].move;
        if (!is_same)
            reading_note(reading, "\"%s\" tells another game, which is left out", keys[i]);
    }
    free(other);
}

static bool read_object(const json_t *object, struct reading *reading, struct ofl_text_error *error)
{
    static const char *const move_keys[] = {"game", "moves", "transcript", "kifu", "record", NULL};
    const json_t *inner = json_object_get(object, "position");
    const json_t *const outer = json_is_object(inner) ? inner : object;
    const json_t *moves = find(outer, move_keys);
    if (!read_start(outer, reading, error))
        return false;
    reading->obf.position = reading->game.position;
    if (is_scored(moves)) {
        read_scores(moves, &reading->obf);
    } else if (json_is_array(moves) || json_is_string(moves)) {
        if (!play_moves(moves, reading, error))
            return false;
        compare_moves(outer, move_keys, moves, reading);
        if (outer != object)
            compare_moves(object, move_keys, moves, reading);
    } else if (!json_is_string(inner) && !json_is_string(json_object_get(object, "board"))) {
        const struct text none = text_of("", 0);
        return text_fail(error, &none, 0,
                         "expected a game or a position in this JSON (\"game\", \"moves\", "
                         "\"position\"), found none");
    }
    const double komi = json_number_value(json_object_get(object, "komi"));
    reading->game.komi = fabs(komi) <= 64 ? komi : 0;
    if (reading->game.komi != komi)
        reading_note(reading, "komi is no number from -64 to 64: no komi");
    read_names(object, reading);
    read_numbers(object, &reading->game);
    read_clocks(json_object_get(object, "clocks"), &reading->game);
    read_tags(object, reading);
    read_result(json_object_get(object, "result"), reading);
    read_discs(object, reading);
    read_result(json_object_get(object, "winner"), reading);
    read_result(json_object_get(json_object_get(object, "tags"), "winner"), reading);
    return true;
}

/* ["f5", "d6"], or all moves in one text. */
static bool read_list(const json_t *list, struct reading *reading, struct ofl_text_error *error)
{
    const char *first = json_string_value(json_array_get(list, 0));
    const size_t length = json_string_length(json_array_get(list, 0));
    const bool is_move = first && ofl_move_from_text(first, length) != OFL_NO_MOVE;
    ofl_game_init(&reading->game, ofl_position_start());
    if (first && !is_move && json_array_size(list) == 1)
        return ofl_game_add_transcript(&reading->game, first, length, error);
    if (first && (is_move || length < 4))
        return play_list(list, reading, error);
    const struct text none = text_of("", 0);
    return text_fail(error, &none, 0, first ? "expected the moves of one game in a list of texts, or "
                                              "objects with \"moves\", found other texts"
                                            : "expected moves in this list, found none");
}

bool json_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    const size_t at = text->at;
    struct ofl_text_error inside = {0};
    bool has_key_twice;
    json_t *object = load_next(text, &has_key_twice, error);
    if (!object)
        return false;
    const bool is_read = json_is_object(object)  ? read_object(object, reading, &inside)
                         : json_is_array(object) ? read_list(object, reading, &inside)
                                                 : false;
    if (!is_read)
        text_fail(error, text, at, "%s",
                  inside.text[0] ? inside.text : "expected a JSON object with a game or a position");
    if (has_key_twice)
        reading_note(reading, "a key is given twice, and the last counts");
    json_decref(object);
    return is_read;
}

/* ---- writing ---- */

static void set_text(json_t *object, const char *key, const char *text)
{
    if (text[0])
        json_object_set_new(object, key, json_string(text));
}

static json_t *numbers_of(const struct ofl_game *game, bool is_time)
{
    json_t *list = json_array();
    bool has_any = false;
    for (int i = 0; i < game->n_played; i++) {
        const struct ofl_game_move *move = &game->moves[i];
        const bool has = is_time ? move->has_time : move->has_eval;
        const double number = (double)(is_time ? move->seconds : move->eval);
        has_any |= has && isfinite(number);
        json_array_append_new(list, has && isfinite(number) ? json_real(number) : json_null());
    }
    if (has_any)
        return list;
    json_decref(list);
    return NULL;
}

static json_t *clocks_of(const struct ofl_game *game)
{
    json_t *clocks = json_object();
    for (int side = 0; side < 2; side++) {
        const struct ofl_game_clock *clock = &game->clock[side];
        if (clock->known)
            json_object_set_new(clocks, side == OFL_BLACK ? "black" : "white",
                                json_pack("{s:I, s:I, s:I}", "main_ms", (json_int_t)clock->main_ms,
                                          "increment_ms", (json_int_t)clock->increment_ms,
                                          "extension_ms", (json_int_t)clock->extension_ms));
    }
    if (json_object_size(clocks))
        return clocks;
    json_decref(clocks);
    return NULL;
}

static void set_list(json_t *object, const char *key, json_t *value)
{
    if (value)
        json_object_set_new(object, key, value);
}

static void set_tags(json_t *object, const struct tags *tags)
{
    json_t *plain = json_object(), *comments = json_object(), *variations = json_object();
    struct tag tag;
    char ply[16];
    for (size_t at = 0; tags_next(tags, &at, &tag);) {
        const bool is_comment = strcmp(tag.name, "comment") == 0;
        snprintf(ply, sizeof ply, "%d", tag.ply);
        if (variation_is(&tag)) {
            if (!json_object_get(variations, ply))
                json_object_set_new(variations, ply, json_array());
            json_array_append_new(json_object_get(variations, ply), json_string(tag.value));
        } else if (is_comment)
            json_object_set_new(comments, ply, json_string(tag.value));
        else if (tag.ply == 0)
            json_object_set_new(plain, tag.name, json_string(tag.value));
    }
    if (json_object_size(plain))
        json_object_set(object, "tags", plain);
    if (json_object_size(comments))
        json_object_set(object, "comments", comments);
    if (json_object_size(variations))
        json_object_set(object, "variations", variations);
    json_decref(variations);
    json_decref(plain);
    json_decref(comments);
}

static json_t *scores_of(const struct ofl_obf *obf)
{
    json_t *list = json_array();
    for (int i = 0; i < obf->n_scores; i++) {
        char name[8];
        json_array_append_new(list, json_pack("{s:s, s:i}", "move",
                                              ofl_move_to_text(obf->scores[i].move, false, name),
                                              "score", obf->scores[i].score));
    }
    return list;
}

bool json_add(struct strbuf *out, const struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    char board[OFL_BOARD_TEXT], moves[2 * OFL_MAX_PLIES + 1];
    json_t *object = json_pack("{s:i}", "schema", JSON_SCHEMA);
    json_object_set_new(object, "position", json_string(ofl_position_to_text(game->start, board)));
    if (reading->obf.n_scores && game->n_played == 0) {
        json_object_set_new(object, "moves", scores_of(&reading->obf));
    } else {
        ofl_game_to_transcript(game, true, moves);
        json_object_set_new(object, "game", json_string(moves));
    }
    set_text(object, "black", game->black);
    set_text(object, "white", game->white);
    set_text(object, "date", game->date);
    set_text(object, "place", game->place);
    set_text(object, "result", game->result);
    if (game->komi != 0 && isfinite(game->komi))
        json_object_set_new(object, "komi", json_real(game->komi));
    set_list(object, "clocks", clocks_of(game));
    set_list(object, "values", numbers_of(game, false));
    set_list(object, "seconds", numbers_of(game, true));
    set_tags(object, &reading->tags);
    char *text = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(8));
    json_decref(object);
    if (!text)
        return false;
    strbuf_add(out, text);
    free(text);
    return true;
}
