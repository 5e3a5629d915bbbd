/* board/result.c - see board/result.h. */
#include "board/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/number.h"
#include "board/text.h"

static const struct { char ending; const char *name; } endings[] = {
    {'r', "resign"}, {'t', "time"}, {'l', "left"}, {'s', "agreed"}};
enum { N_ENDINGS = sizeof endings / sizeof *endings };

const char *result_ending_name(char ending)
{
    for (int i = 0; i < N_ENDINGS; i++)
        if (endings[i].ending == ending)
            return endings[i].name;
    return NULL;
}

char result_ending_read(const char *name)
{
    for (int i = 0; i < N_ENDINGS; i++)
        if (strcmp(endings[i].name, name) == 0)
            return endings[i].ending;
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

struct result result_of(const struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    const char *winner = tags_find(&reading->tags, 0, "winner");
    const char *ending = tags_find(&reading->tags, 0, "termination");
    struct result result = {.ending = ending ? result_ending_read(ending) : '\0'};
    if (read_text(game->result, &result))
        return result;
    if (winner) {
        result.is_known = true;
        result.difference = strcmp(winner, "black") == 0 ? 1 : strcmp(winner, "white") == 0 ? -1 : 0;
    } else if (ofl_is_over(game->position.board)) {
        const int score = ofl_score(game->position.board, OFL_SCORE_TOURNAMENT);
        result.is_known = result.has_difference = result.is_counted = true;
        result.difference = game->position.turn == OFL_BLACK ? score : -score;
    }
    return result;
}

/* A note where the last board says something else. Komi is part of some results, not of others. */
static void check_board(struct reading *reading, double difference)
{
    const struct ofl_game *game = &reading->game;
    const ofl_board board = game->position.board;
    const int sign = game->position.turn == OFL_BLACK ? 1 : -1;
    const int counted = sign * ofl_score(board, OFL_SCORE_TOURNAMENT);
    const int raw = sign * ofl_score(board, OFL_SCORE_RAW);
    const double komi = game->komi, without = difference - komi;
    if (game->n_played == 0 || !ofl_is_over(board) || difference == counted || difference == raw ||
        fabs(without - counted) < 0.01 || fabs(without - raw) < 0.01)
        return;
    const int whole = (int)difference;
    if (whole == difference)
        reading_note(reading, "the record says %+d for black, the last board %+d", whole, counted);
    else
        reading_note(reading, "the record says %s for black, the last board %+d", game->result,
                     counted);
}

void result_set(struct reading *reading, const struct result *result)
{
    struct ofl_game *game = &reading->game;
    const char *ending = result_ending_name(result->ending);
    if (!result->is_known)
        return;
    if (result->has_difference) {
        /* By hand: printf would follow the program's locale. */
        const long long hundredths = llround(result->difference * 100);
        const long long size = hundredths < 0 ? -hundredths : hundredths;
        const char tail[] = {ending ? ':' : '\0', result->ending, '\0'};
        snprintf(game->result, sizeof game->result, "%c%lld.%02lld%s", hundredths < 0 ? '-' : '+',
                 size / 100, size % 100, tail);
        if (!ending)
            check_board(reading, result->difference);
        return;
    }
    const char *winner = result->difference > 0   ? "black"
                         : result->difference < 0 ? "white"
                                                  : "nobody";
    if (!ofl_is_over(game->position.board))
        tags_add(&reading->tags, 0, "winner", winner, strlen(winner));
    if (ending)
        tags_add(&reading->tags, 0, "termination", ending, strlen(ending));
}

/* "37-27", "37:27", "1-0"; draws as chess writes them. */
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
    if (!text_read_integer(&t, 64, &black) || (text_peek(&t, 0) != '-' && text_peek(&t, 0) != ':'))
        return false;
    t.at++;
    if (!text_read_integer(&t, 64, &white) || !text_at_end(&t) || black + white > 64)
        return false;
    result->has_difference = black + white > 1;
    result->is_known = black + white > 0;
    result->difference = (double)(black - white);
    return true;
}

/* "B+10", "W+R", "Black+T", "white". */
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
        return n > 1;
    if (text_peek(&t, 0) != '+')
        return false;
    t.at++;
    const int how = ascii_lower(text_peek(&t, 0));
    if (text_read_decimal(&t, &size)) {
        result->has_difference = size >= 0 && size <= 64;
        result->difference = result->has_difference ? sign * size : sign;
    } else if (how == 'r' || how == 't') {
        result->ending = (char)how;
    }
    return true;
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
        result_set(reading, &result);
        snprintf(reading->game.result, OFL_NAME_TEXT, "%s", copy);
    }
}

void result_set_difference(struct reading *reading, int64_t difference)
{
    result_set(reading, &(struct result){true, true, (double)difference, '\0', false});
}
