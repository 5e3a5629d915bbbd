/* protocol/console/console_state.h - what all commands of the console share: the game, who plays, output.
 *
 * console.c         lines, help, options
 * console_game.c    the game: moves, undo, positions, who plays
 * console_search.c  what the engine is asked: go, hint, solve, eval
 * console_rules.c   score, series, referee, handicap, first mover, passes
 * console_file.c    load and save; console_variations.c: comments, variations
 * console_variant.c    other games: anti, 4x4, 6x6, holes
 * console_book.c    the opening book
 * console_help.c    help, the greeting
 * console_complete.c   the tab key
 *
 * The state of a command is a struct console. A command adds what it has to say to console_out();
 * it is written when the command is done. A failure is one sentence, and nothing has changed.
 */
#ifndef PROTOCOL_CONSOLE_CONSOLE_STATE_H
#define PROTOCOL_CONSOLE_CONSOLE_STATE_H

#include "board/variant.h"
#include "text/reader.h"
#include "book/opening_names.h"
#include "protocol/command.h"
#include "protocol/choices.h"
#include "protocol/console/console_board.h"
#include "protocol/console/console_progress.h"
#include "protocol/console/console_series.h"
#include "protocol/small_file.h"
#include "protocol/first_mover.h"
#include "protocol/resign.h"
#include "protocol/session.h"
#include "protocol/show.h"
#include "protocol/timing.h"

enum { CONSOLE_STOP = 1 << 0 /* class of lines that end a search */ };

struct console {
    struct session *session;
    const struct command_set *commands;
    struct console_progress progress; /* of the search in work */
    struct ofl_game game;
    bool is_engine[2];       /* by colour: the engine plays it */
    bool must_answer;        /* a command gave the engine reason to move if it is its turn */
    enum first_mover first;
    int handicap;            /* corners given at the start of a game, -4 (White's) to 4; kept by "new" */
    struct timing timing;
    struct resign resign;
    bool has_resigned;       /* the engine gave the game up: it answers only what is asked */
    char person[OFL_NAME_TEXT];    /* what the person is called; "": Human */
    char engine[2][OFL_NAME_TEXT]; /* what the engine is called that moved for this side; "": it did not */
    struct console_series series;
    bool must_type_passes;   /* forced passes of a person are not made by themselves, */
    bool plays_only_moves;   /* but a person's only move is */
    bool is_terminal;
    struct console_look look;
    enum opening_language language; /* of the names of openings */
    struct variant_searcher *searcher; /* of other games than Othello; NULL: not used yet */
    bool must_quit;
};

/* The tables of the files above; console.c puts them together. */
extern const struct command console_game_commands[];
extern const struct command console_search_commands[];
extern const struct command console_rules_commands[];
extern const struct command console_file_commands[];
extern const struct command console_variations_commands[];
extern const struct command console_book_commands[];
extern const struct command console_help_commands[];

static inline struct strbuf *console_out(struct console *console)
{
    return &console->session->reply;
}

/* A person at a terminal may read and write files. A pipe may bring lines of strangers: it needs
 * --allow-files. Says why not. */
bool console_may_use_files(struct console *console);
/* The whole line as the name of a file (file_whole_name()); "~/" is the home directory, as in a
 * shell. `buffer` holds the name where it differs from what was typed. */
struct word console_file_name(struct word line, char buffer[FILE_NAME_SIZE]);

/* Says why a command failed; returns false. */
bool console_fail(struct console *console, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool console_read_int(struct console *console, struct word word, const char *what, int64_t min,
                      int64_t max, int64_t *value);

/* Says that the book turned out to be damaged, if it did. */
void console_say_problem(struct console *console);

/* Around each search of a command; the second before anything else is said. */
void console_begin_search(struct console *console);
void console_end_search(struct console *console);

/* After a search that returned `code`: false if nobody waits for its answer, or, which is said, the
 * engine refused. */
bool console_has_answer(struct console *console, int code);

/* As edit_complete (edit.h). */
void console_complete(void *user, const char *line, size_t length, struct choices *choices);

/* Three lines for a person who sees this for the first time, and the board. */
void console_greet(struct console *console);
void console_wrap(struct strbuf *out); /* too long lines of a terminal go on below */

/* What the game's opening is called (book/opening_names.h), or NULL. */
const char *console_opening(const struct console *console);

/* The game as a record of it: with the names of the players, the date and a resignation where the
 * engine played and the game says nothing of its own. */
struct ofl_game console_record(const struct console *console);

/* Shows the board, the opening, who is to move, and the result of a finished game, which is then counted in
 * the series. */
void console_show(struct console *console);

/* A new game; the engine answers if it is its turn. */
void console_start(struct console *console, ofl_position position);

/* Opens the game or board that a text holds (text/reader.h); false, with the reason, and the game
 * that was open stays. */
bool console_open(struct console *console, struct word text);
void console_take(struct console *console, const struct reading *reading); /* what was read */

static inline bool console_has_variant(const struct console *console)
{
    return !variant_is_usual(console->game.variant);
}

/* Says what had to be assumed of a text, if anything. */
void console_note(struct console *console, const struct reading *reading);

/* Plays the moves of a text; false, and nothing played, with the reason. */
bool console_play_text(struct console *console, struct word text);

/* Passes for the side to move if it must, and says so. A person may have to do that himself. */
void console_pass(struct console *console);

/* One move of the engine, shown. False if the session ends or no move came. */
bool console_move(struct console *console);

/* "5 s per move" of a clock that is set. */
void console_add_clock(const struct timing *timing, struct strbuf *out);

/* The game goes on, whether or not the engine had resigned it. */
void console_play_on(struct console *console);

/* Lets the engine move while it is its turn. */
void console_answer(struct console *console);

#endif
