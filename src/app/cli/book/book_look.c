/* cli/book/book_look.c - "outflank book show" and "outflank book stats". */
#include <inttypes.h>
#include <limits.h>
#include <outflank/book.h>
#include <outflank/notation.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "board/squares.h"
#include "base/strbuf.h"
#include "text/reader.h"
#include "book/accuracy.h"
#include "book/book_built_in.h"
#include "cli/book/book_commands.h"
#include "cli/book/book_files.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "cli/position_argument.h"
#include "request/forms.h"

/* ---- show ---- */

struct args {
    const char *book;
    bool wants_json;
};

#define BOOK_ROW ROW_FILE(book, "book", 0, "the book, where no FILE is given")

/* How the user's board lies in the book. */
struct view {
    ofl_board board;
    struct book_place place;
};

static const char *square_name(const struct view *view, int square, char out[8])
{
    if (square != OFL_NO_MOVE)
        square = book_key_square_back(square, view->place.symmetry);
    return ofl_move_to_text(square, false, out);
}

static void print_evidence(const struct view *view, const char *name,
                           const struct book_evidence *evidence)
{
    static const char *const sources[N_BOOK_SOURCES] = {"", "another program's book", "a person",
                                                        "search"};
    char move[8];
    if (!book_evidence_exists(evidence))
        return;
    out_printf("%-11s%+.2f  %s  depth %d, confidence %d %%, %s", name, evidence->score_cd / 100.0,
               square_name(view, evidence->move, move), evidence->depth, evidence->confidence,
               sources[evidence->source]);
    if (evidence->network)
        out_printf(", network %08" PRIx32, evidence->network);
    out_printf("\n");
}

static void print_move(const struct view *view, const struct book_move *move,
                       const struct book_record *record)
{
    char name[8];
    out_printf("  %s  ", square_name(view, move->square, name));
    if (move->child.kind == BOOK_CHILD_OVER)
        out_printf("%+.2f  the game is over", move->value_cd / 100.0);
    else if (move->is_known)
        out_printf("%+.2f%s", move->value_cd / 100.0,
                   move->low == move->high ? "  proved" : "");
    else
        out_printf("  asked for");
    out_printf("%s\n", move->square == record->best ? "  best" : "");
}

static bool print_counts(struct book_view *book, ofl_board key, struct reason *reason)
{
    struct book_view_games games;
    if (!book_view_count_games(book, key, &games, reason))
        return false;
    if (games.n && games.has_results)
        out_printf("%-11s%" PRIu32 " won, %" PRIu32 " drawn, %" PRIu32 " lost\n", "games",
                   games.results.wins, games.results.draws, games.results.losses);
    else if (games.n)
        out_printf("%-11s%s%" PRIu64 "\n", "games", games.is_rounded ? "at least " : "",
                   games.n);
    return true;
}

/* Does a move stand before another: the best, then by value, last those without one? */
static bool is_before(const struct book_move *a, const struct book_move *b, int best)
{
    if (!a->is_known || !b->is_known)
        return a->is_known && !b->is_known;
    if (a->value_cd != b->value_cd)
        return a->value_cd > b->value_cd;
    return a->square == best;
}

/* Equals keep their order. */
static void sort_moves(struct book_moves *moves, int best)
{
    for (int i = 1; i < moves->n; i++) {
        const struct book_move move = moves->list[i];
        int k = i;
        for (; k > 0 && is_before(&move, &moves->list[k - 1], best); k--)
            moves->list[k] = moves->list[k - 1];
        moves->list[k] = move;
    }
}

