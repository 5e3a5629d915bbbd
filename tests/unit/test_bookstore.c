/* The working book: after random steps every derived field is what the facts say, in any order of
 * merging, and nothing of a transaction that did not end is there. */
#include <criterion/criterion.h>
#include <outflank/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/rng.h"
#include "book/fix.h"
#include "book/store.h"
#include "grow/prune.h"
#include "support.h"

enum { MODEL_MAX = 4096 };

/* An independent, slow account of a book: a list of records, derived by looking at all moves. */
struct model {
    struct book_record records[MODEL_MAX];
    int n;
};

static struct book_record *model_find(struct model *model, ofl_board key)
{
    for (int i = 0; i < model->n; i++)
        if (model->records[i].board.player == key.player &&
            model->records[i].board.opponent == key.opponent)
            return &model->records[i];
    return NULL;
}

/* What the moves of a record say. */
struct account {
    int best, low, high_of_moves, high_outside;
    uint64_t known, outside;
};

static void account_move(struct model *model, ofl_board board, int square, struct account *all)
{
    ofl_board after = ofl_play(board, square);
    int sign = -1, value = BOOK_NO_VALUE, at_least = -64, at_most = 64;
    if (ofl_is_over(after)) {
        at_least = at_most = -ofl_score(after, OFL_SCORE_TOURNAMENT);
        value = 100 * at_least;
    } else {
        if (!ofl_legal_moves(after)) {
            after = ofl_swap(after);
            sign = 1;
        }
        const struct book_record *child = model_find(model, ofl_canonical(after, NULL));
        if (child) {
            at_least = sign > 0 ? child->low : -child->high;
            at_most = sign > 0 ? child->high : -child->low;
            value = child->value_cd == BOOK_NO_VALUE ? BOOK_NO_VALUE : sign * child->value_cd;
        }
    }
    all->low = at_least > all->low ? at_least : all->low;
    if (value == BOOK_NO_VALUE) {
        all->outside |= bit_of(square);
        all->high_outside = at_most > all->high_outside ? at_most : all->high_outside;
    } else {
        all->known |= bit_of(square);
        all->high_of_moves = at_most > all->high_of_moves ? at_most : all->high_of_moves;
        all->best = value > all->best ? value : all->best;
    }
}

static bool is_exact(const struct book_evidence *evidence, int empties)
{
    return evidence->source == BOOK_SOURCE_OWN && evidence->depth == empties &&
           evidence->confidence == 100;
}

