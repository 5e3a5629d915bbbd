/* cli/cmd_drill.c - the command "drill": asks mistakes, problems, openings until they are known. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "base/lines.h"
#include "base/visible.h"
#include "book/opening_names.h"
#include "cli/args.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "protocol/show.h"
#include "study/repertoire.h"

struct session {
    struct cards cards;
    struct lines *answers;
    int64_t today;
    int n_asked, n_right;
    int code;
};

static const char *text_of(const json_t *value, const char *key)
{
    const char *text = json_string_value(json_object_get(value, key));
    return text ? text : "";
}

static void print(struct strbuf *text)
{
    out_printf("%s", text->data ? text->data : "");
    strbuf_free(text);
}

static void add_moves(struct strbuf *text, const json_t *moves, size_t most)
{
    size_t i;
    json_t *next;
    json_array_foreach(moves, i, next)
        if (i < most && json_is_string(next))
            strbuf_addf(text, " %s", visible(json_string_value(next)).text);
}

/* A mistake has a move "played", an opening moves before it, "after", a problem neither. */
static void ask(const struct session *session, const struct card *card)
{
    struct strbuf text = {0};
    const bool is_black = card->position.turn == OFL_BLACK;
    const json_t *after = json_object_get(card->drill, "after");
    const char *played = text_of(card->drill, "played");
    strbuf_addf(&text, "\n%d. %s to move", session->n_asked + 1, is_black ? "Black" : "White");
    if (json_array_size(after)) {
        strbuf_add(&text, ", after");
        add_moves(&text, after, 60);
    }
    strbuf_add(&text, ". ");
    if (*played)
        strbuf_addf(&text, "You played %s. ", visible(played).text);
    strbuf_add(&text, after ? "What do you play?\n" : *played ? "What is better?\n"
                                                              : "What is best?\n");
    const struct opening *opening =
        after ? opening_of_board(card->position.board, OPENING_EN) : NULL;
    show_board(&text, card->position, '*', opening ? opening->name : NULL);
    strbuf_add(&text, "> ");
    print(&text);
}

/* "e3 (+2.00)", and the moves that follow. Another search may have judged a problem otherwise. */
static void add_line(struct strbuf *text, const json_t *move)
{
    strbuf_addf(text, "%s (", visible(text_of(move, "move")).text);
    strbuf_add_decimal(text, (int64_t)(100 * json_number_value(json_object_get(move, "score"))), 2,
                       true);
    const json_t *again = json_object_get(move, "again");
    if (again) {
        strbuf_add(text, ", by another search ");
        strbuf_add_decimal(text, (int64_t)(100 * json_number_value(again)), 2, true);
    }
    strbuf_add(text, "):");
    add_moves(text, json_object_get(move, "pv"), 8);
    strbuf_add(text, "\n");
}

static int loss_of(const json_t *move)
{
    return (int)lround(100 * json_number_value(json_object_get(move, "loss")));
}

/* The move that reasons are about besides the one played and the best: of a mistake that which the
 * review found best, if it was another; of a problem the first that is no good one. Or NULL. */
static const json_t *compared(const struct card *card)
{
    const char *played = text_of(card->drill, "played"), *best = text_of(card->drill, "best");
    size_t i;
    json_t *move;
    json_array_foreach(json_object_get(card->drill, "moves"), i, move)
        if (*played ? i > 0 && strcmp(text_of(move, "move"), best) == 0
                    : loss_of(move) >= CARD_RIGHT_CD)
            return move;
    return NULL;
}

static void add_why(struct strbuf *text, const struct card *card)
{
    const json_t *all = json_object_get(card->drill, "why"), *with = compared(card);
    size_t i;
    json_t *one;
    if (json_array_size(all) && with) {
        strbuf_addf(text, "   Compared with %s, which loses ", text_of(with, "move"));
        strbuf_add_decimal(text, loss_of(with), 2, false);
        strbuf_add(text, ":\n");
    }
    json_array_foreach(all, i, one)
        strbuf_addf(text, "   %s\n", visible(text_of(one, "text")).text);
}

/* What the move is worth, the best one and why. `move`: OFL_NO_MOVE if none was given. */
static void tell(const struct card *card, int move, int loss_cd)
{
    struct strbuf text = {0};
    char square[8];
    if (move == OFL_NO_MOVE) {
        strbuf_add(&text, "Best is ");
    } else if (loss_cd < CARD_RIGHT_CD) {
        strbuf_addf(&text, loss_cd ? "Good, it loses only " : "Right. ");
        if (loss_cd) {
            strbuf_add_decimal(&text, loss_cd, 2, false);
            strbuf_add(&text, ". Best is ");
        }
    } else {
        strbuf_addf(&text, "%s loses ", ofl_move_to_text(move, false, square));
        strbuf_add_decimal(&text, loss_cd, 2, false);
        strbuf_add(&text, json_object_get(card->drill, "after") ? ". You play " : ". Best is ");
    }
    add_line(&text, json_array_get(json_object_get(card->drill, "moves"), 0));
    add_why(&text, card);
    print(&text);
}