static void print_record(const struct view *view, const struct book_record *record,
                         const struct book_moves *moves)
{
    struct book_evidence deviation;
    char name[8];
    if (view->place.is_passed)
        out_printf("%-11sthe side to move must pass; what follows is of the other side\n", "pass");
    if (record->value_cd == BOOK_NO_VALUE)
        out_printf("%-11snone: it waits for a search\n", "value");
    else
        out_printf("%-11s%+.2f  %s\n", "value", record->value_cd / 100.0,
                   square_name(view, record->best, name));
    if (record->value_cd != BOOK_NO_VALUE)
        out_printf("%-11s%c  an error of %.2f is to be expected\n", "grade",
                   book_accuracy_grade(book_accuracy_error(record)),
                   book_accuracy_error(record) / 100.0);
    if (record->low > -BOOK_PROOF_MAX || record->high < BOOK_PROOF_MAX)
        out_printf("%-11s%+d .. %+d%s\n", "proved", record->low, record->high,
                   record->low == record->high ? "  (exact)" : "");
    print_evidence(view, "own", &record->own);
    print_evidence(view, "deviation", &record->deviation);
    const enum book_rest rest = book_derive_rest(record, moves, &deviation);
    out_printf("%-11s", "outside");
    if (rest == BOOK_REST_NONE)
        out_printf("nothing: the book has every move\n");
    else if (rest == BOOK_REST_WANTED)
        out_printf("a search is wanted\n");
    else
        out_printf("%s  %+.2f\n", square_name(view, deviation.move, name),
                   deviation.score_cd / 100.0);
    struct book_moves sorted = *moves;
    sort_moves(&sorted, record->best);
    out_printf("%-11s\n", "moves");
    for (int i = 0; i < sorted.n; i++)
        if (sorted.list[i].is_known || sorted.list[i].low > -BOOK_PROOF_MAX ||
            sorted.list[i].high < BOOK_PROOF_MAX)
            print_move(view, &sorted.list[i], record);
}

/* "26 games, 61.5 %": the share of points. */
static void print_points(uint64_t n, const struct book_counts *counts)
{
    out_printf("%" PRIu64 " game%s, %.1f %%", n, n == 1 ? "" : "s",
               100 * (counts->wins + counts->draws / 2.0) / (double)n);
}

/* A move that people played: the book's value, its games, and those of each rating. */
static void print_played(const struct view *view, const struct book_played *played,
                         const struct book_moves *moves)
{
    char name[8];
    struct book_place place;
    const struct book_counts counts = book_played_results(played);
    const struct rated_counts *rated = &played->games.rated;
    out_printf("  %s  ", ofl_move_to_text(played->move, false, name));
    const bool has_child = book_key_place(ofl_play(view->board, played->move), &place);
    for (int i = 0; i < moves->n && has_child; i++)
        if (moves->list[i].is_known && moves->list[i].child.kind != BOOK_CHILD_OVER &&
            book_key_compare(moves->list[i].child.board, place.key) == 0)
            out_printf("%+.2f  ", moves->list[i].value_cd / 100.0);
    if (!played->games.has_results)
        out_printf("%s%" PRIu64 " games", played->games.is_rounded ? "at least " : "",
                   played->games.n);
    else
        print_points(played->games.n, &counts);
    for (int i = 0; i < RATED_BANDS; i++) {
        const struct book_counts *of = &rated->of[i];
        const uint64_t n = (uint64_t)of->wins + of->draws + of->losses;
        if (n) {
            out_printf(i == 0 ? "; below %d: " : "; from %d: ",
                       RATED_LEAST + RATED_STEP * (i ? i - 1 : 0));
            print_points(n, of);
        }
    }
    out_printf("\n");
}

static bool print_people(const struct view *view, struct book_view *book,
                         const struct book_moves *moves, struct reason *reason)
{
    struct book_played played[OFL_MAX_MOVES];
    const int n = book_view_played(book, view->board, played, reason);
    if (n > 0)
        out_printf("people\n");
    for (int i = 0; i < n; i++)
        print_played(view, &played[i], moves);
    return n >= 0;
}

