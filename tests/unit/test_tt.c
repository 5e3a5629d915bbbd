/* The transposition table: bounds, replacement, sizes. */
#include <criterion/criterion.h>

#include "base/rng.h"
#include "eval/score.h"
#include "search/tt.h"
#include "support.h"

static struct tt new_table(uint64_t n_buckets)
{
    struct tt tt = {.enabled = true};
    cr_assert(tt_resize_buckets(&tt, n_buckets));
    return tt;
}

Test(tt, words_pack_and_unpack)
{
    struct tt_data d = {.lower = -8320, .upper = 8320, .depth = 60, .selectivity = 5,
                        .move = 63, .second_move = OFL_NO_MOVE};
    struct tt_data e = tt_unpack(tt_pack(d, 31));
    cr_expect_eq(e.lower, d.lower);
    cr_expect_eq(e.upper, d.upper);
    cr_expect_eq(e.depth, d.depth);
    cr_expect_eq(e.selectivity, d.selectivity);
    cr_expect_eq(e.move, d.move);
    cr_expect_eq(e.second_move, d.second_move);
}

Test(tt, bounds_of_one_depth_narrow_each_other)
{
    struct tt tt = new_table(16);
    struct tt_data d;
    tt_store(&tt, 1, 2, 8, 5, 100, 101, 300, 19);
    tt_store(&tt, 1, 2, 8, 5, 400, 401, 350, 26);
    cr_assert(tt_probe(&tt, 1, 2, &d));
    cr_expect_eq(d.lower, 300);
    cr_expect_eq(d.upper, 350);
    cr_expect_eq(d.move, 19, "a fail-low does not replace the move");
    tt_free(&tt);
}

Test(tt, another_depth_starts_new_bounds_but_keeps_the_move)
{
    struct tt tt = new_table(16);
    struct tt_data d;
    tt_store(&tt, 1, 2, 8, 5, 100, 101, 300, 19);
    tt_store(&tt, 1, 2, 9, 5, 100, 101, 50, 26);
    cr_assert(tt_probe(&tt, 1, 2, &d));
    cr_expect_eq(d.lower, -EVAL_INFINITY);
    cr_expect_eq(d.upper, 50);
    cr_expect_eq(d.depth, 9);
    cr_expect_eq(d.move, 19);
    tt_free(&tt);
}

Test(tt, a_hit_is_always_of_the_same_board)
{
    struct tt tt = new_table(2); /* every store meets a full bucket */
    struct rng rng = rng_seeded(test_seed(5));
    uint64_t boards[64][2];
    for (int i = 0; i < 64; i++) {
        boards[i][0] = rng_next(&rng);
        boards[i][1] = rng_next(&rng) & ~boards[i][0];
    }
    for (int round = 0; round < 100000; round++) {
        int i = (int)rng_below(&rng, 64), k = (int)rng_below(&rng, 64);
        tt_store(&tt, boards[i][0], boards[i][1], 1 + i % 60, 5, i, i + 1, i + 1, i);
        struct tt_data d;
        if (tt_probe(&tt, boards[k][0], boards[k][1], &d)) {
            cr_assert_eq(d.move, k);
            cr_assert_eq(d.lower, k + 1);
        }
    }
    tt_free(&tt);
}

Test(tt, old_generations_go_first_then_shallow_entries)
{
    struct tt tt = new_table(2);
    /* Three boards of one bucket. */
    uint64_t in_bucket[3], n = 0;
    struct tt_bucket *bucket = tt_bucket_of(&tt, 1, 0);
    for (uint64_t p = 1; n < 3; p++)
        if (tt_bucket_of(&tt, p, 0) == bucket)
            in_bucket[n++] = p;
    struct tt_data d;
    tt_store(&tt, in_bucket[0], 0, 20, 5, 0, 1, 1, 9);
    tt_store(&tt, in_bucket[1], 0, 5, 5, 0, 1, 1, 9);
    tt_store(&tt, in_bucket[2], 0, 10, 5, 0, 1, 1, 9);
    cr_expect(tt_probe(&tt, in_bucket[0], 0, &d), "the deepest stays");
    cr_expect_not(tt_probe(&tt, in_bucket[1], 0, &d), "the shallowest goes");
    tt_new_search(&tt);
    tt_store(&tt, in_bucket[2], 0, 10, 5, 0, 1, 1, 9);
    tt_store(&tt, in_bucket[1], 0, 5, 5, 0, 1, 1, 9);
    cr_expect_not(tt_probe(&tt, in_bucket[0], 0, &d), "deep but of an older search");
    cr_expect(tt_probe(&tt, in_bucket[2], 0, &d));
    tt_free(&tt);
}

Test(tt, too_large_a_table_is_refused_and_the_old_one_stays)
{
    struct tt tt = new_table(16);
    struct tt_data d;
    tt_store(&tt, 1, 2, 8, 5, 100, 101, 300, 19);
    cr_expect_not(tt_resize(&tt, (size_t)1 << 40));
    cr_expect(tt_probe(&tt, 1, 2, &d));
    tt_free(&tt);
}