static void tell_wrong(int move, int loss_cd, int n_left)
{
    struct strbuf text = {0};
    char square[8];
    strbuf_addf(&text, "%s loses ", ofl_move_to_text(move, false, square));
    strbuf_add_decimal(&text, loss_cd, 2, false);
    strbuf_addf(&text, ". %d %s left.\n> ", n_left, n_left == 1 ? "try is" : "tries are");
    print(&text);
}

/* 1: *move is the answer, OFL_NO_MOVE for "show"; 0: the input has ended, or "quit". */
static int read_answer(struct session *session, const struct card *card, int *move)
{
    const char *text;
    size_t length;
    for (;;) {
        if (out_flush() != 0)
            return 0;
        const enum line_status status = lines_next(session->answers, &text, &length);
        if (status == LINE_END || status == LINE_FAILED)
            return 0;
        while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
            length--;
        *move = ofl_move_from_text(text, length);
        if (*move < OFL_PASS && card_loss(card, *move) >= 0)
            return 1;
        *move = OFL_NO_MOVE;
        if (status == LINE_READ && length == 4 && memcmp(text, "quit", 4) == 0)
            return 0;
        if (status == LINE_READ && length == 4 && memcmp(text, "show", 4) == 0)
            return 1;
        out_printf("expected a move marked with *, \"show\" or \"quit\", found %s\n> ",
                   visible_word(text, status == LINE_READ ? length : 0).text);
    }
}

/* Keeps the first answer. */
static bool keep(struct session *session, struct card *card, int loss_cd)
{
    struct reason reason;
    session->n_asked++;
    session->n_right += loss_cd < CARD_RIGHT_CD;
    if (cards_answer(&session->cards, card, loss_cd, session->today, &reason))
        return true;
    complain("%s", reason.text);
    session->code = EX_IOERR;
    return false;
}

/* False when the session ends. */
static bool ask_card(struct session *session, struct card *card)
{
    enum { SHOWN_CD = 400 }; /* who asks for the answer does not know it */
    int move, loss_cd;
    ask(session, card);
    for (int n_left = CARD_TRIES - 1;; n_left--) {
        if (!read_answer(session, card, &move))
            return false;
        loss_cd = move == OFL_NO_MOVE ? SHOWN_CD : card_loss(card, move);
        if (n_left == CARD_TRIES - 1 && !keep(session, card, loss_cd))
            return false;
        if (move == OFL_NO_MOVE || loss_cd < CARD_RIGHT_CD || !n_left)
            break;
        tell_wrong(move, loss_cd, n_left);
    }
    tell(card, move, loss_cd);
    return true;
}

static int compare_due(const void *left, const void *right)
{
    const struct card *const *a = left, *const *b = right;
    const int64_t due_a = (*a)->due ? (*a)->due : INT64_MAX; /* new ones come last */
    const int64_t due_b = (*b)->due ? (*b)->due : INT64_MAX;
    return due_a != due_b ? (due_a > due_b) - (due_a < due_b) : (*a > *b) - (*a < *b);
}

static void sum_up(const struct session *session)
{
    int n_due = 0;
    int64_t next = INT64_MAX;
    char day[16] = "";
    for (size_t i = 0; i < session->cards.n; i++) {
        const int64_t due = session->cards.list[i].due;
        n_due += due <= session->today;
        if (due > session->today && due < next)
            next = due;
    }
    if (next < INT64_MAX)
        cards_day_text(next, day);
    out_printf("\n%d asked, %d right; %d more to ask today%s%s.\n", session->n_asked,
               session->n_right, n_due, *day ? ", the next on " : "", day);
}

/* Those that are due, the oldest first, then new ones. */
static int drill_all(struct session *session, int most)
{
    const size_t n = session->cards.n;
    struct card **order = calloc(n, sizeof(struct card *));
    if (!order) {
        complain("out of memory");
        return EX_OSERR;
    }
    for (size_t i = 0; i < n; i++)
        order[i] = &session->cards.list[i];
    qsort(order, n, sizeof *order, compare_due);
    for (size_t i = 0; i < n && session->n_asked < most; i++)
        if (order[i]->due <= session->today && !ask_card(session, order[i]))
            break;
    free(order);
    sum_up(session);
    return session->code;
}

