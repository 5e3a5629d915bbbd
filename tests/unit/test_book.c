/* The records of a book: keys, the order of evidence, merging, and what is derived. */
#include <criterion/criterion.h>
#include <outflank/game.h>
#include <string.h>

#include "base/bits.h"
#include "base/rng.h"
#include "book/derive.h"
#include "book/key.h"
#include "book/record.h"

/* A position of a random game, as a key. */
static ofl_board random_key(struct rng *rng, int plies)
{
    struct book_place place;
    ofl_board board = ofl_position_start().board;
    for (int i = 0; i < plies; i++) {
        const uint64_t moves = book_key_place(board, &place) ? ofl_legal_moves(place.key) : 0;
        uint64_t left = moves;
        for (uint32_t skip = moves ? rng_below(rng, (uint32_t)bit_count(moves)) : 0; skip; skip--)
            left = bit_drop(left);
        if (!moves || ofl_is_over(ofl_play(place.key, bit_first(left))))
            break;
        board = ofl_play(place.key, bit_first(left));
    }
    cr_assert(book_key_place(board, &place));
    return place.key;
}

/* Small ranges, so that ties and exact evidence come up. */
static struct book_evidence random_evidence(struct rng *rng, ofl_board key, bool is_own)
{
    struct book_evidence e = {0};
    const uint64_t legal = ofl_legal_moves(key);
    if (rng_below(rng, 5) == 0)
        return e;
    uint64_t left = legal;
    for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(legal)); skip; skip--)
        left = bit_drop(left);
    e.move = (uint8_t)book_key_least_square(key, bit_first(left));
    e.score_cd = (int16_t)(100 * ((int)rng_below(rng, 5) - 2));
    e.depth = (uint8_t)(rng_below(rng, 4) ? rng_below(rng, 3) : (uint32_t)ofl_count_empties(key));
    e.confidence = (uint8_t)(98 + rng_below(rng, 3));
    e.source = (uint8_t)(1 + rng_below(rng, N_BOOK_SOURCES - 1));
    e.network = rng_below(rng, 2) << 24 | rng_below(rng, 2);
    if (!is_own)
        e.excluded = book_key_all_squares(key, legal & rng_next(rng)) &
                     ~book_key_all_squares(key, bit_of(e.move));
    return e;
}

static struct book_record random_record(struct rng *rng, ofl_board key)
{
    struct book_record record = book_record_of(key);
    struct reason reason = {.text = ""};
    record.own = random_evidence(rng, key, true);
    record.deviation = random_evidence(rng, key, false);
    if (rng_below(rng, 3) == 0) {
        record.proof_low = (int8_t)-(int)rng_below(rng, 3);
        record.proof_high = (int8_t)rng_below(rng, 3);
    }
    record.flags = rng_below(rng, BOOK_FLAGS + 1);
    cr_assert(book_record_check(&record, &reason), "%s", reason.text);
    return record;
}

Test(book, key_is_one_for_all_images)
{
    struct rng rng = rng_seeded(3601);
    for (int i = 0; i < 500; i++) {
        const ofl_board key = random_key(&rng, (int)rng_below(&rng, 60));
        for (int s = 0; s < 8; s++) {
            const ofl_board image = ofl_symmetry(key, s);
            struct book_place place;
            cr_assert(book_key_place(image, &place));
            cr_assert_eq(place.key.player, key.player);
            cr_assert_eq(place.key.opponent, key.opponent);
            for (uint64_t left = ofl_legal_moves(image); left; left = bit_drop(left)) {
                const int square = bit_first(left);
                const int there = ofl_symmetry_square(square, place.symmetry);
                cr_assert_eq(book_key_square_back(there, place.symmetry), square);
                const struct book_child a = book_key_child(image, square);
                const struct book_child b =
                    book_key_child(key, book_key_square_there(key, square, place.symmetry));
                cr_assert_eq(a.kind, b.kind);
                cr_assert_eq(a.score, b.score);
                cr_assert_eq(book_key_compare(a.board, b.board), 0);
            }
        }
    }
}

Test(book, start_has_one_move)
{
    struct book_place place;
    cr_assert(book_key_place(ofl_position_start().board, &place));
    cr_assert_eq(bit_count(book_key_moves(place.key)), 1);
    cr_assert_eq(bit_count(book_key_all_squares(place.key, book_key_moves(place.key))), 4);
}

Test(book, passed_board_stands_under_the_board_after_the_pass)
{
    static const char moves[] = "d3c3b3b2f5a3a1c1"; /* black must pass now */
    struct ofl_game game;
    struct book_place place, other;
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(&game, moves, sizeof moves - 1, NULL));
    const ofl_board board = game.position.board;
    cr_assert_eq(ofl_legal_moves(board), 0);
    cr_assert(book_key_place(board, &place) && book_key_place(ofl_swap(board), &other));
    cr_assert(place.is_passed && !other.is_passed);
    cr_assert_eq(book_key_compare(place.key, other.key), 0);
    /* So it is for the move that leads there. */
    const ofl_position before = ofl_game_position_at(&game, game.n_played - 1);
    const struct book_child child =
        book_key_child(before.board, game.moves[game.n_played - 1].move);
    cr_assert_eq(child.kind, BOOK_CHILD_PASS);
    cr_assert_eq(book_key_compare(child.board, place.key), 0);
}

