/* study/cards.h - training positions, and when each is asked again.
 *
 * A file of drills has a JSON object a line (share/schema: "drill"); "review --drills" writes it; a
 * problem ("problems --json", share/problems) is one, too.
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

/* Reads the state; a missing one is new. Cards are added then. All are false with the reason, which
 * names file and line; the caller closes in any case. */
bool cards_open(struct cards *cards, const char *state_path, struct reason *reason);
bool cards_add(struct cards *cards, json_t *drill); /* takes it over; false also if it is none */
/* Of the problems there those of a grade (problem_grades), or, with NULL, all drills. */
bool cards_add_file(struct cards *cards, const char *path, const char *grade,
                    struct reason *reason);
bool cards_add_built_in(struct cards *cards, const char *grade, struct reason *reason);
void cards_close(struct cards *cards);

/* What the move loses there, 1/100 disc; -1 if the drill does not say so. The mistake itself costs
 * what the review said, the other moves what a search of all of them says. */
int card_loss(const struct card *card, int move);

/* An answer that lost so much, on that day; the state is written. False with the reason. */
enum {
    CARD_RIGHT_CD = 100, /* what loses less is right */
    CARD_TRIES = 3,      /* at one position; the first one counts */
};
bool cards_answer(struct cards *cards, struct card *card, int loss_cd, int64_t today,
                  struct reason *reason);

/* "2024-05-31" as a day and back; -1 if it is none. */
int64_t cards_day(const char *text);
void cards_day_text(int64_t day, char text[16]);

#endif