static int within(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static void model_derive(struct model *model, struct book_record *record)
{
    struct account all = {BOOK_NO_VALUE, record->proof_low, -64, -64, 0, 0};
    for (int square = 0; square < 64; square++)
        if (ofl_legal_moves(record->board) & bit_of(square))
            account_move(model, record->board, square, &all);
    const int empties = ofl_count_empties(record->board);
    const struct book_evidence *own = &record->own, *deviation = &record->deviation;
    const bool is_covered = deviation->source && !(deviation->excluded & ~all.known);
    int low = all.low, high = record->proof_high;
    if (is_exact(own, empties)) {
        low = own->score_cd / 100 > low ? own->score_cd / 100 : low;
        high = own->score_cd / 100 < high ? own->score_cd / 100 : high;
    }
    if (is_exact(deviation, empties)) {
        low = deviation->score_cd / 100 > low ? deviation->score_cd / 100 : low;
        if (is_covered && deviation->score_cd / 100 < all.high_outside)
            all.high_outside = deviation->score_cd / 100;
    }
    int most = all.high_outside > all.high_of_moves ? all.high_outside : all.high_of_moves;
    high = most < high ? most : high;
    cr_assert(low <= high, "the model contradicts itself");
    const bool own_counts = own->source && (all.outside & bit_of(own->move));
    const bool deviation_counts = is_covered && (all.outside & bit_of(deviation->move));
    struct book_evidence plain = *deviation;
    plain.excluded = 0;
    if (own_counts && (!deviation_counts || book_evidence_compare(&plain, own, empties) <= 0))
        all.best = own->score_cd > all.best ? own->score_cd : all.best;
    else if (deviation_counts)
        all.best = deviation->score_cd > all.best ? deviation->score_cd : all.best;
    const bool has_value = own->source || is_covered || !all.outside || low == high;
    record->low = (int8_t)low;
    record->high = (int8_t)high;
    record->value_cd = (int16_t)(has_value ? within(all.best, 100 * low, 100 * high)
                                           : BOOK_NO_VALUE);
}

static void model_derive_all(struct model *model)
{
    for (int empties = 0; empties <= 60; empties++)
        for (int i = 0; i < model->n; i++)
            if (ofl_count_empties(model->records[i].board) == empties)
                model_derive(model, &model->records[i]);
}

static void model_merge(struct model *model, const struct book_record *facts)
{
    struct book_record *record = model_find(model, facts->board);
    if (!record) {
        cr_assert_lt(model->n, MODEL_MAX);
        record = &model->records[model->n++];
        *record = book_record_of(facts->board);
    }
    cr_assert(book_record_merge(record, facts, NULL, NULL));
}

static void model_remove(struct model *model, ofl_board key)
{
    struct book_record *record = model_find(model, key);
    if (record)
        *record = model->records[--model->n];
}

struct comparison {
    struct model *model;
    int n;
};

static bool compare(void *user, const struct book_record *record, struct reason *reason)
{
    struct comparison *comparison = user;
    const struct book_record *expected = model_find(comparison->model, record->board);
    char text[OFL_BOARD_TEXT];
    ofl_position_to_text((ofl_position){record->board, OFL_BLACK}, text);
    comparison->n++;
    cr_assert_not_null(expected);
    cr_assert_eq(record->value_cd, expected->value_cd, "%s: value %d, expected %d", text,
                 record->value_cd, expected->value_cd);
    cr_assert(record->low == expected->low && record->high == expected->high,
              "%s: %d..%d, expected %d..%d", text, record->low, record->high, expected->low,
              expected->high);
    cr_assert_eq(book_evidence_compare(&record->own, &expected->own,
                                       ofl_count_empties(record->board)), 0);
    return reason != NULL;
}

static void check_all(struct book_store *store, struct model *model)
{
    struct reason reason;
    struct comparison comparison = {model, 0};
    model_derive_all(model);
    cr_assert(book_store_walk(store, 0, 60, compare, &comparison, &reason), "%s", reason.text);
    cr_assert_eq(comparison.n, model->n);
}

static char path[128];

static void make_folder(void)
{
    test_folder_make();
    snprintf(path, sizeof path, "%s", test_folder_at("a.book"));
}

/* Positions of few lines, so that they meet: openings from the start, and ends of one game. */
static ofl_board random_key(struct rng *rng)
{
    static const char end[] = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3"
                              "h4f1e1f2g1b1f8g8b3h3b2h5b7";
    struct ofl_game game;
    struct book_place place;
    ofl_game_init(&game, ofl_position_start());
    int plies = (int)rng_below(rng, 5);
    if (rng_below(rng, 2)) {
        cr_assert(ofl_game_add_transcript(&game, end, sizeof end - 1, NULL));
        plies += 2;
    }
    while (plies--) {
        uint64_t moves = ofl_legal_moves(game.position.board);
        uint32_t skip = moves ? rng_below(rng, (uint32_t)bit_count(moves)) % 3 : 0;
        while (skip--)
            moves = bit_drop(moves);
        if (!ofl_game_play(&game, moves ? bit_first(moves) : OFL_PASS))
            break;
    }
    if (!book_key_place(game.position.board, &place))
        book_key_place(ofl_position_start().board, &place);
    return place.key;
}

static struct book_evidence random_evidence(struct rng *rng, ofl_board key)
{
    uint64_t left = ofl_legal_moves(key);
    for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(left)); skip; skip--)
        left = bit_drop(left);
    return (struct book_evidence){
        .move = (uint8_t)book_key_least_square(key, bit_first(left)),
        .score_cd = (int16_t)((int)rng_below(rng, 2000) - 1000),
        .depth = (uint8_t)rng_below(rng, 8),
        .confidence = (uint8_t)(rng_below(rng, 100)),
        .source = BOOK_SOURCE_OWN,
        .network = rng_below(rng, 3),
    };
}

static struct book_record random_facts(struct book_store *store, struct rng *rng)
{
    struct book_record facts = book_record_of(random_key(rng));
    struct book_moves moves;
    struct reason reason;
    const uint32_t what = rng_below(rng, 8);
    cr_assert(book_store_moves(store, facts.board, &moves, &reason), "%s", reason.text);
    if (what >= 3)
        facts.own = random_evidence(rng, facts.board);
    if (what == 1 || what == 5) {
        facts.deviation = random_evidence(rng, facts.board);
        facts.deviation.excluded =
            moves.known & ~book_key_all_squares(facts.board, bit_of(facts.deviation.move));
    }
    if (what == 2) { /* wide proofs, which agree with each other */
        facts.proof_low = (int8_t)-(int)rng_below(rng, 3);
        facts.proof_high = (int8_t)rng_below(rng, 3);
    }
    return facts;
}