Test(tt, a_smaller_table_is_empty_and_works)
{
    struct tt tt = {.enabled = true};
    struct tt_data d;
    static const size_t sizes[] = {32, 8, 8, 1, 16, 2};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        cr_assert(tt_resize(&tt, sizes[i]));
        for (uint64_t n = 0; n < tt.n_most; n++)
            for (int slot = 0; slot < TT_WAYS; slot++)
                cr_assert_eq(tt.buckets[n].slots[slot].data, 0, "%zu MiB", sizes[i]);
        for (uint64_t n = 1; n < 1000; n++)
            tt_store(&tt, n, n << 32, 8, 5, 100, 101, 300, 19);
        cr_expect(tt_probe(&tt, 7, (uint64_t)7 << 32, &d), "%zu MiB", sizes[i]);
    }
    tt_free(&tt);
}

Test(tt, clearing_forgets)
{
    struct tt tt = new_table(1024);
    struct tt_data d;
    tt_store(&tt, 1, 2, 8, 5, 100, 101, 300, 19);
    cr_expect_gt(tt_fill_permille(&tt) + 1, 0);
    tt_clear(&tt);
    cr_expect_not(tt_probe(&tt, 1, 2, &d));
    cr_expect_eq(tt_fill_permille(&tt), 0);
    tt_free(&tt);
}

/* What was there before plays no part in what is kept: as in a table just made. */
Test(tt, a_cleared_table_fills_as_a_new_one)
{
    struct tt used = new_table(256), fresh = new_table(256);
    struct rng rng = rng_seeded(test_seed(7));
    struct tt_data a, b;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2000; i++) {
            const uint64_t player = rng_next(&rng), opponent = rng_next(&rng) & ~player;
            tt_store(&used, player, opponent, 1 + i % 50, 5, 0, 1, 1, i % 64);
        }
        tt_new_search(&used);
        tt_clear(&used);
        tt_clear(&fresh);
        for (uint64_t i = 1; i <= 600; i++) {
            tt_store(&used, i, i << 32, 1 + (int)(i % 7), 5, 0, 1, 1, 9);
            tt_store(&fresh, i, i << 32, 1 + (int)(i % 7), 5, 0, 1, 1, 9);
        }
        for (uint64_t i = 1; i <= 600; i++)
            cr_assert_eq(tt_probe(&used, i, i << 32, &a), tt_probe(&fresh, i, i << 32, &b));
    }
    tt_free(&used);
    tt_free(&fresh);
}

/* What is stored in a table that is used in part must be found when more of it is used. */
Test(tt, growing_keeps_all_entries_and_clearing_takes_all_back)
{
    enum { N = 4000 };
    struct tt tt = new_table(4 * TT_FIRST_BUCKETS);
    struct rng rng = rng_seeded(test_seed(6));
    struct tt_data d;
    atomic_int stop = 0;
    uint64_t boards[N][2];
    cr_expect_eq(tt.n_buckets, TT_LEAST_BUCKETS);
    for (int i = 0; i < N; i++) {
        uint64_t a = rng_next(&rng) & rng_next(&rng), b = rng_next(&rng) & rng_next(&rng) & ~a;
        boards[i][0] = a;
        boards[i][1] = b;
        tt_store(&tt, a, b, 8, 5, 100, 101, 300, i % 64);
    }
    int n_before = 0, n_after = 0;
    for (int i = 0; i < N; i++)
        n_before += tt_probe(&tt, boards[i][0], boards[i][1], &d) && d.move == i % 64;
    tt_grow(&tt, tt.n_buckets, &stop);
    cr_expect_eq(tt.n_buckets, TT_LEAST_BUCKETS, "it is large enough");
    tt_grow(&tt, UINT64_MAX, &stop);
    cr_expect_eq(tt.n_buckets, 4 * TT_FIRST_BUCKETS);
    for (int i = 0; i < N; i++)
        n_after += tt_probe(&tt, boards[i][0], boards[i][1], &d) && d.move == i % 64;
    cr_expect_eq(n_after, n_before);
    cr_expect_gt(n_before, N / 2);
    tt_clear(&tt);
    cr_expect_eq(tt.n_buckets, TT_FIRST_BUCKETS);
    stop = true;
    for (int i = 0; i < N; i++) {
        cr_expect_not(tt_probe(&tt, boards[i][0], boards[i][1], &d));
        tt_store(&tt, boards[i][0], boards[i][1], 8, 5, 100, 101, 300, i % 64);
    }
    /* Stopped on the way, twice: entries may be lost, and no board is found for another. */
    tt_grow(&tt, UINT64_MAX, &stop);
    tt_grow(&tt, UINT64_MAX, &stop);
    cr_expect_eq(tt.n_buckets, 4 * TT_FIRST_BUCKETS);
    for (int i = 0; i < N; i++)
        cr_expect(!tt_probe(&tt, boards[i][0], boards[i][1], &d) || d.lower == 300);
    tt_free(&tt);
}
