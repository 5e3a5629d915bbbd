/* study/cards.h - training positions, and when each is asked again.
 *
 * A file of drills has a JSON object a line (share/schema: "drill"); "review --drills" writes it; a
 * problem ("problems --json") is one, too.
 * What was answered is kept in a file of its own, which is replaced as a whole after each answer,
 * so that it survives kills; it can be copied:
 *
 *     {"schema":2,"type":"drill_state","cards":{POSITION:{"right":2,"days":6,"ease":2.5,
 *      "due":"2024-05-31"}}}
 *
 * When a position comes again follows SM-2 (P. Wozniak, 1990).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef STUDY_CARDS_H
#define STUDY_CARDS_H

#include <jansson.h>
#include <stdint.h>
#include <outflank/board.h>

#include "base/reason.h"

struct card {
    const json_t *drill;   /* of cards.drills */
    ofl_position position;
    int right;             /* right answers in a row */
    int days;              /* from the last answer to the next */
    double ease;           /* by which the days grow */
    int64_t due;           /* a day, counted from 1970; 0: it was never asked */
};

struct cards {
    json_t *drills;        /* an array */
    json_t *state;
    struct card *list;
    size_t n;
    char *path;            /* of the state */
};

/* False with the reason, which names file and line. A missing state is a new one. */
bool cards_open(struct cards *cards, const char *path, const char *state_path,
                struct reason *reason);
void cards_close(struct cards *cards);

/* What the move loses there, 1/100 disc; -1 if the drill does not say so. */
int card_loss(const struct card *card, int move);

/* An answer that lost so much, on that day; the state is written. False with the reason. */
enum { CARD_RIGHT_CD = 100 }; /* what loses less is right */
bool cards_answer(struct cards *cards, struct card *card, int loss_cd, int64_t today,
                  struct reason *reason);

/* "2024-05-31" as a day and back; -1 if it is none. */
int64_t cards_day(const char *text);
void cards_day_text(int64_t day, char text[16]);

#endif