static struct book_store *open_book(enum book_store_mode mode)
{
    struct book_store *store = NULL;
    struct reason reason;
    cr_assert(book_store_open(path, mode, &store, &reason), "%s", reason.text);
    return store;
}

#define MUST(call) cr_assert(call, "%s", reason.text)

Test(bookstore, derived_fields_follow_after_every_commit, .init = make_folder,
     .fini = test_folder_remove)
{
    struct rng rng = rng_seeded(3610);
    static struct model model;
    struct reason reason;
    struct book_store *store = open_book(BOOK_STORE_CREATE);
    int n_steps = 0;
    for (int step = 0; n_steps < 10000; step++) {
        const bool is_bulk = rng_below(&rng, 10) == 0, is_kept = rng_below(&rng, 5) != 0;
        MUST(is_bulk ? book_store_begin_bulk(store, &reason) : book_store_begin(store, &reason));
        for (uint32_t n = 1 + rng_below(&rng, 8); n; n--, n_steps++) {
            const struct book_record facts = random_facts(store, &rng);
            const bool is_removed = rng_below(&rng, 6) == 0; /* pruned, if it is there */
            MUST(is_removed ? book_store_remove(store, facts.board, &reason)
                            : book_store_merge(store, &facts, NULL, &reason));
            if (is_kept && is_removed)
                model_remove(&model, facts.board);
            else if (is_kept)
                model_merge(&model, &facts);
        }
        if (is_kept)
            MUST(book_store_commit(store, &reason));
        else
            book_store_rollback(store);
        cr_assert_eq(book_store_is_stale(store), is_bulk && is_kept);
        MUST(book_store_refresh(store, &reason));
        if (step % 40 == 0) {
            check_all(store, &model);
            book_store_close(store);
            store = open_book(BOOK_STORE_WRITE);
        }
    }
    check_all(store, &model);
    cr_assert_gt(model.n, 100);
    book_store_close(store);
}

Test(bookstore, a_pruned_record_is_forgotten_by_its_parents, .init = make_folder,
     .fini = test_folder_remove)
{
    struct reason reason;
    struct rng rng = rng_seeded(3611);
    struct book_store *store = open_book(BOOK_STORE_CREATE);
    struct book_place place;
    cr_assert(book_key_place(ofl_position_start().board, &place));
    struct book_record start = book_record_of(place.key), child, found;
    start.own = random_evidence(&rng, place.key);
    child = book_record_of(book_key_child(place.key, start.own.move).board);
    child.own = random_evidence(&rng, child.board);
    child.own.score_cd = -300;
    MUST(book_store_begin(store, &reason));
    MUST(book_store_merge(store, &start, NULL, &reason));
    MUST(book_store_merge(store, &child, NULL, &reason));
    MUST(book_store_commit(store, &reason));
    cr_assert_eq(book_store_get(store, place.key, &found, &reason), 1);
    cr_assert_eq(found.value_cd, 300);
    MUST(book_store_begin(store, &reason));
    MUST(book_store_remove(store, child.board, &reason));
    MUST(book_store_commit(store, &reason));
    cr_assert_eq(book_store_get(store, child.board, &found, &reason), 0);
    cr_assert_eq(book_store_get(store, place.key, &found, &reason), 1);
    cr_assert_eq(found.value_cd, start.own.score_cd);
    book_store_close(store);
}

Test(bookstore, what_is_no_book_is_refused, .init = make_folder, .fini = test_folder_remove)
{
    struct book_store *store = NULL;
    struct reason reason;
    cr_assert_not(book_store_open(test_folder_at("."), BOOK_STORE_CREATE, &store, &reason));
    cr_assert_not(book_store_open("/dev/zero", BOOK_STORE_CREATE, &store, &reason));
    cr_assert_not(book_store_open(path, BOOK_STORE_READ, &store, &reason));
    FILE *file = fopen(path, "w");
    fputs("no database, but a text that is long enough to be one", file);
    fclose(file);
    cr_assert_not(book_store_open(path, BOOK_STORE_CREATE, &store, &reason));
    cr_assert(strstr(reason.text, "not a working book"), "%s", reason.text);
    cr_assert_null(store);
}

