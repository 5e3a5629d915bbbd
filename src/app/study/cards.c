/* study/cards.c - implements cards.h. */
#include "study/cards.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <outflank/notation.h>

#include "base/array.h"
#include "base/bits.h"
#include "base/lines.h"
#include "base/regular.h"
#include "base/replace.h"
#include "base/visible.h"
#include "study/who.h"
#include "text/alike.h"
#include "text/json_build.h"

static const double first_ease = 2.5, least_ease = 1.3;

/* ---- days ---- */

/* Years begin in March, so that a leap day comes last. */
int64_t cards_day(const char *text)
{
    const int date = who_date(text), month = date / 100 % 100, day = date % 100;
    const int year = date / 10000 - (month < 3), from_march = (month + 9) % 12;
    if (!month || !day || year < 0)
        return -1;
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * from_march + 2) / 5 + day -
           719469;
}

void cards_day_text(int64_t day, char text[16])
{
    const time_t seconds = (time_t)(86400 * day);
    struct tm date;
    if (!gmtime_r(&seconds, &date) || !strftime(text, 16, "%Y-%m-%d", &date))
        *text = '\0';
}

/* ---- files ---- */

static const json_t *moves_of(const json_t *drill) { return json_object_get(drill, "moves"); }

static int square_of(const json_t *value)
{
    const char *text = json_string_value(value);
    return text ? ofl_move_from_text(text, strlen(text)) : OFL_NO_MOVE;
}

/* Has it what is asked and told? */
static bool read_drill(const json_t *drill, ofl_position *position)
{
    const char *type = json_string_value(json_object_get(drill, "type"));
    const char *board = json_string_value(json_object_get(drill, "position"));
    size_t i;
    json_t *move;
    if (!type || (strcmp(type, "drill") != 0 && strcmp(type, "problem") != 0) || !board ||
        !ofl_position_from_text(board, strlen(board), position, NULL, NULL) ||
        !json_array_size(moves_of(drill)))
        return false;
    json_array_foreach(moves_of(drill), i, move)
        if (square_of(json_object_get(move, "move")) >= OFL_PASS ||
            !ofl_is_legal(position->board, square_of(json_object_get(move, "move"))) ||
            !json_is_number(json_object_get(move, "loss")))
            return false;
    return true;
}

static void read_state(const struct cards *cards, struct card *card)
{
    const json_t *kept = json_object_get(
        json_object_get(cards->state, "cards"),
        json_string_value(json_object_get(card->drill, "position")));
    const char *due = json_string_value(json_object_get(kept, "due"));
    if (!due || cards_day(due) < 0)
        return;
    card->due = cards_day(due);
    card->right = (int)json_integer_value(json_object_get(kept, "right"));
    card->days = (int)json_integer_value(json_object_get(kept, "days"));
    card->ease = fmax(json_number_value(json_object_get(kept, "ease")), least_ease);
}

bool cards_add(struct cards *cards, json_t *drill)
{
    struct card card = {.ease = first_ease, .drill = drill};
    const bool is_good = drill && read_drill(drill, &card.position);
    if (is_good)
        read_state(cards, &card);
    return json_array_append_new(cards->drills, drill) == 0 && is_good &&
           array_push(&cards->list, &cards->n, &card, sizeof card);
}

/* Of another grade it is left out. */
static bool add_line(struct cards *cards, const char *text, size_t length, const char *grade)
{
    json_t *drill = json_loadb(text, length, 0, NULL);
    const char *is = json_string_value(json_object_get(drill, "grade"));
    if (!drill || !grade || (is && strcmp(is, grade) == 0))
        return cards_add(cards, drill);
    json_decref(drill);
    return true;
}

bool cards_add_file(struct cards *cards, const char *path, const char *grade,
                    struct reason *reason)
{
    struct lines *lines = malloc(sizeof *lines);
    const char *text;
    size_t length;
    bool is_good = lines && lines_open_file(lines, path);
    if (!is_good) {
        reason_set(reason, "%s: %s", path, lines ? regular_problem(errno) : "out of memory");
        free(lines);
        return reason_is(reason, REASON_SYSTEM);
    }
    enum line_status status;
    while (is_good && (status = lines_next(lines, &text, &length)) != LINE_END) {
        is_good = status == LINE_READ && (!length || add_line(cards, text, length, grade));
        if (!is_good)
            reason_set(reason, "%s:%zu: expected a drill of \"outflank review --drills\", or a "
                       "problem", path, lines->number);
    }
    lines_close(lines);
    free(lines);
    if (is_good && !cards->n)
        return reason_set(reason, "%s: there is no drill in it%s%s", path,
                          grade ? " that is " : "", grade ? grade : "");
    return is_good;
}

