/* book_store FILE POSITIONS [COMMITS [SEED]]: a working book takes records in durable commits.
 *
 * Fills FILE with so many synthetic positions, then times COMMITS (20) commits of 10,000 new ones
 * each, in the order of keys as a loader has them. Everything is a bulk load; what computing the
 * values of all records costs is timed last. The boards are random, so that every commit touches
 * pages everywhere, which is the worst case. Prints a line a million positions, then the result. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/bits.h"
#include "base/number.h"
#include "base/rng.h"
#include "book/store.h"

enum { BATCH = 10000 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A board with the centre full and 30 to 50 empties, where the side to move can move. */
static struct book_record random_record(struct rng *rng)
{
    struct book_place place = {0};
    ofl_board board;
    do {
        uint64_t discs = rng_next(rng) & (rng_next(rng) | rng_next(rng));
        const uint64_t colours = rng_next(rng);
        discs |= UINT64_C(0x0000001818000000);
        board = (ofl_board){discs & colours, discs & ~colours};
    } while (!ofl_legal_moves(board) || !book_key_place(board, &place));
    struct book_record record = book_record_of(place.key);
    const uint64_t moves = book_key_moves(place.key);
    record.own = (struct book_evidence){
        .score_cd = (int16_t)((int)rng_below(rng, 2000) - 1000), .move = (uint8_t)bit_first(moves),
        .depth = (uint8_t)(16 + rng_below(rng, 8)), .confidence = 73, .source = BOOK_SOURCE_OWN,
        .network = UINT32_C(0x01ABCDEF)};
    return record;
}

static int compare(const void *left, const void *right)
{
    const struct book_record *a = left, *b = right;
    return book_key_compare(a->board, b->board);
}

static void stop(const struct reason *reason)
{
    fprintf(stderr, "%s\n", reason->text);
    exit(1);
}

/* One durable commit; returns its seconds, without making the records. */
static double commit(struct book_store *store, struct rng *rng, struct book_record records[BATCH])
{
    struct reason reason;
    for (int i = 0; i < BATCH; i++)
        records[i] = random_record(rng);
    const double begun = now_s();
    qsort(records, BATCH, sizeof *records, compare);
    bool is_good = book_store_begin_bulk(store, &reason);
    for (int i = 0; i < BATCH && is_good; i++)
        is_good = book_store_merge(store, &records[i], NULL, &reason);
    if (!is_good || !book_store_commit(store, &reason))
        stop(&reason);
    return now_s() - begun;
}

int main(int argc, char **argv)
{
    struct book_store *store;
    struct reason reason;
    int64_t n_positions, n_commits = 20, seed = 36;
    if (argc < 3 || !number_read_int(argv[2], NUMBER_TO_NUL, 0, UINT32_MAX, &n_positions, NULL) ||
        (argc > 3 && !number_read_int(argv[3], NUMBER_TO_NUL, 1, 1000000, &n_commits, NULL)) ||
        (argc > 4 && !number_read_int(argv[4], NUMBER_TO_NUL, 0, UINT32_MAX, &seed, NULL))) {
        fprintf(stderr, "usage: book_store FILE POSITIONS [COMMITS [SEED]]\n");
        return 64;
    }
    struct rng rng = rng_seeded((uint64_t)seed);
    struct book_record *records = malloc(BATCH * sizeof *records);
    if (!records || !book_store_open(argv[1], BOOK_STORE_CREATE, &store, &reason))
        return 1;
    double time_s = 0;
    for (int64_t n = 0; n < n_positions; n += BATCH) {
        time_s += commit(store, &rng, records);
        if ((n + BATCH) % 1000000 == 0) {
            printf("%" PRId64 " positions: %.0f records/s\n", n + BATCH, 1e6 / time_s);
            fflush(stdout);
            time_s = 0;
        }
    }
    time_s = 0;
    for (int64_t i = 0; i < n_commits; i++)
        time_s += commit(store, &rng, records);
    printf("then %" PRId64 " durable commits of %d: %.0f records/s\n", n_commits, BATCH,
           (double)(n_commits * BATCH) / time_s);
    fflush(stdout);
    const double begun = now_s();
    if (!book_store_refresh(store, &reason))
        stop(&reason);
    printf("values of all: %.1f s\n", now_s() - begun);
    book_store_close(store);
    free(records);
    return 0;
}
