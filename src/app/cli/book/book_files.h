/* cli/book/book_files.h - what the commands of "outflank book" share: opening a book, saying why
 * not. */
#ifndef CLI_BOOK_BOOK_FILES_H
#define CLI_BOOK_BOOK_FILES_H

#include "book/book_lines.h"
#include "book/view.h"
#include "options/program.h"

/* The book that a command line names first. Returns 0, or the exit code after a sentence. */
int book_file_open(const struct program_call *call, const char *path, enum book_store_mode mode,
                   struct book_store **store);

/* Opens a book, which is made if it is not there, runs `work` in one transaction and commits what
 * it did; nothing, if it returns an exit code other than 0. Returns that, or the exit code after a
 * sentence. */
typedef int (*book_file_work)(const struct program_call *call, struct book_store *store,
                              void *user);
int book_file_change(const struct program_call *call, const char *path, book_file_work work,
                     void *user);

/* Closes a book. After a failure (`code` is not 0) one that this command made goes, if it is
 * empty. */
void book_file_end(struct book_store *store, int code);

/* A working book to be read. A stale one has no values; what follows from its facts is computed
 * first. */
int book_file_open_fresh(const struct program_call *call, const char *path,
                         struct book_store **store);

/* A working or a packed book, to be read. */
int book_file_open_view(const struct program_call *call, const char *path,
                        struct book_view **view);

/* The first file of a command line, or the book built in. */
const char *book_file_or_built_in(const struct program_files *files);

/* Says the reason on stderr, and returns the exit code that fits: 65. */
int book_file_complain(const struct program_call *call, const struct reason *reason);

/* Between `least` and `most` words (INT_MAX: any number), or an exit code after a sentence that
 * says what was expected. book_file_read_words() is program_read() before. */
int book_file_read_words(const struct program_call *call, void *args, struct program_files *files,
                         int least, int most);
int book_file_check_words(const struct program_call *call, const struct program_files *files,
                          int least, int most);

/* The second of two files is another one than the first, which it would replace; or an exit code
 * after a sentence. */
int book_file_check_other(const struct program_call *call, const struct program_files *files);

/* The same of a file that the command is to write. One that is there must be empty or of that
 * kind, which begins with the bytes `magic`: a slip must not cost a working book or a game. */
int book_file_check_output(const struct program_call *call, const struct program_files *files,
                           const char *kind, const char *magic);

/* Says the reason why such a file was not written. Returns the exit code: 73 if it could not be
 * made, 74 if it could not be written; else the book is at fault. */
int book_file_complain_output(const struct program_call *call, const struct reason *reason,
                              bool cannot_create, bool cannot_write);

/* The files `from` to `end` - 1 are there and may be read, or an exit code after a sentence: before
 * a book is made of them. */
int book_file_check_inputs(const struct program_call *call, const struct program_files *files,
                           int from, int end);

/* Row of --json in `struct args`, whose member `wants_json` it fills. */
#define BOOK_JSON_ROW \
    ROW_FLAG(wants_json, "json", 0, "print what it did as one JSON object (docs/json.md)")

/* Hands over each line of a text that "book dump" printed ("-": standard input). Returns 0, or an
 * exit code after a sentence. What `take` refuses ends it; so does a line that cannot be read. */
typedef bool (*book_line_taker)(void *user, const struct book_line *line,
                                struct reason *reason);
int book_file_read_lines(const struct program_call *call, const char *path, book_line_taker take,
                         void *user);

#endif
