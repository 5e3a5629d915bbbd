/* protocol/edax/edax_options.h - the options of the Edax console dialect.
 *
 * The same rows read the words of the command line ("-l 5"), and lines of a session ("l 5",
 * "set level = 5"). A value out of range is bent into it with a warning, as programs that use the
 * dialect expect. What has no meaning here is taken and ignored.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef PROTOCOL_EDAX_EDAX_OPTIONS_H
#define PROTOCOL_EDAX_EDAX_OPTIONS_H

#include <outflank/engine.h>

#include "base/reason.h"
#include "protocol/command.h"
#include "protocol/protocol_config.h"

enum { EDAX_NAME_SIZE = 4096 };

enum edax_mode { EDAX_MODE_WHITE, EDAX_MODE_BLACK, EDAX_MODE_BOTH, EDAX_MODE_NONE };

/* What the engine does not know of yet. */
enum {
    EDAX_NEW_LEVEL = 1 << 0,
    EDAX_NEW_THREADS = 1 << 1,
    EDAX_NEW_HASH = 1 << 2,
    EDAX_NEW_BOOK = 1 << 3,
    EDAX_NEW_VARIETY = 1 << 4,
    EDAX_NEW_PONDER = 1 << 5,
    EDAX_NEW_STRENGTH = 1 << 6,
    EDAX_NEW_TIME = 1 << 7, /* for the session: its clocks */
    EDAX_NEW_SEED = 1 << 8
};

struct edax_options {
    int verbosity;          /* 0: answers only, 1: board and one row a search, 2: all rows */
    int level;              /* 0..60 */
    int depth, selectivity; /* of -solve; -1: as the level says */
    int64_t game_ms, move_ms; /* 0: no such clock */
    int mode;               /* enum edax_mode: which side the engine plays by itself */
    int hash_bits;          /* log2 of entries */
    int threads;
    int width, noise;       /* of a row, characters; plies below which rows are left out */
    int strength;           /* 1..20; 0: as the level says */
    int seed;               /* of choices by chance; 0: a fresh one */
    int randomness;         /* discs that a book move may lose */
    int repeat;             /* games of a series */
    bool has_book, ponders;
    bool starts_again, stores, swaps, quits; /* when a game is over */
    bool allow_files, wants_version, wants_help, has_all_results;
    enum protocol protocol;
    struct word solve, log_file; /* in the words that were read */
    bool is_serving;        /* options now come from the lines of a session */
    char book_file[EDAX_NAME_SIZE]; /* "" if none was given */
    unsigned news;          /* EDAX_NEW_* */
    struct strbuf warnings; /* sentences, each with its end */
};

/* The options as lines of a session; the state is a struct edax_options. */
extern const struct command_set edax_line_options;

/* The defaults of the dialect. Free with edax_options_free(). */
void edax_options_init(struct edax_options *options);
void edax_options_free(struct edax_options *options);

/* Reads a command line: any number of dashes, the name, its value. False with the reason. */
bool edax_options_read(struct edax_options *options, int n_words, char *const *words,
                       struct reason *reason);

/* True if the words can be read so, and one of them is an option of the dialect that Outflank does
 * not have: then the program is meant to be Edax. */
bool edax_options_are_meant(int n_words, char *const *words);

/* Tells the engine what is new and forgets those EDAX_NEW_*; but the clocks and the variety are the
 * session's. */
void edax_options_apply(struct edax_options *options, ofl_engine *engine);

/* Adds "\nWARNING: ...\n". */
void edax_warn(struct strbuf *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The banner, on stderr. */
void edax_say_version(void);

/* Option number `index` for the help: its row, NULL past the last. */
const struct command *edax_option_at(size_t index);

#endif
