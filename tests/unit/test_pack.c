/* A working book packed and unpacked: what a packed book holds is the same afterwards. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "book/check_packed.h"
#include "book/book_games.h"
#include "book/pack.h"
#include "book/packed_write.h"
#include "support.h"

static const char *at(const char *name) { return test_folder_at(name); }

static struct book_store *open_store(const char *name)
{
    struct book_store *store;
    struct reason reason;
    cr_assert(book_store_open(at(name), BOOK_STORE_CREATE, &store, &reason), "%s", reason.text);
    return store;
}

/* ---- checks ---- */

static void show_fault(void *user, const char *fault)
{
    (void)user;
    fprintf(stderr, "%s\n", fault);
}

static int64_t count_faults(struct packed_book *book)
{
    struct book_check check = {.tell = show_fault};
    cr_assert(check_packed_run(book, &check), "values were compared");
    cr_assert_eq((uint64_t)check.n_positions, packed_info(book)->n_positions);
    return check.n_faults;
}

static bool bend(void *user, const struct packed_entry *entry, struct reason *reason)
{
    struct packed_entry bent = *entry;
    if (entry->value_cd != BOOK_NO_VALUE && entry->low < entry->high &&
        ofl_count_empties(entry->board) == 60)
        bent.value_cd = (int16_t)(entry->value_cd + (entry->value_cd < 100 * entry->high ? 1 : -1));
    return packed_write_add(user, &bent, reason);
}

/* The same book, but the value of the start does not follow. */
static void check_bent(struct packed_book *book, const char *path)
{
    struct packed_writer *writer;
    struct packed_book *bent;
    struct reason reason;
    cr_assert(packed_write_begin(path, PACKED_WRITE_MEMORY, &writer, &reason));
    cr_assert(packed_walk(book, bend, writer, &reason), "%s", reason.text);
    cr_assert(packed_write_commit(writer, "", &reason), "%s", reason.text);
    cr_assert(packed_open(path, &bent, &reason), "%s", reason.text);
    cr_expect_eq(count_faults(bent), 1);
    packed_close(bent);
}

/* ---- random facts ---- */

static int random_square(uint64_t set, struct rng *rng)
{
    for (uint32_t left = rng_below(rng, (uint32_t)bit_count(set)); left > 0; left--)
        set = bit_drop(set);
    return bit_first(set);
}

static struct book_evidence random_evidence(ofl_board key, struct rng *rng)
{
    const int empties = ofl_count_empties(key);
    return (struct book_evidence){
        .score_cd = (int16_t)((int)rng_below(rng, 801) - 400),
        .move = (uint8_t)book_key_least_square(key, random_square(ofl_legal_moves(key), rng)),
        .depth = (uint8_t)rng_below(rng, (uint32_t)empties),
        .confidence = (uint8_t)(73 + rng_below(rng, 28)),
        .source = (uint8_t)(1 + rng_below(rng, 3)),
        .network = rng_below(rng, 3),
    };
}

enum { LATE = 6, EARLY = 20 };

/* Lower bounds stand at odd numbers of empties only, upper ones at even numbers, and none near the
 * end, which proves its own: no contradiction can follow from them. */
static struct book_record random_facts(ofl_board key, struct rng *rng)
{
    struct book_record record = book_record_of(key);
    const int empties = ofl_count_empties(key);
    record.flags = rng_below(rng, BOOK_FLAGS + 1);
    if (rng_below(rng, 8))
        record.own = random_evidence(key, rng);
    if (rng_below(rng, 2)) {
        const uint64_t legal = ofl_legal_moves(key), own = bit_of(record.own.move);
        record.deviation = random_evidence(key, rng);
        record.deviation.excluded =
            book_key_all_squares(key, legal & (rng_below(rng, 2) ? own : rng_next(rng))) &
            ~book_key_all_squares(key, bit_of(record.deviation.move));
    }
    if (empties >= EARLY && rng_below(rng, 10) == 0 && empties % 2)
        record.proof_low = (int8_t)((int)rng_below(rng, 9) - 4);
    if (empties >= EARLY && rng_below(rng, 10) == 0 && empties % 2 == 0)
        record.proof_high = (int8_t)((int)rng_below(rng, 9) - 4);
    return record;
}

static void learn(struct book_store *store, const struct ofl_game *game)
{
    struct book_game form;
    struct reason reason;
    cr_assert(book_game_of(&(struct reading){.game = *game}, 30, &form, &reason));
    cr_assert_geq(book_games_add(store, &form, &reason), 0, "%s", reason.text);
}

/* Positions of random games to the end: the last ones prove each other. A gap keeps these proofs
 * from the made-up ones. */
