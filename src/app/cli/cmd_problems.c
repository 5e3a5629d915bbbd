/* cli/cmd_problems.c - the command "problems": positions of games that are worth solving. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/hash.h"
#include "base/number.h"
#include "base/visible.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/game_files.h"
#include "cli/json_rows.h"
#include "cli/watch.h"
#include "options/signals.h"
#include "study/problem.h"

struct range { int64_t low, high; };

/* What is wanted. */
struct wanted { struct range ply, empties, score, good, missed; int64_t lead; const char *grade; };

struct finder {
    struct wanted wanted;
    struct review_settings settings;
    ofl_engine *engine;
    struct game_files files;
    struct watch watch;
    ofl_board *seen;      /* canonical boards: each is judged once */
    size_t n_seen;
    struct hash hash;
    int most, n_found;
    bool wants_json;
    int code;
};

/* "10:20", "10:", ":20" or "10"; NULL: all. */
static bool read_range(const char *name, const char *text, int least, int most,
                       struct range *range)
{
    *range = (struct range){least, most};
    if (!text)
        return true;
    const char *colon = strchr(text, ':'), *end = colon ? colon + 1 : text;
    const size_t length = colon ? (size_t)(colon - text) : strlen(text);
    if ((!length || number_read_int(text, length, least, most, &range->low, NULL)) &&
        (!*end || number_read_int(end, NUMBER_TO_NUL, least, most, &range->high, NULL)) &&
        *text && range->low <= range->high)
        return true;
    complain("--%s: expected numbers from %d to %d as LOW:HIGH, found '%s'", name, least, most,
             visible(text).text);
    return false;
}

static bool read_wanted(const struct cli_args *args, struct wanted *wanted)
{
    struct range lead;
    const bool is_good = read_range("ply", args->ply, 0, 60, &wanted->ply) &&
                         read_range("empties", args->empties, 1, 60, &wanted->empties) &&
                         read_range("score", args->score, -64, 64, &wanted->score) &&
                         read_range("good", args->good, 1, OFL_MAX_MOVES, &wanted->good) &&
                         read_range("missed", args->missed, 0, 100, &wanted->missed) &&
                         read_range("lead", args->lead, 1, 128, &lead);
    wanted->lead = lead.low;
    wanted->grade = args->grade;
    return is_good;
}

static bool is_in(const struct range *range, double value)
{
    return value >= (double)range->low && value <= (double)range->high;
}

/* Is it to be judged? Each board once, whatever its image. */
static bool is_candidate(struct finder *finder, ofl_position position, int ply)
{
    const ofl_board key = ofl_canonical(position.board, NULL);
    const uint64_t moves = ofl_legal_moves(position.board);
    if (!(moves & (moves - 1)) || !is_in(&finder->wanted.ply, ply) ||
        !is_in(&finder->wanted.empties, ofl_count_empties(position.board)) ||
        hash_find(&finder->hash, finder->seen, sizeof key, &key, sizeof key) != HASH_NONE)
        return false;
    if (!hash_push(&finder->hash, &finder->seen, &finder->n_seen, &key, sizeof key, sizeof key)) {
        complain("out of memory");
        finder->code = EX_OSERR;
    }
    return !finder->code;
}

static bool is_wanted(const struct finder *finder, const struct problem *problem)
{
    const struct wanted *wanted = &finder->wanted;
    return problem->worse != OFL_NO_MOVE && problem->lead_cd >= 100 * wanted->lead &&
           is_in(&wanted->good, problem->n_good) &&
           is_in(&wanted->score, problem->values.result.lines[0].score / 100.0);
}

/* The same, when it is measured. */
static bool is_so_hard(const struct finder *finder, const struct problem *problem)
{
    const char *grade = finder->wanted.grade;
    return (problem->miss[1] < 0 || is_in(&finder->wanted.missed, 100 * problem->miss[1])) &&
           (!grade || strcmp(grade, problem_grades[problem->grade]) == 0);
}

static int print_text(const struct problem *problem)
{
    struct strbuf text = {0};
    char board[OFL_BOARD_TEXT], square[8];
    const struct ofl_line *best = &problem->values.result.lines[0];
    strbuf_addf(&text, "%s  %s (", ofl_position_to_text(problem->values.position, board),
                ofl_move_to_text(best->move, false, square));
    strbuf_add_decimal(&text, best->score, 2, true);
    strbuf_addf(&text, "), %d good, leads by ", problem->n_good);
    strbuf_add_decimal(&text, problem->lead_cd, 2, false);
    if (problem->miss[1] >= 0)
        strbuf_addf(&text, ", missed by %d %% at %d", (int)(100 * problem->miss[1] + 0.5),
                    problem_ratings[1]);
    strbuf_addf(&text, ", by %d %% of strengths", (int)(100 * problem_strengths(problem) + 0.5));
    if (problem->plies)
        strbuf_addf(&text, ", %d pl%s", problem->plies, problem->plies == 1 ? "y" : "ies");
    else
        strbuf_addf(&text, ", more than %d plies", (int)PROBLEM_PLIES);
    strbuf_addf(&text, ": %s\n", problem_grades[problem->grade]);
    out_printf("%s", text.data ? text.data : "");
    const int code = text.is_failed ? EX_OSERR : 0;
    strbuf_free(&text);
    return code;
}