/* One bit of a page of records: they are saved, and so are the named texts. */
Test(bookstore, fix_saves_named_texts, .init = make_folder, .fini = test_folder_remove)
{
    struct reason reason;
    struct book_fix fix;
    char text[BOOK_META_SIZE + 1] = "";
    struct book_store *store = open_book(BOOK_STORE_CREATE);
    const struct book_record start =
        book_record_of(ofl_canonical(ofl_position_start().board, NULL));
    cr_assert(book_store_begin(store, &reason));
    cr_assert(book_store_merge(store, &start, NULL, &reason));
    cr_assert(book_store_set_meta(store, "from", "an older text", &reason));
    cr_assert(book_store_set_meta(store, "from", "games of 2019", &reason));
    memset(text, 'x', BOOK_META_SIZE);
    cr_assert_not(book_store_set_meta(store, "long", text, &reason));
    text[BOOK_META_SIZE - 1] = '\0';
    cr_assert(book_store_set_meta(store, "long", text, &reason));
    cr_assert(book_store_commit(store, &reason));
    book_store_close(store);
    FILE *file = fopen(path, "r+");
    fseek(file, 24, SEEK_SET); /* the count of changes in the head */
    fputc(0xAA, file);
    fclose(file);
    cr_assert(book_fix_file(path, &fix, &reason), "%s", reason.text);
    cr_expect(fix.was_damaged && fix.n_positions == 1);
    store = open_book(BOOK_STORE_READ);
    cr_expect_eq(book_store_get_meta(store, "long", text, &reason), 1);
    cr_expect_eq(strlen(text), BOOK_META_SIZE - 1);
    cr_expect_eq(book_store_get_meta(store, "from", text, &reason), 1);
    cr_expect_str_eq(text, "games of 2019");
    cr_expect_eq(book_store_get_meta(store, "none", text, &reason), 0);
    book_store_close(store);
}

/* ---- pruning ---- */

static int n_kept_moved; /* kept records with a child that went */

static bool compare_kept(void *user, const struct book_record *record, struct reason *reason)
{
    const struct book_record *before = model_find(user, record->board);
    char text[OFL_BOARD_TEXT];
    ofl_position_to_text((ofl_position){record->board, OFL_BLACK}, text);
    cr_assert_not_null(before);
    cr_assert_eq(record->value_cd, before->value_cd, "%s: value %d, before %d", text,
                 record->value_cd, before->value_cd);
    cr_assert(record->low == before->low && record->high == before->high, "%s", text);
    cr_assert(!book_evidence_exists(&record->own) || record->value_cd != BOOK_NO_VALUE);
    n_kept_moved += book_evidence_compare(&record->deviation, &before->deviation, 60) != 0;
    return reason != NULL;
}

static bool remember(void *user, const struct book_record *record, struct reason *reason)
{
    struct model *model = user;
    cr_assert_lt(model->n, MODEL_MAX);
    model->records[model->n++] = *record;
    return reason != NULL;
}

Test(bookstore, pruning_keeps_values, .init = make_folder, .fini = test_folder_remove)
{
    struct rng rng = rng_seeded(3613);
    static struct model before;
    struct reason reason;
    ofl_board start = ofl_position_start().board;
    for (int round = 0; round < 200; round++) {
        struct book_store *store = open_book(BOOK_STORE_CREATE), *branch = NULL;
        struct prune_count count, again;
        before.n = 0;
        MUST(book_store_begin(store, &reason));
        for (int i = 0; i < 150; i++) {
            const struct book_record facts = random_facts(store, &rng);
            MUST(book_store_merge(store, &facts, NULL, &reason));
            MUST(book_store_settle(store, &reason));
        }
        MUST(book_store_commit(store, &reason));
        MUST(book_store_walk(store, 0, 60, remember, &before, &reason));
        const struct prune_request request = {
            .roots = {&start, 1}, .error_cd = (int32_t)rng_below(&rng, 1000),
            .least_empties = 56 + (int)rng_below(&rng, 5), .keeps_unreached = round % 2};
        MUST(book_store_open(test_folder_at("branch.book"), BOOK_STORE_CREATE, &branch, &reason));
        MUST(prune_copy(store, &request, branch, &count, &reason));
        MUST(book_store_walk(branch, 0, 60, compare_kept, &before, &reason));
        book_store_close(branch);
        MUST(prune_run(store, &request, &count, &reason));
        MUST(book_store_walk(store, 0, 60, compare_kept, &before, &reason));
        MUST(prune_run(store, &request, &again, &reason));
        cr_assert(again.n_gone == 0 && again.n_kept == count.n_kept);
        book_store_close(store);
        remove(path);
        remove(test_folder_at("branch.book"));
    }
    cr_assert_gt(n_kept_moved, 100, "%d", n_kept_moved);
}
