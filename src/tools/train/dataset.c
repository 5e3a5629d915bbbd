/* train/dataset.c - from games to labelled positions (dataset.h).
 *
 * WTHOR gives black's exact score from 24 empties on (the theoretical score) and
 * the result people reached. Before that point the exact score is the better
 * guess of the value, the result adds what is hard to play; behind it errors
 * gather, so the share of the result grows from 0 to 1 at the end. */
#include "train/dataset.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bits.h"
#include "eval/network.h"
#include "train/train_record.h"

int dataset_ply(ofl_board board)
{
    int discs = bit_count(board.player | board.opponent);
    return discs < 4 ? 0 : discs - 4;
}

static uint8_t count_moves(ofl_board board)
{
    int n = bit_count(ofl_legal_moves(board));
    return (uint8_t)(n < NETWORK_MOBILITY ? n : NETWORK_MOBILITY - 1);
}

static int16_t bounded(double discs)
{
    discs = discs > 64 ? 64 : discs < -64 ? -64 : discs;
    return (int16_t)lrint(discs * DATASET_LABEL_UNIT);
}

struct sample dataset_sample(ofl_board board, enum record_kind kind, double label,
                             double truth)
{
    return (struct sample){
        .board = board,
        .label = bounded(label),
        .truth = bounded(truth),
        .own_moves = count_moves(board),
        .other_moves = count_moves(ofl_swap(board)),
        .kind = (uint8_t)kind,
    };
}

bool dataset_add(struct sample_list *list, const struct sample *sample)
{
    return array_push(&list->list, &list->n, sample, sizeof *sample);
}

/* FNV-1a of the moves. */
static uint64_t dataset_hash_moves(const uint8_t *moves, int n)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    for (int i = 0; i < n; i++)
        h = (h ^ moves[i]) * UINT64_C(0x100000001B3);
    return h;
}

static enum dataset_part dataset_part_of(const struct dataset_rules *rules, uint64_t game_hash)
{
    if (rules->is_all_test)
        return PART_TEST;
    uint64_t h = (game_hash ^ rules->seed * UINT64_C(0x9E3779B97F4A7C15)) *
                 UINT64_C(0xBF58476D1CE4E5B9);
    h ^= h >> 31;
    h *= UINT64_C(0x94D049BB133111EB);
    unsigned at = (unsigned)((h >> 40) % 200);
    unsigned held_out = (unsigned)rules->holdout_percent;
    return at < held_out ? PART_TEST : at < 2 * held_out ? PART_CHECK : PART_TRAIN;
}

/* What the position `empties` before the end is worth to black, in discs. */
static double black_label(const struct wthor_game *game, const struct dataset_rules *rules,
                          int empties)
{
    double theory = 2 * game->theoretical_discs - 64, result = 2 * game->black_discs - 64;
    double share = empties > game->exact_empties ? rules->score_share
                   : (double)empties / game->exact_empties;
    return share * theory + (1 - share) * result;
}

static bool add_game(struct dataset *data, const struct dataset_rules *rules,
                     const struct wthor_game *game)
{
    struct sample_list *list =
        &data->part[dataset_part_of(rules, dataset_hash_moves(game->moves, game->n_moves))];
    ofl_position at = game->start;
    for (int i = 0; i < game->n_moves; i++) {
        int empties = ofl_count_empties(at.board), sign = at.turn == OFL_BLACK ? 1 : -1;
        bool is_outcome = empties > game->exact_empties;
        if (game->moves[i] != OFL_PASS && !(is_outcome && rules->without_outcomes)) {
            int truth = empties >= game->exact_empties ? 2 * game->theoretical_discs - 64
                                                       : 2 * game->black_discs - 64;
            enum record_kind kind = empties > game->exact_empties ? RECORD_OUTCOME
                                    : empties == game->exact_empties ? RECORD_EXACT
                                    : RECORD_ESTIMATE;
            struct sample sample = dataset_sample(
                at.board, kind, sign * black_label(game, rules, empties), sign * truth);
            if (!dataset_add(list, &sample))
                return false;
        }
        at.board = ofl_play(at.board, game->moves[i]);
        at.turn = at.turn == OFL_BLACK ? OFL_WHITE : OFL_BLACK;
    }
    return true;
}

