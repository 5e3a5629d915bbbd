/* protocol/small_file.h - small text files, read whole. */
#ifndef PROTOCOL_SMALL_FILE_H
#define PROTOCOL_SMALL_FILE_H

#include "base/strbuf.h"
#include "protocol/word.h"

enum { FILE_MAX_BYTES = 4 << 20 };

/* FREE: any regular file, for people at a console. CONFINED: for names that came
 * through a protocol: no "..", and the file itself may not be a symbolic link. */
enum file_trust { FILE_FREE, FILE_CONFINED };

struct file_text {
    char *data; /* malloc()ed, ended by a NUL; may hold NULs */
    size_t length;
};

enum { FILE_NAME_SIZE = 4096 };

/* The name of a file as people type it and terminals paste it: with blanks escaped by '\\', in
 * "..." or '...', or as a file:// address. `name` holds it if it had to be changed.
 * file_take_name() cuts one word off the start of *line, and the blanks behind it.
 * file_whole_name() takes the whole line, so that blanks need no escape. In both a file whose name
 * is exactly what was typed, with its blanks, goes first. */
struct word file_take_name(struct word *line, char name[FILE_NAME_SIZE]);
struct word file_whole_name(struct word line, char name[FILE_NAME_SIZE]);

/* Does the name begin with a quote that does not end? False where a file is called so. */
bool file_has_open_quote(struct word name);

/* False with the reason ("a.sgf: No such file or directory") added to `reason`. */
bool file_read(struct word name, enum file_trust trust, struct file_text *file,
               struct strbuf *reason);

/* Writes the file anew: first beside it, then in its place, so that a failure
 * leaves the old file as it was. False with the reason. */
bool file_write(struct word name, enum file_trust trust, const char *data, size_t length,
                struct strbuf *reason);

#endif
