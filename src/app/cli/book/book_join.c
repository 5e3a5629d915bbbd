/* cli/book/book_join.c - "outflank book merge" and "outflank book learn": more into a book. */
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sysexits.h>

#include "book/learn.h"
#include "cli/book/book_commands.h"
#include "cli/book/book_files.h"
#include "cli/game_files.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"

/* Of both commands. */
struct args {
    int plies, games;
    bool wants_json;
};

/* ---- merge ---- */

struct merge {
    const struct program_files *files;
    struct book_store *into;
    int64_t n_positions, n_games, n_new;
};

static bool merge_record(void *user, const struct book_record *record, struct reason *reason)
{
    struct merge *merge = user;
    bool is_new;
    merge->n_positions++;
    if (!book_store_merge(merge->into, record, &is_new, reason))
        return false;
    merge->n_new += is_new;
    return true;
}

static bool merge_game(void *user, const struct book_game *game, struct reason *reason)
{
    struct merge *merge = user;
    const int added = book_games_add(merge->into, game, reason);
    merge->n_games++;
    merge->n_new += added > 0;
    return added >= 0;
}

static int merge_book(const struct program_call *call, struct merge *merge, const char *path)
{
    struct book_store *from;
    struct reason reason;
    int code = book_file_open(call, path, BOOK_STORE_READ, &from);
    if (code)
        return code;
    if (!book_store_begin_read(from, &reason) ||
        !book_store_walk(from, 0, 60, merge_record, merge, &reason) ||
        !book_games_walk(from, merge_game, merge, &reason))
        code = book_file_complain(call, &reason);
    book_store_close(from);
    return code;
}

static int merge_all(const struct program_call *call, struct book_store *store, void *user)
{
    struct merge *merge = user;
    int code = 0;
    merge->into = store;
    for (int i = 1; i < merge->files->n && !code; i++)
        code = merge_book(call, merge, merge->files->paths[i]);
    return code;
}

static int run_merge(const struct program_call *call)
{
    struct program_files files;
    struct args args = {0};
    struct merge merge = {.files = &files};
    int code = book_file_read_words(call, &args, &files, 2, INT_MAX);
    code = code ? code : book_file_check_inputs(call, &files, 1, files.n);
    code = code ? code : book_file_change(call, files.paths[0], merge_all, &merge);
    if (!code && args.wants_json)
        return json_print_counts("book_merge", (const struct json_count[]){
            {"positions", merge.n_positions}, {"games", merge.n_games}, {"new", merge.n_new}, {0}});
    if (!code)
        out_printf("%" PRId64 " positions, %" PRId64 " games, %" PRId64 " of them new or changed\n",
                   merge.n_positions, merge.n_games, merge.n_new);
    return code;
}

static const struct option_row merge_options[] = {BOOK_JSON_ROW, PROGRAM_HELP};

const struct program_command book_merge = {
    .name = "merge",
    .arguments = "FILE BOOK ...",
    .file = "a book and others to merge into it",
    .summary = "merge books into one",
    .text = "Merges each BOOK into FILE, which is made if it is not there. Of two facts about one "
            "position the same one holds whatever the order (docs/book.md, \"Merging\"). If proofs "
            "contradict, a sentence names the position and FILE stays as it was.",
    .options = merge_options,
    .run = run_merge,
};

/* ---- learn ---- */

struct learn {
    struct game_files files;
    const char *path;
    struct book_store *store;
    struct args args;
    int64_t n_games, n_new, n_bad, n_asked; /* n_games: that are learned now or were before */
    int n_gameless; /* files */
    bool has_ended; /* all files were read */
    struct reason *reason;
};

enum { MAX_TOLD = 10 };

/* A game that cannot be learned. The first ones are told of. */
static void tell_bad(struct learn *learn, size_t line, size_t column, const char *what)
{
    if (learn->n_bad++ < MAX_TOLD)
        complain("book learn: %s:%zu:%zu: %s", learn->path, line, column, what);
    else if (learn->n_bad == MAX_TOLD + 1)
        complain("book learn: %s: more games could not be read", learn->path);
}

/* False only if the book fails; a game that cannot be learned is told of. */
static bool learn_game(struct learn *learn, const struct reading *record, size_t line)
{
    struct book_game form;
    struct reason why;
    if (record->game.n_played == 0)
        return true;
    if (!book_game_of(record, learn->args.plies, &form, &why)) {
        tell_bad(learn, line, 1, why.text);
        return true;
    }
    const int added = book_learn_game(learn->store, &form, learn->args.games, &learn->n_asked,
                                      learn->reason);
    learn->n_games++;
    learn->n_new += added > 0;
    return added >= 0;
}