static int show(const struct program_call *call, struct book_view *book, const char *text)
{
    struct view view;
    struct book_record record;
    struct book_moves moves = {.n = 0};
    struct reason reason;
    ofl_position position;
    if (!position_read("book show", text, &position))
        return EX_DATAERR;
    view.board = position.board;
    if (!book_key_place(view.board, &view.place)) {
        complain("book show: the game is over there");
        return EX_DATAERR;
    }
    const int found = book_view_get(book, view.place.key, &record, &reason);
    if (found < 0 || (found && !book_view_moves(book, view.place.key, &moves, &reason)))
        return book_file_complain(call, &reason);
    if (found)
        print_record(&view, &record, &moves);
    else
        out_printf("not in the book\n"); /* its games may be, all the same */
    return print_counts(book, view.place.key, &reason) &&
                   print_people(&view, book, &moves, &reason)
               ? !found : book_file_complain(call, &reason);
}

/* {"games":26,"won":16,"drawn":0,"lost":10}, all of the position; of a packed book
 * {"games":65536,"rounded":true}. */
static json_t *json_played(const struct book_view_games *games)
{
    const bool has_results = games->has_results;
    return json_pack("{s:I, s:b, s:o*, s:o*, s:o*}", "games", (json_int_t)games->n, "rounded",
                     (int)games->is_rounded, "won",
                     has_results ? json_integer(games->results.wins) : NULL, "drawn",
                     has_results ? json_integer(games->results.draws) : NULL, "lost",
                     has_results ? json_integer(games->results.losses) : NULL);
}

/* What the book says, as the result of a search (docs/json.md), with the games of each move, and of
 * the position as `view` counts them. */
static int show_json(const struct program_call *call, struct book_view *view, const char *path,
                     const char *text)
{
    struct ofl_book_answer answer;
    struct ofl_book_error error;
    ofl_position position;
    if (!position_read("book show", text, &position))
        return EX_DATAERR;
    ofl_book *book = ofl_book_open(path, &error);
    const int found = book ? ofl_book_ask(book, position.board, &answer, &error) : -1;
    ofl_book_close(book);
    if (found < 0) {
        complain("book %s: %s", call->command->name, error.text);
        return EX_DATAERR;
    }
    struct book_place place;
    struct book_view_games games = {0};
    struct book_played played[OFL_MAX_MOVES];
    struct reason reason;
    const int n = book_view_played(view, position.board, played, &reason);
    const bool has_place = book_key_place(position.board, &place);
    if (n < 0 || (has_place && !book_view_count_games(view, place.key, &games, &reason)))
        return book_file_complain(call, &reason);
    json_t *value = json_with(form_book(position, &answer), "played", json_played(&games));
    struct book_record record;
    if (has_place && book_view_get(view, place.key, &record, &reason) > 0 &&
        record.value_cd != BOOK_NO_VALUE) {
        const char grade = book_accuracy_grade(book_accuracy_error(&record));
        value = json_with(value, "grade", json_stringn(&grade, 1));
    }
    const int code = json_print(json_with(value, "people", form_played(played, n)));
    return code ? code : !found;
}

/* Does a word begin a position, where no file is called so? */
static bool begins_position(const char *word)
{
    return access(word, F_OK) != 0 && !strchr(word, '/') && !book_built_in_is(word) &&
           reader_format(word, strlen(word));
}

static int run_show(const struct program_call *call)
{
    struct args args = {0};
    struct program_files files;
    struct book_view *book;
    int code = program_read(call, &args, &files);
    const int n_books = !code && begins_position(files.paths[0]) ? 0 : 1;
    const char *path = n_books ? files.paths[0] : args.book ? args.book : BOOK_BUILT_IN;
    code = code ? code : book_file_check_words(call, &files, n_books + 1, INT_MAX);
    code = code ? code : book_file_open_view(call, path, &book);
    if (code)
        return code;
    struct strbuf text = {0};
    for (int i = n_books; i < files.n; i++)
        strbuf_addf(&text, "%s ", files.paths[i]);
    if (text.is_failed) {
        complain("out of memory");
        code = EX_OSERR;
    } else if (!text.data[strspn(text.data, " ")]) {
        complain("book show: expected a position, found nothing");
        code = EX_DATAERR;
    } else {
        code = args.wants_json ? show_json(call, book, path, text.data)
                               : show(call, book, text.data);
    }
    strbuf_free(&text);
    book_view_close(book);
    return code;
}