static void fill(struct book_store *store, int n_games, uint64_t seed)
{
    struct rng rng = rng_seeded(seed);
    struct reason reason;
    cr_assert(book_store_begin_bulk(store, &reason));
    for (int i = 0; i < n_games; i++) {
        struct ofl_game game;
        ofl_game_init(&game, ofl_position_start());
        for (int move; (move = test_random_move(game.position.board, &rng)) != OFL_NO_MOVE;) {
            struct book_place place;
            const int empties = ofl_count_empties(game.position.board);
            if ((empties <= LATE || empties >= EARLY) && rng_below(&rng, 4) &&
                book_key_place(game.position.board, &place)) {
                const struct book_record facts = random_facts(place.key, &rng);
                cr_assert(book_store_merge(store, &facts, NULL, &reason), "%s", reason.text);
            }
            cr_assert(ofl_game_play(&game, move));
        }
        learn(store, &game);
    }
    cr_assert(book_store_commit(store, &reason), "%s", reason.text);
    cr_assert(book_store_refresh(store, &reason), "%s", reason.text);
}

/* ---- comparing ---- */

static bool is_same_value(const struct book_record *a, const struct book_record *b)
{
    return a->value_cd == b->value_cd && a->best == b->best && a->low == b->low &&
           a->high == b->high && a->flags == b->flags;
}

struct comparison {
    struct book_store *other;
    struct packed_book *packed;
    int n, n_proved, n_valueless, n_by_role[N_PACKED_ROLES], n_games;
};

static bool compare(void *user, const struct book_record *record, struct reason *reason)
{
    struct comparison *comparison = user;
    struct book_record other;
    struct packed_entry entry;
    struct book_counts counts;
    cr_assert_eq(packed_get(comparison->packed, record->board, &entry, reason), 1);
    cr_assert(entry.value_cd == record->value_cd && entry.best == record->best &&
              entry.low == record->low && entry.high == record->high);
    cr_assert(book_store_get(comparison->other, record->board, &other, reason) == 1);
    cr_assert(is_same_value(record, &other), "%d and %d, %d..%d and %d..%d", record->value_cd,
              other.value_cd, record->low, record->high, other.low, other.high);
    cr_assert(book_games_count(comparison->other, record->board, &counts, reason));
    comparison->n++;
    comparison->n_proved += record->low == record->high;
    comparison->n_valueless += record->value_cd == BOOK_NO_VALUE;
    comparison->n_by_role[entry.role]++;
    comparison->n_games += entry.n_games > 0;
    return true;
}

static bool clear_games(void *user, const struct packed_entry *entry, struct reason *reason)
{
    struct packed_entry plain = *entry;
    struct packed_entry again;
    cr_assert_eq(packed_get(user, entry->board, &again, reason), 1);
    plain.n_games = 0;
    cr_assert(plain.value_cd == again.value_cd && plain.best == again.best &&
              plain.role == again.role && plain.low == again.low && plain.high == again.high &&
              plain.flags == again.flags && again.n_games == 0 &&
              book_evidence_compare(&plain.evidence, &again.evidence, 60) == 0);
    return true;
}

Test(pack, round_trip, .init = test_folder_make, .fini = test_folder_remove, .timeout = 600)
{
    struct book_store *a = open_store("a"), *b = open_store("b");
    struct pack_report report;
    struct reason reason;
    fill(a, 60, test_seed(31));
    cr_assert(pack_write(a, at("p"), "from a", NULL, &report, &reason), "%s", reason.text);
    cr_expect(report.n_positions > 1500 && !report.n_dropped && !report.n_simplified);
    struct packed_book *p, *q;
    cr_assert(packed_open(at("p"), &p, &reason) && packed_check(p, &reason), "%s", reason.text);
    uint64_t n_changed;
    cr_assert(pack_read(p, b, &n_changed, &reason), "%s", reason.text);
    cr_expect_eq(n_changed, report.n_positions);
    struct comparison comparison = {.other = b, .packed = p};
    cr_assert(book_store_walk(a, 0, 60, compare, &comparison, &reason));
    cr_expect_eq((uint64_t)comparison.n, report.n_positions);
    cr_expect(comparison.n_proved > 50 && comparison.n_valueless > 10 && comparison.n_games > 500,
              "%d proved, %d without a value, %d with games", comparison.n_proved,
              comparison.n_valueless, comparison.n_games);
    for (int role = 0; role < N_PACKED_ROLES; role++)
        cr_expect_gt(comparison.n_by_role[role], 10, "role %d", role);
    cr_assert(pack_write(b, at("q"), "from b", NULL, &report, &reason), "%s", reason.text);
    cr_assert(packed_open(at("q"), &q, &reason), "%s", reason.text);
    cr_expect_eq(packed_info(q)->n_positions, (uint64_t)comparison.n);
    cr_expect(packed_walk(p, clear_games, q, &reason));
    cr_assert(pack_read(p, b, &n_changed, &reason), "%s", reason.text);
    cr_expect_eq(n_changed, 0, "unpacked twice");
    cr_expect_eq(count_faults(p), 0);
    cr_expect_eq(count_faults(q), 0);
    check_bent(q, at("p"));
    packed_close(p);
    packed_close(q);
    book_store_close(a);
    book_store_close(b);
}