Test(book, evidence_has_a_total_order)
{
    struct rng rng = rng_seeded(3602);
    const ofl_board key = random_key(&rng, 20);
    const int n_empties = ofl_count_empties(key);
    for (int i = 0; i < 20000; i++) {
        const struct book_evidence a = random_evidence(&rng, key, false);
        const struct book_evidence b = random_evidence(&rng, key, false);
        const struct book_evidence c = random_evidence(&rng, key, false);
        const int ab = book_evidence_compare(&a, &b, n_empties);
        const int bc = book_evidence_compare(&b, &c, n_empties);
        cr_assert_eq(ab, -book_evidence_compare(&b, &a, n_empties));
        if (ab <= 0 && bc <= 0)
            cr_assert(book_evidence_compare(&a, &c, n_empties) <= 0);
        if (ab == 0)
            cr_assert(a.score_cd == b.score_cd && a.move == b.move && a.depth == b.depth &&
                      a.confidence == b.confidence && a.source == b.source &&
                      a.network == b.network && a.excluded == b.excluded);
    }
}

Test(book, merging_is_a_semilattice)
{
    struct rng rng = rng_seeded(3603);
    for (int i = 0; i < 5000; i++) {
        const ofl_board key = random_key(&rng, (int)rng_below(&rng, 40));
        const struct book_record a = random_record(&rng, key), b = random_record(&rng, key),
                                 c = random_record(&rng, key);
        struct book_record ab = a, ba = b, ab_c = a, bc = b, a_bc = a;
        bool has_changed;
        /* All proofs hold 0, so nothing contradicts. */
        cr_assert(book_record_merge(&ab, &b, NULL, NULL));
        cr_assert(book_record_merge(&ba, &a, NULL, NULL));
        cr_assert(book_record_is_equal(&ab, &ba));
        ab_c = ab;
        cr_assert(book_record_merge(&ab_c, &c, NULL, NULL));
        cr_assert(book_record_merge(&bc, &c, NULL, NULL));
        cr_assert(book_record_merge(&a_bc, &bc, NULL, NULL));
        cr_assert(book_record_is_equal(&ab_c, &a_bc));
        cr_assert(book_record_merge(&ab_c, &a, &has_changed, NULL));
        cr_assert_not(has_changed);
        cr_assert(book_record_is_equal(&ab_c, &a_bc));
    }
}

Test(book, contradicting_proofs_are_refused)
{
    struct book_place place;
    struct reason reason = {.text = ""};
    book_key_place(ofl_position_start().board, &place);
    struct book_record a = book_record_of(place.key), b = a;
    a.proof_low = 2;
    b.proof_high = 0;
    const struct book_record before = a;
    cr_assert_not(book_record_merge(&a, &b, NULL, &reason));
    cr_assert(book_record_is_equal(&a, &before));
    cr_assert(strstr(reason.text, "one proof says at least 2, another at most 0"), "%s",
              reason.text);
}

/* The evidence that a search of the moves outside the book would bring. */
static struct book_evidence searched(const struct book_moves *moves, int score_cd, int depth)
{
    return (struct book_evidence){.score_cd = (int16_t)score_cd,
                                  .move = (uint8_t)bit_first(moves->outside),
                                  .depth = (uint8_t)depth, .confidence = 73,
                                  .source = BOOK_SOURCE_OWN, .excluded = moves->known};
}

Test(book, a_new_deviation_always_replaces_one_that_entered_the_book)
{
    struct rng rng = rng_seeded(3604);
    const ofl_board key = random_key(&rng, 12);
    struct book_record record = book_record_of(key);
    struct book_moves moves;
    book_moves_init(&moves, key);
    cr_assert_gt(moves.n, 3);
    cr_assert_eq(book_derive_rest(&record, &moves, NULL), BOOK_REST_WANTED);
    cr_assert(book_derive(&record, &moves, NULL));
    cr_assert_eq(record.value_cd, BOOK_NO_VALUE);
    for (int i = 0; i < moves.n; i++) {
        /* Scores fall and depths, too, as moves enter the book; still the newest one holds. */
        struct book_record answer = book_record_of(key);
        struct book_evidence found = {0};
        answer.deviation = searched(&moves, 400 - 100 * i, 30 - i);
        cr_assert(book_record_check(&answer, NULL));
        cr_assert(book_record_merge(&record, &answer, NULL, NULL));
        cr_assert_eq(book_derive_rest(&record, &moves, &found), BOOK_REST_KNOWN);
        cr_assert_eq(found.score_cd, 400 - 100 * i);
        int entered = 0;
        while (moves.list[entered].square != found.move)
            entered++;
        struct book_record child = book_record_of(moves.list[entered].child.board);
        child.value_cd = 900;
        book_moves_set(&moves, entered, key, &child);
        cr_assert_eq(book_derive_rest(&record, &moves, NULL),
                     i + 1 < moves.n ? BOOK_REST_WANTED : BOOK_REST_NONE);
        cr_assert(book_derive(&record, &moves, NULL));
        const bool is_passed = moves.list[entered].child.kind == BOOK_CHILD_PASS;
        cr_assert_eq(record.value_cd, is_passed ? 900 : -900);
    }
}

Test(book, exact_evidence_of_others_proves_nothing)
{
    struct rng rng = rng_seeded(3605);
    const ofl_board key = random_key(&rng, 40);
    struct book_moves moves;
    book_moves_init(&moves, key);
    struct book_record record = book_record_of(key);
    record.own = searched(&moves, 600, ofl_count_empties(key));
    record.own.confidence = 100;
    record.own.excluded = 0;
    cr_assert(book_derive(&record, &moves, NULL));
    cr_assert(record.low == 6 && record.high == 6 && record.value_cd == 600);
    record.own.source = BOOK_SOURCE_OTHER;
    cr_assert(book_derive(&record, &moves, NULL));
    cr_assert(record.low < 6 && record.high > 6 && record.value_cd == 600);
}