static const struct option_row show_options[] = {
    BOOK_ROW,
    ROW_FLAG(wants_json, "json", 0, "print the moves as JSON (docs/json.md)"),
    PROGRAM_HELP,
};

const struct program_command book_show = {
    .name = "show",
    .arguments = "[FILE] POSITION",
    .file = "a position, such as f5d6c3",
    .summary = "print what a book says of a position",
    .text = "Without FILE: the book built in. POSITION is 64 squares a1 b1 .. h8 and the side to "
            "move, or the moves of a game (f5d6c3), or \"start\". Printed are the value for the "
            "side to move and the best move, its grade as \"stats\" has it, what is proved, the "
            "evidence, what is known of the moves outside the book, and the moves in it, the best "
            "first; then what people played, how often and with what share of points, also by the "
            "rating of who moved. The exit status is 1 if the position is not in the book.",
    .options = show_options,
    .run = run_show,
};

/* ---- stats ---- */

enum { SAMPLE = 2000, STRATA = BOARD_PLIES }; /* positions of a ply whose moves are looked up */

struct stratum {
    int64_t n, n_valued, n_exact, n_proved, n_searched, sum_depth, sum_error_cd;
    int64_t step;             /* every so manieth position has its moves looked up */
    int64_t n_moves, n_known; /* of those */
};

struct counting {
    struct book_view *view;
    struct stratum strata[STRATA];
};

/* Legal moves, and those whose position is in the book or that end the game. */
static bool count_moves(struct book_view *view, ofl_board board, struct stratum *s,
                        struct reason *reason)
{
    struct book_moves moves;
    if (!book_view_moves(view, board, &moves, reason))
        return false;
    s->n_moves += moves.n;
    for (int i = 0; i < moves.n; i++)
        s->n_known += moves.list[i].is_known;
    return true;
}

static bool count(void *user, const struct book_record *record, struct reason *reason)
{
    struct counting *counting = user;
    const int n_empties = ofl_count_empties(record->board);
    struct stratum *s = &counting->strata[n_empties];
    const struct book_evidence *evidence = book_accuracy_evidence(record);
    if (s->n % s->step == 0 && !count_moves(counting->view, record->board, s, reason))
        return false;
    s->n++;
    s->n_valued += record->value_cd != BOOK_NO_VALUE;
    s->n_exact += book_evidence_is_exact(&record->own, n_empties);
    s->n_proved += record->low == record->high;
    s->n_searched += evidence != NULL;
    s->sum_depth += evidence ? evidence->depth : 0;
    s->sum_error_cd += record->value_cd != BOOK_NO_VALUE ? book_accuracy_error(record) : 0;
    return true;
}

static void add_up(struct stratum *all, const struct stratum *s)
{
    all->n += s->n;
    all->n_valued += s->n_valued;
    all->n_exact += s->n_exact;
    all->n_proved += s->n_proved;
    all->n_searched += s->n_searched;
    all->sum_depth += s->sum_depth;
    all->sum_error_cd += s->sum_error_cd;
    all->n_moves += s->n_moves * s->step;
    all->n_known += s->n_known * s->step;
}

static double share(int64_t part, int64_t all)
{
    return all ? 100.0 * (double)part / (double)all : 0.0;
}

static void print_stratum(const char *name, const struct stratum *s)
{
    char depth[16] = "-", error[16] = "-";
    if (s->n_searched)
        snprintf(depth, sizeof depth, "%.1f", (double)s->sum_depth / (double)s->n_searched);
    const double error_cd = s->n_valued ? (double)s->sum_error_cd / (double)s->n_valued : 0;
    if (s->n_valued)
        snprintf(error, sizeof error, "%.2f", error_cd / 100);
    out_printf("%5s %11" PRId64 " %11" PRId64 " %6.1f %% %6.1f %% %6.1f %% %7s %6s  %c\n", name,
               s->n, s->n - s->n_valued, share(s->n_known, s->n_moves), share(s->n_exact, s->n),
               share(s->n_proved, s->n), depth, error,
               s->n_valued ? book_accuracy_grade(error_cd) : '-');
}

