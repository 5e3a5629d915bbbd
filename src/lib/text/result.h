/* text/result.h - how a game ended: what formats write of it, in one form.
 *
 * struct ofl_game keeps the result as GGF does, "+10.00" for black, with ":r" and the like behind it.
 * A winner without a difference is a tag, "winner".
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_RESULT_H
#define TEXT_RESULT_H

#include "text/reading.h"
#include "text/text.h"

struct result {
    bool is_known;       /* the winner is */
    bool has_difference;
    double difference;   /* black's discs less white's; its sign is the winner */
    char ending;         /* 'r' resigned, 't' by time, 'l' left, 's' agreed, 'f' forfeit, or 0 */
    bool is_counted;     /* from the last board, and without komi */
};

/* Notes where the last board says something else than the record. Once, when all is read. */
void result_check(struct reading *reading);

/* What the record says; where it says nothing, what the last board does, if the game is over. */
struct result result_of(const struct reading *reading);

/* Puts the result into the record: the difference as discs, else the winner as a tag. A second result
 * that is another is noted, and the first counts: false. */
bool result_set(struct reading *reading, const struct result *result);

/* The same of what is written: "+10.00:r", "37-27", "1-0", "B+10", "W+R", "draw"; what is none of
 * these counts as nothing. */
void result_set_text(struct reading *reading, const char *text, size_t length);

/* Bytes of "37-27" or "37:27" at the cursor, at the end of the text also "37 - 27"; else 0. */
size_t result_pair_length(struct text text, int64_t *black, int64_t *white);

/* The same of a difference. */
void result_set_difference(struct reading *reading, int64_t difference);

/* "resign", "time", "left", "agreed", "forfeit"; NULL for others. Back from the first of these words
 * in a text, "White resigned"; 0 if it has none. */
const char *result_ending_name(char ending);
char result_ending_read(const char *text);

#endif
