/* text/wthor_write.h - writes bases of WTHOR (.wtb).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_WTHOR_WRITE_H
#define TEXT_WTHOR_WRITE_H

#include "text/reading.h"
#include "text/wthor_names.h"

struct wthor_writer {
    const struct wthor_names *names; /* gives the numbers of players; NULL: what records say, else 0 */
    uint32_t n_games;
    int year;          /* of the first game that has one */
    int exact_empties; /* at which theoretical scores hold; of the first game that says so */
};

/* The record of a game. False with the reason where WTHOR cannot hold it: another start, no known
 * result. *lacks_names: a name was given and is in no list. A game without a theoretical score has
 * the real one in its place. */
bool wthor_write_record(struct wthor_writer *writer, const struct reading *reading,
                        uint8_t record[WTHOR_RECORD], bool *lacks_names, struct reason *reason);

/* The header of all games so far, for the first bytes of the file. */
void wthor_write_header(const struct wthor_writer *writer, int year, int month, int day,
                        uint8_t header[WTHOR_HEADER]);

#endif