static bool count_all(struct book_view *view, struct counting *counting, struct reason *reason)
{
    *counting = (struct counting){.view = view};
    for (int i = 0; i < STRATA; i++) {
        const int64_t n = book_view_count(view, i, i, reason);
        if (n < 0)
            return false;
        counting->strata[i].step = n / SAMPLE + 1;
    }
    return book_view_walk(view, 0, BOOK_MAX_EMPTIES, count, counting, reason);
}

static json_t *ratio(double part, int64_t all)
{
    return all ? json_real(part / (double)all) : json_null();
}

/* {"type":"book_stats","ply":4,...}; of all plies without "ply". Shares are 0 to 1. */
static int print_stratum_json(int ply, const struct stratum *s)
{
    const double error_cd = s->n_valued ? (double)s->sum_error_cd / (double)s->n_valued : 0;
    const char grade[] = {book_accuracy_grade(error_cd), '\0'};
    return json_print(json_pack(
        "{s:i, s:s, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:s?, s:o*}", "schema", JSON_SCHEMA, "type",
        "book_stats", "positions", (json_int_t)s->n, "no_value",
        (json_int_t)(s->n - s->n_valued), "coverage", ratio((double)s->n_known, s->n_moves),
        "exact", ratio((double)s->n_exact, s->n), "proved", ratio((double)s->n_proved, s->n),
        "depth", ratio((double)s->sum_depth, s->n_searched), "error",
        ratio((double)s->sum_error_cd / 100, s->n_valued), "grade", s->n_valued ? grade : NULL,
        "ply", ply >= 0 ? json_integer(ply) : NULL));
}

static int print_stats(const struct program_call *call, struct book_view *book, bool wants_json)
{
    struct counting counting;
    struct stratum all = {.step = 1};
    struct reason reason;
    if (!count_all(book, &counting, &reason))
        return book_file_complain(call, &reason);
    int code = 0;
    if (!wants_json)
        out_printf("%5s %11s %11s %8s %8s %8s %7s %6s  %s\n", "ply", "positions", "no value",
                   "coverage", "exact", "proved", "depth", "error", "grade");
    for (int n_empties = STRATA - 1; n_empties >= 0 && !code; n_empties--) {
        const struct stratum *s = &counting.strata[n_empties];
        char name[16];
        if (!s->n)
            continue;
        snprintf(name, sizeof name, "%d", 60 - n_empties);
        add_up(&all, s);
        if (wants_json)
            code = print_stratum_json(60 - n_empties, s);
        else
            print_stratum(name, s);
    }
    if (wants_json)
        return code ? code : print_stratum_json(-1, &all);
    print_stratum("all", &all);
    return 0;
}

static int run_stats(const struct program_call *call)
{
    struct program_files files;
    struct args args = {0};
    struct book_view *book;
    int code = book_file_read_words(call, &args, &files, 0, 1);
    const char *path = !files.n && args.book ? args.book : book_file_or_built_in(&files);
    code = code ? code : book_file_open_view(call, path, &book);
    if (code)
        return code;
    code = print_stats(call, book, args.wants_json);
    book_view_close(book);
    return code;
}

static const struct option_row stats_options[] = {
    BOOK_ROW,
    ROW_FLAG(wants_json, "json", 0, "print one JSON object per line (docs/json.md)"), PROGRAM_HELP};

const struct program_command book_stats = {
    .name = "stats",
    .arguments = "[FILE]",
    .summary = "count the positions of a book by ply",
    .text = "Without FILE: the book built in. Prints for each ply: positions; those without a "
            "value, which wait for a search; the share of their moves that the book knows (of up "
            "to 2,000 positions of a ply); the share that was searched to the end; the share "
            "whose score is proved, also by the records below; the mean depth of the searches; "
            "the error to expect of a value in discs, and its grade, A to F (docs/book.md, "
            "\"Accuracy\").",
    .options = stats_options,
    .run = run_stats,
};
