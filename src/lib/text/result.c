/* text/result.c - see text/result.h. */
#include "text/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/number.h"
#include "board/variant.h"

static const struct { char ending; const char *name; } endings[] = {
    {'r', "resign"}, {'t', "time"}, {'l', "left"}, {'s', "agreed"}, {'f', "forfeit"},
              {'l', "disconnect"}, {'l', "abandon"}};
enum { N_ENDINGS = sizeof endings / sizeof *endings };

const char *result_ending_name(char ending)
{
    for (int i = 0; i < N_ENDINGS; i++)
        if (endings[i].ending == ending)
            return endings[i].name;
    return NULL;
}

char result_ending_read(const char *text)
{
    for (; *text; text++)
        for (int i = 0; i < N_ENDINGS; i++) {
            const size_t n = strlen(endings[i].name);
            if (strlen(text) >= n && ascii_is_word(text, n, endings[i].name))
                return endings[i].ending;
        }
    return 0;
}

/* "+10.00:r" */
static bool read_text(const char *text, struct result *result)
{
    double difference;
    const size_t n = strlen(text), used = number_scan_real(text, n, NUMBER_SIGNED, &difference);
    const bool has_ending = used + 2 == n && text[used] == ':' && result_ending_name(text[used + 1]);
    if (used == 0 || (used != n && !has_ending) || fabs(difference) > 1000)
        return false;
    *result = (struct result){true, true, difference, has_ending ? text[used + 1] : '\0', false};
    return true;
}

/* "B+10", "W+R", "Black+T", "white", "White wins by resignation"; "Black resigns" is White's. */
static bool read_winner(struct text t, struct result *result)
{
    size_t n = 0;
    double size;
    while (ascii_is_letter(text_peek(&t, n)))
        n++;
    const char *word = t.begin + t.at;
    const int winner = ascii_lower(text_peek(&t, 0));
    if ((winner != 'b' && winner != 'w') || (n > 1 && !ascii_is_word(word, n, "black") &&
                                             !ascii_is_word(word, n, "white")))
        return false;
    const int sign = winner == 'b' ? 1 : -1;
    *result = (struct result){.is_known = true, .difference = sign};
    t.at += n;
    if (text_at_end(&t))
        return true;
    if (text_peek(&t, 0) == ' ') {
        char rest[OFL_NAME_TEXT];
        snprintf(rest, sizeof rest, "%.*s", (int)(t.length - t.at < 60 ? t.length - t.at : 60),
                 t.begin + t.at);
        const bool wins = strncmp(rest, " win", 4) == 0 || strncmp(rest, " won", 4) == 0;
        result->ending = result_ending_read(rest);
        result->difference = wins ? sign : -sign;
        return wins || result->ending || strncmp(rest, " los", 4) == 0;
    }
    if (text_peek(&t, 0) != '+')
        return false;
    t.at++;
    const int how = ascii_lower(text_peek(&t, 0));
    if (text_read_decimal(&t, &size)) {
        result->has_difference = size >= 0 && size <= 128; /* komi counts */
        result->difference = result->has_difference ? sign * size : sign;
    } else if (how == 'r' || how == 't' || how == 'f') {
        result->ending = (char)how;
    }
    return true;
}

struct result result_of(const struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    const char *winner = tags_find(&reading->tags, 0, "winner");
    const char *ending = tags_find(&reading->tags, 0, "termination");
    struct result result = {.ending = ending ? result_ending_read(ending) : '\0'};
    const char told = result.ending;
    if (read_text(game->result, &result)) {
        result.ending = result.ending ? result.ending : told;
        return result;
    }
    if (winner) {
        result.is_known = true;
        result.difference = strcmp(winner, "black") == 0 ? 1 : strcmp(winner, "white") == 0 ? -1 : 0;
    } else if (variant_is_over(game->variant, game->position.board)) {
        const int score = variant_score(game->variant, game->position.board, OFL_SCORE_TOURNAMENT);
        result.is_known = result.has_difference = result.is_counted = true;
        result.difference = game->position.turn == OFL_BLACK ? score : -score;
    } else if (ending) {
        struct result by_words;
        if (read_winner(text_of(ending, strlen(ending)), &by_words))
            return by_words;
    }
    return result;
}

/* A note where the last board says something else. Komi is part of some results, not of others. */
static void check_board(struct reading *reading, double difference)
{
    const struct ofl_game *game = &reading->game;
    const ofl_board board = game->position.board;
    const int sign = game->position.turn == OFL_BLACK ? 1 : -1;
    const int counted = sign * variant_score(game->variant, board, OFL_SCORE_TOURNAMENT);
    const int raw = sign * variant_score(game->variant, board, OFL_SCORE_RAW);
    const double komi = game->komi, without = difference + komi;
    if (game->n_played == 0 || !variant_is_over(game->variant, board) || difference == counted || difference == raw ||
        fabs(without - counted) < 0.01 || fabs(without - raw) < 0.01)
        return;
    const int whole = (int)difference;
    if (whole == difference)
        reading_note(reading, "the record says %+d for black, the last board %+d", whole, counted);
    else
        reading_note(reading, "the record says %s for black, the last board %+d", game->result,
                     counted);
}

static int sign_of(double difference) { return (difference > 0) - (difference < 0); }

static bool has_board_winner(const struct ofl_game *game, double difference)
{
    const int score = variant_score(game->variant, game->position.board, OFL_SCORE_TOURNAMENT);
    return variant_is_over(game->variant, game->position.board) &&
           sign_of(game->position.turn == OFL_BLACK ? score : -score) == sign_of(difference);
}

