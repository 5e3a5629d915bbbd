/* board/result.h - how a game ended: what formats write of it, in one form.
 *
 * struct ofl_game keeps the result as GGF does, "+10.00" for black, with ":r" and the like behind it.
 * A winner without a difference is a tag, "winner".
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOARD_RESULT_H
#define BOARD_RESULT_H

#include "board/reading.h"

struct result {
    bool is_known;       /* the winner is */
    bool has_difference;
    double difference;   /* black's discs less white's; its sign is the winner */
    char ending;         /* 'r' resigned, 't' by time, 'l' left, 's' agreed, or 0 */
    bool is_counted;     /* from the last board, and without komi */
};

/* What the record says; where it says nothing, what the last board does, if the game is over. */
struct result result_of(const struct reading *reading);

/* Puts the result into the record: the difference as discs, else the winner as a tag. */
void result_set(struct reading *reading, const struct result *result);

/* The same of what is written: "+10.00:r", "37-27", "1-0", "B+10", "W+R", "draw"; what is none of
 * these counts as nothing. */
void result_set_text(struct reading *reading, const char *text, size_t length);

/* The same of a difference. */
void result_set_difference(struct reading *reading, int64_t difference);

/* "resign", "time", "left", "agreed", and back; NULL and 0 for others. */
const char *result_ending_name(char ending);
char result_ending_read(const char *name);

#endif
