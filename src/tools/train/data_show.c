/* train/data_show.c - outflank-data inspect and cat: what is in data files. */
#include "train/data.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>
#include <outflank/notation.h>

#include "train/data_files.h"
#include "train/dataset.h"

static const char *const kind_names[RECORD_KINDS] = {"exact", "search", "outcome", "estimate"};

enum { BINS = 17 }; /* of 8 discs, around -64, -56, .. 64 */

/* What is said of the positions with one number of discs. */
struct ply_row {
    uint64_t kinds[RECORD_KINDS], n_results;
    double sum_score, sum_squares, sum_error, sum_errors_squared; /* error: against the result */
};

struct inspection {
    struct ply_row plies[BOARD_PLIES];
    uint64_t bins[BINS], n_games, last_game, n_strays;
    unsigned depth_least, depth_most;
    bool is_begun;
};

static int inspect_record(void *user, const struct record_reader *reader,
                          const struct record *record)
{
    struct inspection *all = user;
    if (!record) {
        printf("job %016" PRIx64 ", made by '%s'\n", reader->job, reader->label);
        return 0;
    }
    struct ply_row *row = &all->plies[dataset_ply(record->board)];
    double score = record->score / 128.0;
    row->kinds[record->kind]++;
    row->sum_score += score;
    row->sum_squares += score * score;
    all->bins[(int)floor((score + 68) / 8)]++;
    if (record->result == RECORD_NO_RESULT) {
        all->n_strays++;
    } else {
        row->n_results++;
        row->sum_error += fabs(score - record->result);
        row->sum_errors_squared += (score - record->result) * (score - record->result);
    }
    if (record->kind == RECORD_SEARCH) {
        if (record->depth < all->depth_least || all->depth_most == 0)
            all->depth_least = record->depth;
        if (record->depth > all->depth_most)
            all->depth_most = record->depth;
    }
    /* Positions of a game stand together in every file the programs write. */
    all->n_games += !all->is_begun || record->game != all->last_game;
    all->last_game = record->game;
    all->is_begun = true;
    return 0;
}

static void print_plies(const struct inspection *all)
{
    printf("\n| empties | exact | search | outcome | estimate | mean score | rms score "
           "| MAE to result | RMSE |\n|---|---|---|---|---|---|---|---|---|\n");
    for (int ply = 0; ply < BOARD_PLIES; ply++) {
        const struct ply_row *row = &all->plies[ply];
        double n = 0, results = row->n_results ? (double)row->n_results : 1;
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            n += (double)row->kinds[kind];
        if (n == 0)
            continue;
        printf("| %d |", 60 - ply);
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            printf(" %" PRIu64 " |", row->kinds[kind]);
        printf(" %+.2f | %.2f | %.2f | %.2f |\n", row->sum_score / n, sqrt(row->sum_squares / n),
               row->sum_error / results, sqrt(row->sum_errors_squared / results));
    }
}

static void print_bins(const struct inspection *all, uint64_t n_records)
{
    printf("\n| score | positions | percent |\n|---|---|---|\n");
    for (int i = 0; i < BINS; i++)
        printf("| %+d..%+d | %" PRIu64 " | %.2f |\n", i == 0 ? -64 : 8 * i - 68,
               i == BINS - 1 ? 64 : 8 * i - 60, all->bins[i],
               100.0 * (double)all->bins[i] / (n_records ? (double)n_records : 1));
}

static void print_inspection(const struct inspection *all, const struct data_totals *totals)
{
    uint64_t kinds[RECORD_KINDS] = {0};
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            kinds[kind] += all->plies[ply].kinds[kind];
    printf("%" PRIu64 " files, %" PRIu64 " blocks, %" PRIu64 " bytes, %" PRIu64
           " of them damaged\n", totals->n_files, totals->n_blocks, totals->n_bytes,
           totals->n_damaged_bytes);
    printf("%" PRIu64 " positions of %" PRIu64 " games, %" PRIu64 " without a result; %.2f bytes "
           "each\n", totals->n_records, all->n_games, all->n_strays,
           (double)totals->n_bytes / (totals->n_records ? (double)totals->n_records : 1));
    for (int kind = 0; kind < RECORD_KINDS; kind++)
        printf("%s%s %" PRIu64, kind ? ", " : "", kind_names[kind], kinds[kind]);
    if (all->depth_most)
        printf("; searched to depth %u..%u", all->depth_least, all->depth_most);
    putchar('\n');
    print_plies(all);
    print_bins(all, totals->n_records);
}

static const struct option_row no_options[] = {PROGRAM_HELP};

static int run_inspect(const struct program_call *call)
{
    struct data_totals totals = {0};
    struct program_files files;
    int result = program_read(call, NULL, &files);
    if (result)
        return result;
    struct inspection *all = calloc(1, sizeof *all);
    if (!all) {
        data_say("out of memory");
        return EX_OSERR;
    }
    result = data_read_files(files.paths, files.n, inspect_record, all, &totals);
    if (result == 0)
        print_inspection(all, &totals);
    free(all);
    return result;
}

const struct program_command data_inspect = {
    .name = "inspect",
    .arguments = "FILE...",
    .file = "a data file",
    .summary = "what is in data files: positions by stage and kind, scores",
    .text = "Prints what the files hold: games, positions by number of discs and kind of label, "
            "the scores and what they say about the results.",
    .options = no_options,
    .run = run_inspect,
};

static int cat_record(void *user, const struct record_reader *reader, const struct record *record)
{
    if (!record)
        return 0;
    char board[OFL_BOARD_TEXT], result[8] = "-", ply[8] = "-", depth[8] = "-";
    ofl_position_to_text((ofl_position){record->board, OFL_BLACK}, board);
    if (record->kind == RECORD_SEARCH)
        snprintf(depth, sizeof depth, "%d", record->depth);
    if (record->result != RECORD_NO_RESULT)
        snprintf(result, sizeof result, "%+d", record->result);
    if (record->ply_1)
        snprintf(ply, sizeof ply, "%d", record->ply_1 - 1);
    printf("%s\t%+.7g\t%s\t%s\t%d\t%s\t%016" PRIx64 "\t%s\n", board, record->score / 128.0,
           kind_names[record->kind], depth, record->confidence, result, record->game, ply);
    return ferror(stdout) ? EX_IOERR : 0;
}

static int run_cat(const struct program_call *call)
{
    struct program_files files;
    const int result = program_read(call, NULL, &files);
    return result ? result : data_read_files(files.paths, files.n, cat_record, NULL, NULL);
}

const struct program_command data_cat = {
    .name = "cat",
    .arguments = "FILE...",
    .file = "a data file",
    .summary = "one line of text for each position",
    .text = "Prints one line for each position: the board (X is to move), and behind it, each "
            "after a tab, score in discs, kind, depth, confidence in percent, result of the game "
            "in discs, game in hexadecimal, ply; - for what is not known.",
    .options = no_options,
    .run = run_cat,
};