void result_check(struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    const struct result result = result_of(reading);
    if (!result.is_known || result.is_counted || result.ending)
        return;
    if (result.has_difference)
        check_board(reading, result.difference);
    else if (game->n_played > 0 && variant_is_over(game->variant, game->position.board))
        reading_note(reading, "the last board has another winner than the record says");
}

/* Does the record say a result already that holds beside a new one? The fuller of two that agree is kept,
 * and the first of two that do not. */
static bool is_kept(struct reading *reading, const struct result *result)
{
    const struct result old = result_of(reading);
    if (!old.is_known || old.is_counted)
        return false;
    const bool is_fuller = result->has_difference && !old.has_difference;
    if (sign_of(old.difference) != sign_of(result->difference) ||
        (old.has_difference && result->has_difference && fabs(old.difference - result->difference) > 0.01)) {
        reading_note(reading, "the record says two results, and the first counts");
        return true;
    }
    return !is_fuller;
}

bool result_set(struct reading *reading, const struct result *result)
{
    struct ofl_game *game = &reading->game;
    const char *ending = result_ending_name(result->ending);
    if (!result->is_known || is_kept(reading, result))
        return false;
    if (result->has_difference) {
        /* By hand: printf would follow the program's locale. */
        const long long hundredths = llround(result->difference * 100);
        const long long size = hundredths < 0 ? -hundredths : hundredths;
        const char tail[] = {ending ? ':' : '\0', result->ending, '\0'};
        snprintf(game->result, sizeof game->result, "%c%lld.%02lld%s", hundredths < 0 ? '-' : '+',
                 size / 100, size % 100, tail);
    } else {
        const char *winner = result->difference > 0   ? "black"
                             : result->difference < 0 ? "white"
                                                      : "nobody";
        /* The last board tells it, and by how much. */
        if (!has_board_winner(game, result->difference))
            tags_add(&reading->tags, 0, "winner", winner, strlen(winner));
        if (ending)
            tags_add(&reading->tags, 0, "termination", ending, strlen(ending));
    }
    return true;
}

size_t result_pair_length(struct text t, int64_t *black, int64_t *white)
{
    static const char *const dashes[] = {"-", ":", "\xE2\x80\x93"};
    const size_t at = t.at;
    if (!text_read_integer(&t, 64, black))
        return 0;
    const size_t behind = t.at;
    text_skip_blanks(&t);
    const size_t dash = t.at;
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes && t.at == dash; i++)
        if (t.length - t.at > strlen(dashes[i]) &&
            memcmp(t.begin + t.at, dashes[i], strlen(dashes[i])) == 0)
            t.at += strlen(dashes[i]);
    const bool is_plain = t.at == behind + 1 && ascii_is_digit(text_peek(&t, 0));
    const bool has_dash = t.at > dash;
    text_skip_blanks(&t);
    if (!has_dash || !text_read_integer(&t, 64, white) || *black + *white > 64)
        return 0;
    const size_t length = t.at - at;
    text_skip_blanks(&t);
    return is_plain || text_at_end(&t) ? length : 0;
}

/* "37-27", "37:27", "1-0", "37-27 (time)"; draws as chess writes them. */
static bool read_pair(struct text t, struct result *result)
{
    static const char *const draws[] = {"1/2-1/2", "1/2", "0.5-0.5", "\xC2\xBD-\xC2\xBD", "draw",
                                        "jigo", "0", "nobody"};
    const char *at = t.begin + t.at;
    const size_t n = t.length - t.at;
    int64_t black, white;
    *result = (struct result){.is_known = true};
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++)
        if (ascii_is_word(at, n, draws[i])) {
            result->has_difference = strcmp(draws[i], "0") == 0;
            return true;
        }
    const size_t length = result_pair_length(t, &black, &white);
    char rest[OFL_NAME_TEXT];
    snprintf(rest, sizeof rest, "%.*s", (int)(n - length < 60 ? n - length : 60), at + length);
    result->ending = result_ending_read(rest);
    if (!length || (rest[0] && (!strchr(" ({", rest[0]) || !result->ending)))
        return false;
    result->has_difference = black + white > 1;
    result->is_known = black + white > 0;
    result->difference = (double)(black - white);
    return true;
}

/* The winner by name. */
static bool result_set_name(struct reading *reading, const char *name)
{
    const bool is_name = name[strspn(name, "?*-. ")]; /* signs mean that it is not known */
    const bool is_black = is_name && strcmp(name, reading->game.black) == 0;
    const bool is_white = is_name && strcmp(name, reading->game.white) == 0;
    if (is_black != is_white)
        result_set(reading, &(struct result){.is_known = true, .difference = is_black ? 1 : -1});
    return is_black != is_white;
}

void result_set_text(struct reading *reading, const char *text, size_t length)
{
    struct text t = text_of(text, length);
    struct result result;
    char copy[OFL_NAME_TEXT];
    text_skip_blanks(&t);
    while (t.length > t.at && ascii_is_blank((unsigned char)text[t.length - 1]))
        t.length--;
    snprintf(copy, sizeof copy, "%.*s", (int)(t.length - t.at < 60 ? t.length - t.at : 60),
             text + t.at);
    if (read_pair(t, &result) || read_winner(t, &result)) {
        result_set(reading, &result);
    } else if (read_text(copy, &result)) {
        if (result_set(reading, &result))
            snprintf(reading->game.result, OFL_NAME_TEXT, "%s", copy);
    } else if (!result_set_name(reading, copy) && copy[strspn(copy, "?*")]) {
        reading_note(reading, "the result '%s' is not understood", copy);
    }
}

void result_set_difference(struct reading *reading, int64_t difference)
{
    result_set(reading, &(struct result){true, true, (double)difference, '\0', false});
}
