/* grow/task.h - jobs for a book: what is to be searched, and what was found.
 *
 * A task and an answer are a line each, whole in themselves: they can be sent anywhere, in any
 * order, twice or never. docs/growing.md, "Many machines", shows them.
 *
 * Squares are those of the canonical board (book/key.h).
 * Threads: functions touch only their arguments.
 */
#ifndef GROW_TASK_H
#define GROW_TASK_H

#include <stddef.h>

#include "base/reason.h"
#include "book/record.h"

/* How hard to search. */
struct task_effort {
    uint8_t depth;       /* plies, 1..60; at most one less than there are empty squares */
    uint8_t selectivity; /* confidence of pruning in percent, as the engine's option has it */
    uint8_t exact;       /* boards with at most so many empty squares are solved, 0..60 */
};

/* Without excluded squares it asks for the record's own evidence, with them for a deviation. */
struct task {
    ofl_board board;   /* canonical; its side to move can move */
    uint64_t excluded; /* not all legal squares; with each square its images */
    struct task_effort effort;
};

struct answer {
    ofl_board board;
    struct book_evidence evidence;
};

enum { TASK_LINE = 256, TASK_ANSWER_LINE = 512, TASK_ORIGIN = 128 };

/* Names a task: equal tasks have equal names. */
uint64_t task_id(const struct task *task);

/* A line without its end. Return `line`. `origin` says what has answered, for people and scripts:
 * fields NAME=VALUE, each behind a blank, below TASK_ORIGIN bytes. */
const char *task_write(const struct task *task, char line[TASK_LINE]);
const char *task_write_answer(const struct answer *answer, uint64_t id, const char *origin,
                              char line[TASK_ANSWER_LINE]);

/* Lines from outside, without their end; whatever is not as written above is refused. A line that
 * was cut or changed is refused by its checksum. */
bool task_read(const char *line, size_t length, struct task *task, struct reason *reason);
bool task_read_answer(const char *line, size_t length, struct answer *answer,
                      struct reason *reason);

/* The answer as a record of its board, to be merged. */
struct book_record task_record_of(const struct answer *answer);

#endif