/* The openings of a colour: by default from the book built in. Returns 0, or an exit code. */
static int add_openings(struct session *session, const struct cli_args *args)
{
    struct reason reason;
    int code = EX_OSERR, wrong = 0;
    ofl_engine *engine = args_create_engine(args, &code);
    if (engine && !cli_option_is_given(args, "book"))
        code = args_set_option(engine, "book", "shipped");
    if (engine && (code || (code = args_set_option(engine, "seed", "1")))) {
        ofl_engine_destroy(engine);
        return code;
    }
    const struct repertoire repertoire = {
        .engine = engine, .rating = args->people ? args->people : 1500,
        .color = strcmp(args->openings, "black") == 0 ? OFL_BLACK : OFL_WHITE};
    if (engine && !repertoire_add(&repertoire, &session->cards, &wrong, &reason)) {
        complain("--openings: %s", reason.text);
        code = wrong ? EX_SOFTWARE : EX_DATAERR;
    }
    ofl_engine_destroy(engine);
    return code;
}

/* What is asked. Returns 0, or an exit code. */
static int add_cards(struct session *session, const struct cli_args *args)
{
    struct reason reason;
    if (args->openings)
        return add_openings(session, args);
    if (args->n_words ? cards_add_file(&session->cards, args->words[0], args->grade, &reason)
                      : cards_add_built_in(&session->cards, args->grade, &reason))
        return 0;
    complain("%s", reason.text);
    return args->n_words && access(args->words[0], F_OK) != 0 ? EX_NOINPUT : code_of(&reason);
}

/* Beside the drills, or in the home folder. False after saying why. */
static bool name_state(const struct cli_args *args, struct strbuf *path)
{
    const char *home = getenv("HOME");
    if (args->state)
        strbuf_add(path, args->state);
    else if (args->n_words)
        strbuf_addf(path, "%s.state", args->words[0]);
    else if (home && *home)
        strbuf_addf(path, "%s/.outflank_drills", home);
    else
        complain("expected --state FILE, for HOME does not say where your answers are kept");
    return path->length > 0;
}

static int drill_run(const struct cli_args *args)
{
    struct session session = {.today = args->today ? cards_day(args->today) : time(NULL) / 86400};
    struct strbuf state = {0};
    struct reason reason;
    int code = EX_OSERR;
    if (session.today < 0) {
        complain("--today: expected a date as 2024-05-31, found '%s'", visible(args->today).text);
        return EX_USAGE;
    }
    if (args->openings && (args->n_words || args->grade)) {
        complain("--openings takes its drills from a book: neither FILE nor --grade");
        return EX_USAGE;
    }
    if (!name_state(args, &state))
        return EX_USAGE;
    session.answers = malloc(sizeof *session.answers);
    if (state.is_failed || !session.answers || !lines_open(session.answers, "-")) {
        complain("the input cannot be read");
    } else if (!cards_open(&session.cards, state.data, &reason)) {
        complain("%s", reason.text);
        code = code_of(&reason);
    } else {
        code = add_cards(&session, args);
        code = code ? code : drill_all(&session, args->count);
    }
    cards_close(&session.cards);
    free(session.answers);
    strbuf_free(&state);
    return code;
}

const struct cli_command cmd_drill = {
    .name = "drill",
    .arguments = "[FILE]",
    .summary = "ask your mistakes, problems or openings until you know them",
    .text = "Without FILE it asks the 300 problems that come with it, easy ones first.\n\n"
            "FILE is what \"outflank review GAMES --player NAME --drills FILE\" or \"outflank "
            "problems --json\" has written; --grade hard takes hard problems alone. Each position "
            "is shown; type a move, \"show\" for the answer, or \"quit\". You have three tries, of "
            "which the first one counts, and are told what the move loses, the best one with the "
            "line behind it, and why. Right is what loses less than a disc. What was right comes "
            "again after 1, 6 and more days, what was wrong the next day (SM-2). The answers are "
            "kept after each one, in FILE.state or ~/.outflank_drills; copy that file "
            "to take them along, delete it to begin anew.\n\n"
            "--openings black asks what you play with Black, the most frequent positions first: "
            "your lines (--book-lines, docs/book.md), else the best moves of --book, that built "
            "in unless told. The others answer as the book's games do, where many are, else as "
            "people at --people.",
    .options = "grade|openings|book|book-lines|people|state|today|count",
    .takes_files = true,
    .max_words = 1,
    .run = drill_run,
};