bool dataset_add_wthor(struct dataset *data, const struct dataset_rules *rules,
                       const uint8_t *bytes, size_t size, struct reason *reason)
{
    struct wthor_reader reader;
    struct wthor_error error;
    if (!wthor_open(&reader, bytes, size, &error)) {
        return reason_set(reason, "byte %zu: %.130s", error.offset, error.text);
    }
    data->n_missing += reader.n_missing;
    data->n_damaged_bytes += reader.n_extra_bytes;
    struct wthor_game game;
    for (int r; (r = wthor_next(&reader, &game, &error)) != 0;) {
        if (r < 0 || !game.is_over) {
            data->n_refused++;
            continue;
        }
        data->n_games++;
        if (!add_game(data, rules, &game)) {
            return reason_set(reason, "no memory for the positions");
        }
    }
    return true;
}

/* What the game tells of a position: where it led, and how much that counts. */
struct course { double score, share; };

static struct course course_of(const struct dataset_rules *rules, const struct record *at,
                               const struct record *next, double next_label)
{
    enum { MIXED_EMPTIES = 22 };
    bool is_line = at->kind == RECORD_SEARCH && next && next->game == at->game &&
                   next->result != RECORD_NO_RESULT && at->ply_1 > 0 && next->ply_1 > at->ply_1;
    if (is_line) {
        int n_plies = next->ply_1 - at->ply_1;
        return (struct course){n_plies % 2 ? -next_label : next_label, pow(rules->trace, n_plies)};
    }
    bool is_mixed = (at->kind == RECORD_SEARCH || at->kind == RECORD_OUTCOME) &&
                    ofl_count_empties(at->board) > MIXED_EMPTIES;
    return (struct course){at->result, is_mixed ? 1 - rules->score_share : 0};
}

void dataset_find_labels(const struct dataset_rules *rules, const struct record *records, int n,
                         double *labels)
{
    for (int i = n - 1; i >= 0; i--) {
        const struct record *next = i + 1 < n ? &records[i + 1] : NULL;
        labels[i] = records[i].score / 128.0;
        if (records[i].result == RECORD_NO_RESULT)
            continue;
        struct course course = course_of(rules, &records[i], next, next ? labels[i + 1] : 0);
        labels[i] += course.share * (course.score - labels[i]);
    }
}

/* False if out of memory. */
static bool add_block(struct dataset *data, const struct dataset_rules *rules,
                      const struct record *records, int n)
{
    double labels[RECORD_BLOCK];
    dataset_find_labels(rules, records, n, labels);
    for (int i = 0; i < n; i++) {
        const struct record *r = &records[i];
        struct sample sample = dataset_sample(r->board, r->kind, labels[i], r->score / 128.0);
        enum dataset_part part = dataset_part_of(rules, r->game);
        if (sample.own_moves > 0 && !dataset_add(&data->part[part], &sample))
            return false;
    }
    data->n_records += (size_t)n;
    return true;
}

bool dataset_add_records(struct dataset *data, const struct dataset_rules *rules,
                         const uint8_t *bytes, size_t size, struct reason *reason)
{
    struct record_reader reader;
    if (!record_open(&reader, bytes, size, reason))
        return false;
    struct record *records = malloc(RECORD_BLOCK * sizeof *records);
    if (!records) {
        return reason_set(reason, "no memory for the positions");
    }
    int n;
    while ((n = record_next_block(&reader, records, reason)) != 0) {
        if (n < 0) {
            data->n_damaged_bytes += record_resync(&reader);
        } else if (!add_block(data, rules, records, n)) {
            reason_set(reason, "no memory for the positions");
            break;
        }
    }
    free(records);
    return n == 0;
}

static bool sort_list(struct sample_list *list)
{
    size_t at[BOARD_PLIES] = {0}, sum = 0;
    for (size_t i = 0; i < list->n; i++)
        at[dataset_ply(list->list[i].board)]++;
    for (int ply = 0; ply < BOARD_PLIES; ply++) {
        list->first[ply] = sum;
        sum += at[ply];
        at[ply] = list->first[ply];
    }
    list->first[BOARD_PLIES] = sum;
    struct sample *sorted = malloc((list->n + 1) * sizeof *sorted);
    if (!sorted)
        return false;
    for (size_t i = 0; i < list->n; i++)
        sorted[at[dataset_ply(list->list[i].board)]++] = list->list[i];
    if (list->n)
        memcpy(list->list, sorted, list->n * sizeof *sorted);
    free(sorted);
    return true;
}

bool dataset_sort(struct dataset *data)
{
    for (int part = 0; part < N_PARTS; part++)
        if (!sort_list(&data->part[part]))
            return false;
    return true;
}

void dataset_free(struct dataset *data)
{
    for (int part = 0; part < N_PARTS; part++)
        free(data->part[part].list);
    memset(data, 0, sizeof *data);
}
