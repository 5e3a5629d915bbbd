/* cli/cmd_eval.c - the command "eval": the static value of a position, term by term. */
#include <limits.h>
#include <stdio.h>
#include <outflank/notation.h>

#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/position_argument.h"
#include "protocol/show.h"
#include "request/forms.h"

enum { MAX_TERMS = 64 };

/* The discs that can be shown to stay what they are, and the squares at the end. */
static void print_squares(ofl_engine *engine, ofl_board board)
{
    struct strbuf text = {0};
    strbuf_add(&text, "stable, own:  ");
    show_squares(&text, ofl_stable_discs(board));
    strbuf_add(&text, "\nstable, other:");
    show_squares(&text, ofl_stable_discs(ofl_swap(board)));
    strbuf_add(&text, "\n");
    show_owners(&text, engine, board);
    out_printf("%s", text.data ? text.data : "");
    strbuf_free(&text);
}

static void print_terms(const struct ofl_term *terms, size_t n_terms)
{
    int sum = 0;
    out_printf("\n%-24s %8s %8s %8s\n", "term", "own", "other", "discs");
    for (size_t i = 0; i < n_terms; i++) {
        out_printf("%-24s %8d %8d %+8.2f\n", terms[i].name, terms[i].own, terms[i].other,
                   terms[i].contribution / 100.0);
        sum += terms[i].contribution;
    }
    out_printf("%-24s %8s %8s %+8.2f\n", "sum of the terms", "", "", sum / 100.0);
}

static int eval_run(const struct cli_args *args)
{
    struct reading reading;
    int code = position_read_any("eval", args->words, args->n_words, &reading);
    if (code)
        return code;
    const ofl_position position = reading.game.position;
    ofl_engine *engine = args_create_engine(args, &code);
    if (!engine)
        return code;
    struct ofl_term terms[MAX_TERMS];
    int value_cd = ofl_evaluate(engine, position.board);
    size_t n_terms = 0;
    if (args->explain) {
        n_terms = ofl_explain(engine, position.board, terms, MAX_TERMS);
        n_terms = n_terms < MAX_TERMS ? n_terms : MAX_TERMS;
    }
    if (args->json) {
        code = json_print(form_evaluation(engine, position, value_cd, terms, n_terms));
    } else {
        struct strbuf line = {0};
        show_evaluation(&line, position, value_cd);
        out_printf("%s (%d empties)\n", line.data ? line.data : "",
                   ofl_count_empties(position.board));
        strbuf_free(&line);
        if (args->explain) {
            print_terms(terms, n_terms);
            print_squares(engine, position.board);
        }
    }
    ofl_engine_destroy(engine);
    return code;
}

const struct cli_command cmd_eval = {
    .name = "eval",
    .arguments = "POSITION | MOVES | FILE",
    .summary = "print the static value of a position",
    .text = "POSITION is 64 squares a1 b1 .. h8 and the side to move, or \"start\"; MOVES are "
            "those of a game (f5d6c3); FILE holds one of them. The value is in discs for the side "
            "to move. With --explain each term of the classical evaluation is printed: the count "
            "for the side to move, the count for the other side, and what they contribute; then "
            "the discs that are stable, and who may be expected to own each square at the end: 64 "
            "games, the same each time, whose moves are the best by the evaluation of the board "
            "after them, blurred by two discs. No search is behind that.",
    .options = "explain|json",
    .has_engine = true,
    .takes_files = true,
    .min_words = 1,
    .max_words = INT_MAX,
    .run = eval_run,
};