/* False if the book fails. */
static bool learn_games(struct learn *learn, struct games *games)
{
    struct reading reading;
    struct ofl_text_error error;
    int found;
    while ((found = games_next(games, &reading, &error)) != 0) {
        if (found < 0)
            tell_bad(learn, error.line, error.column, error.text);
        else if (!learn_game(learn, &reading, games_line(games)))
            return false;
    }
    return true;
}

static int learn_file(struct learn *learn, const char *path)
{
    struct reason reason;
    struct games *games = games_open(path, &reason);
    const int64_t n_before = learn->n_games + learn->n_bad;
    int code = 0;
    learn->path = path;
    if (!games) {
        complain("book learn: %s", reason.text);
        return EX_NOINPUT;
    }
    out_say_awaited(path, "games are");
    if (!learn_games(learn, games)) {
        complain("book learn: %s: %s", path, learn->reason->text);
        code = code_of(learn->reason);
    } else if (games_has_failed(games)) {
        complain("book learn: %s: %s", path, strerror(games_has_failed(games)));
        code = EX_IOERR;
    } else if (learn->n_games + learn->n_bad == n_before) {
        complain("book learn: %s: expected games, found no move", path);
        learn->n_gameless++;
    }
    games_close(games);
    return code;
}

/* Where nothing was learned, nothing is committed, and a book made for it goes. */
static int learn_all(const struct program_call *call, struct book_store *store, void *user)
{
    struct learn *learn = user;
    int code = 0;
    learn->store = store;
    for (size_t i = 0; i < learn->files.n_paths && !code; i++)
        code = learn_file(learn, learn->files.paths[i]);
    code = code ? code : learn->files.code;
    learn->has_ended = !code;
    if (!code && learn->files.n_paths == 0)
        complain("book learn: expected games, found no file");
    return code ? code : learn->n_games ? 0 : EX_DATAERR;
}

static int run_learn(const struct program_call *call)
{
    struct program_files files;
    struct reason reason;
    struct learn learn = {.reason = &reason};
    int printed = 0, code = book_file_read_words(call, &learn.args, &files, 2, INT_MAX);
    if (!code && !game_files_begin(&learn.files, (const char **)files.paths + 1, files.n - 1, true))
        code = EX_OSERR;
    code = code ? code : book_file_change(call, files.paths[0], learn_all, &learn);
    game_files_end(&learn.files);
    if (!learn.has_ended || (code && learn.n_games)) /* else: nothing to commit */
        return code;
    if (learn.args.wants_json)
        printed = json_print_counts("book_learn", (const struct json_count[]){
            {"games", learn.n_games}, {"new", learn.n_new}, {"bad", learn.n_bad},
            {"asked", learn.n_asked}, {0}});
    else
        out_printf("%" PRId64 " games, %" PRId64 " of them new or longer; %" PRId64
                   " could not be learned; %" PRId64 " positions asked for\n",
                   learn.n_games, learn.n_new, learn.n_bad, learn.n_asked);
    return code ? code : printed ? printed : learn.n_bad || learn.n_gameless ? EX_DATAERR : 0;
}

static const struct option_row learn_options[] = {
    ROW_INT(plies, "plies", 0, 0, 60, "20", "count the first so many moves of a game"),
    ROW_INT(games, "games", 0, 0, 1000000, "1",
            "ask for a search of positions that so many games came to; 0: of none"),
    BOOK_JSON_ROW,
    PROGRAM_HELP,
};

const struct program_command book_learn = {
    .name = "learn",
    .arguments = "FILE GAMES ...",
    .file = "a book and files of games",
    .summary = "count games, and ask for searches of their positions",
    .text = "Reads games in any form that Outflank reads (docs/texts.md), and WTHOR bases, from "
            "files, folders or standard input (-). FILE is made if it is not there. Wins, draws "
            "and losses of each position are counted. Positions get a record without a value, "
            "which asks for a search. Learning a game twice changes nothing. A game that is not "
            "over and does not tell who won is told of and left out, and so is one that cannot be "
            "read; the exit status is then 65.",
    .options = learn_options,
    .run = run_learn,
};