#ifdef OFL_HAVE_PROBLEMS
extern const char ofl_problems_begin[], ofl_problems_end[];
#endif

bool cards_add_built_in(struct cards *cards, const char *grade, struct reason *reason)
{
#ifdef OFL_HAVE_PROBLEMS
    const char *end;
    for (const char *line = ofl_problems_begin; line < ofl_problems_end; line = end + 1) {
        end = memchr(line, '\n', (size_t)(ofl_problems_end - line));
        if (!end || !add_line(cards, line, (size_t)(end - line), grade))
            return reason_set(reason, "out of memory");
    }
#endif
    return cards->n || reason_set(reason, "this build has no problems: expected a FILE of drills");
}

static bool load_state(struct cards *cards, struct reason *reason)
{
    enum { MOST = 1 << 26 };
    size_t size;
    char *text = regular_load(cards->path, O_RDONLY, MOST, &size);
    if (!text && errno != ENOENT) {
        reason_set(reason, "%s: %s", cards->path, regular_problem(errno));
        return reason_is(reason, REASON_SYSTEM);
    }
    cards->state = text ? json_loadb(text, size, 0, NULL)
                        : json_pack("{s:i, s:s, s:{}}", "schema", JSON_SCHEMA, "type",
                                    "drill_state", "cards");
    free(text);
    const char *type = json_string_value(json_object_get(cards->state, "type"));
    if (type && strcmp(type, "drill_state") == 0 &&
        json_is_object(json_object_get(cards->state, "cards")))
        return true;
    return reason_set(reason, "%s: it is no state of drills", cards->path);
}

bool cards_open(struct cards *cards, const char *state_path, struct reason *reason)
{
    *cards = (struct cards){.drills = json_array(), .path = strdup(state_path)};
    reason_set(reason, "out of memory");
    return cards->drills && cards->path && load_state(cards, reason);
}

void cards_close(struct cards *cards)
{
    json_decref(cards->drills);
    json_decref(cards->state);
    free(cards->list);
    free(cards->path);
    *cards = (struct cards){0};
}

/* ---- answers ---- */

int card_loss(const struct card *card, int move)
{
    const uint64_t alike = moves_alike(card->position.board, move);
    const json_t *reviewed = json_object_get(card->drill, "loss");
    const int played = square_of(json_object_get(card->drill, "played"));
    size_t i;
    json_t *one;
    if (json_is_number(reviewed) && played < OFL_PASS && alike & bit_of(played))
        return (int)lround(100 * json_number_value(reviewed));
    json_array_foreach(moves_of(card->drill), i, one)
        if (alike & bit_of(square_of(json_object_get(one, "move"))))
            return (int)lround(100 * json_number_value(json_object_get(one, "loss")));
    return -1;
}

/* SM-2: 5 is perfect, below 3 it is forgotten. */
static int quality_of(int loss_cd)
{
    return loss_cd <= 0 ? 5 : loss_cd < CARD_RIGHT_CD / 2 ? 4 : loss_cd < CARD_RIGHT_CD ? 3
           : loss_cd < 400 ? 1 : 0;
}

static void repeat(struct card *card, int quality, int64_t today)
{
    const int miss = 5 - quality;
    card->days = quality < 3 || card->right == 0 ? 1
                 : card->right == 1              ? 6
                                                 : (int)lround(card->days * card->ease);
    card->days = card->days < 3650 ? card->days : 3650;
    card->right = quality < 3 ? 0 : card->right + 1;
    card->ease = fmax(card->ease + 0.1 - miss * (0.08 + 0.02 * miss), least_ease);
    card->due = today + card->days;
}

bool cards_answer(struct cards *cards, struct card *card, int loss_cd, int64_t today,
                  struct reason *reason)
{
    char due[16];
    repeat(card, quality_of(loss_cd), today);
    cards_day_text(card->due, due);
    json_t *kept = json_pack("{s:i, s:i, s:f, s:s}", "right", card->right, "days", card->days,
                             "ease", round(card->ease * 1000) / 1000, "due", due);
    json_object_set_new(json_object_get(cards->state, "cards"),
                        json_string_value(json_object_get(card->drill, "position")), kept);
    char *text = kept ? json_to_text(json_incref(cards->state)) : NULL;
    const bool is_good = text && replace_whole(cards->path, text, strlen(text));
    if (!is_good) {
        reason_set(reason, "%s: %s", cards->path, text ? regular_problem(errno) : "out of memory");
        reason_is(reason, REASON_SYSTEM);
    }
    free(text);
    return is_good;
}
