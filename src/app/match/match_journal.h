/* match/match_journal.h - finished games on disc, one line each, never lost.
 *
 * A line is "CRC32 JSON\n": eight hexadecimal digits, a blank, compact JSON.
 * The first line tells the match (arguments, seed), every other a game. Lines
 * are appended with one write() and flushed to the disc before the game counts
 * as finished. After a crash only the last line can be torn; journal_open()
 * cuts it off. Damage elsewhere is an error, never skipped.
 *
 * Threads: a journal belongs to one thread; it is locked against other runners.
 */
#ifndef MATCH_MATCH_JOURNAL_H
#define MATCH_MATCH_JOURNAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"
#include "base/replace.h"

struct journal {
    int fd;          /* -1: closed */
    int64_t size;    /* bytes of whole lines */
};

/* A new file; fails if it exists. `header` stays the caller's. */
bool journal_create(struct journal *journal, const char *path, const json_t *header,
                    struct reason *reason);

/* Called for each line behind the header, with where it stands. False: refuse. */
typedef bool (*journal_fn)(void *user, const json_t *line, int64_t offset,
                           struct reason *reason);

/* Opens an existing journal to go on with it. *header becomes the caller's. */
bool journal_open(struct journal *journal, const char *path, json_t **header,
                  struct reason *reason);

/* Goes through the lines behind the header, in the file's order. */
bool journal_replay(struct journal *journal, journal_fn take, void *user,
                    struct reason *reason);

/* Appends a line; *offset (or NULL) tells where it stands. Not yet on the disc. */
bool journal_add(struct journal *journal, const json_t *line, int64_t *offset,
                 struct reason *reason);

/* All lines added so far are on the disc when this returns true. */
bool journal_sync(struct journal *journal, struct reason *reason);

/* The line at `offset`, the caller's; NULL if it cannot be read. */
json_t *journal_read(struct journal *journal, int64_t offset);

void journal_close(struct journal *journal);

/* Writes a file so that at any time there is the old or the new one, whole:
 * begin, fprintf to file->stream, commit (or abandon). */
struct journal_output {
    void *stream;    /* FILE * */
    char *name;
    struct replace file;
};
bool journal_output_begin(struct journal_output *output, const char *path,
                          struct reason *reason);
bool journal_output_commit(struct journal_output *output, struct reason *reason);

uint32_t journal_crc32(const char *bytes, size_t length);

#endif