static int print(struct finder *finder, const struct problem *problem, const char *file,
                 int64_t index, int ply)
{
    finder->n_found++;
    if (!finder->wants_json)
        return print_text(problem);
    return json_print(json_with(
        problem_to_json(problem), "source",
        json_pack("{s:o, s:I, s:i}", "file", json_string(visible(file).text), "game",
                  (json_int_t)index, "ply", ply)));
}

/* Judges a position, and prints it if it is wanted. */
static void try_position(struct finder *finder, ofl_position position, int last, const char *file,
                         int64_t index, int ply)
{
    struct problem problem;
    int error = problem_values(finder->engine, &finder->settings, position, &problem.values);
    problem_judge(&problem);
    if (!error && is_wanted(finder, &problem))
        error = problem_measure(&problem, finder->engine, last);
    else if (!error)
        return;
    if (watch_must_end(&finder->watch))
        return;
    if (error) {
        complain("problems: %s", ofl_last_error(finder->engine));
        finder->code = EX_OSERR;
    } else if (is_so_hard(finder, &problem)) {
        finder->code = print(finder, &problem, file, index, ply);
        const int flushed = out_flush();
        finder->code = finder->code ? finder->code : flushed;
    }
}

static void try_game(struct finder *finder, const struct ofl_game *game, const char *file,
                     int64_t index)
{
    for (int ply = 0; ply <= game->n_played && finder->n_found < finder->most && !finder->code &&
                      !watch_must_end(&finder->watch); ply++) {
        const ofl_position position = ofl_game_position_at(game, ply);
        const int last = ply ? game->moves[ply - 1].move : OFL_NO_MOVE;
        if (is_candidate(finder, position, ply))
            try_position(finder, position, last, file, index, ply);
    }
}

static int find_all(struct finder *finder, const struct cli_args *args)
{
    struct reading reading;
    const char *file;
    int64_t index, n_in_file;
    if (!game_files_begin(&finder->files, args->words, args->n_words, args->quiet))
        return EX_OSERR;
    watch_begin(&finder->watch, finder->engine);
    while (finder->n_found < finder->most && !finder->code && !watch_must_end(&finder->watch) &&
           game_files_next(&finder->files, &reading, &file, &index, &n_in_file))
        try_game(finder, &reading.game, file, index);
    watch_end(&finder->watch);
    if (!finder->n_found && !finder->code && !finder->files.code && !signals_caught()) {
        complain("problems: none of these positions is such a problem");
        finder->code = EX_DATAERR;
    }
    const int code = finder->code ? finder->code : finder->files.code;
    game_files_end(&finder->files);
    return signals_caught() ? 128 + signals_caught() : code;
}

static int problems_run(const struct cli_args *args)
{
    struct finder *finder = calloc(1, sizeof *finder);
    int code = EX_OSERR;
    if (!finder) {
        complain("out of memory");
        return code;
    }
    finder->most = args->count;
    finder->wants_json = args->json;
    finder->engine = read_wanted(args, &finder->wanted) ? args_create_engine(args, &code) : NULL;
    if (finder->engine) {
        finder->settings = review_complete((struct review_settings){
            .depth = args->depth, .exact_empties = args->exact_empties, .move_ms = args->move_ms,
            .nodes = (uint64_t)args->nodes}, finder->engine);
        code = find_all(finder, args);
    } else if (code == EX_OSERR) {
        code = EX_USAGE;
    }
    ofl_engine_destroy(finder->engine);
    free(finder->seen);
    free(finder->hash.slots);
    free(finder);
    return code;
}

const struct cli_command cmd_problems = {
    .name = "problems",
    .arguments = "[FILE | FOLDER | MOVES ...]",
    .summary = "find positions of games that are worth solving",
    .text = "Values all moves of the positions of games, or of boards, exactly from 22 empties on, "
            "and prints those that are wanted, up to --count: by ply, empty squares, score of the "
            "side to move, number of good moves (they lose less than a disc) and by how much these "
            "lead the others. LOW:HIGH may be one number, or lack one end.\n\n"
            "Of each it tells how hard it is: how many people at 1300, 1500 and 1700 miss it "
            "(docs/lab/people.md), the chance that strengths 1 to 20 do, from which depth on a "
            "search finds it, and a grade of these (docs/study.md). --missed 60: takes those "
            "that at least 60 % miss at 1500, --grade hard hard ones. With --json \"outflank "
            "drill\" asks what is printed.",
    .options = "ply|empties|score|good|lead|missed|grade|count|depth|exact-empties|nodes|seconds|"
               "json|quiet",
    .has_engine = true,
    .takes_files = true,
    .max_words = INT_MAX,
    .run = problems_run,
};
