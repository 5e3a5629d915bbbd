/* The packed book: what is written is read; damaged files end in a sentence. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/key.h"
#include "book/packed.h"
#include "book/packed_code.h"
#include "book/packed_sort.h"
#include "book/packed_write.h"
#include "support.h"

enum { PAGE = 2048 };

/* ---- a book of random games ---- */

struct sample {
    size_t n, size;
    struct packed_entry *entries;
};

static int random_square(uint64_t set, struct rng *rng)
{
    for (uint32_t left = rng_below(rng, (uint32_t)__builtin_popcountll(set)); left > 0; left--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

static struct packed_entry random_entry(ofl_board key, struct rng *rng)
{
    const uint64_t legal = ofl_legal_moves(key);
    struct packed_entry entry = {.board = key, .value_cd = BOOK_NO_VALUE, .best = OFL_NO_MOVE};
    entry.role = (uint8_t)rng_below(rng, N_PACKED_ROLES);
    entry.flags = (uint8_t)rng_below(rng, BOOK_FLAGS + 1);
    entry.n_games = packed_code_round_games((uint32_t)rng_next(rng) >> rng_below(rng, 32));
    if (rng_below(rng, 8)) {
        entry.value_cd = (int16_t)((int)rng_below(rng, 12801) - 6400);
        entry.best = (uint8_t)random_square(legal, rng);
    }
    entry.low = -64, entry.high = 64;
    if (entry.value_cd != BOOK_NO_VALUE && entry.value_cd % 100 == 0 && rng_below(rng, 2))
        entry.low = entry.high = (int8_t)(entry.value_cd / 100);
    else if (entry.value_cd != BOOK_NO_VALUE && rng_below(rng, 8) == 0)
        entry.high = (int8_t)(entry.value_cd > 0 ? 64 - (6400 - entry.value_cd) / 800 : 4);
    if (entry.role != PACKED_NONE)
        entry.evidence = (struct book_evidence){
            .score_cd = (int16_t)((int)rng_below(rng, 12801) - 6400),
            .move = (uint8_t)random_square(legal, rng),
            .depth = (uint8_t)(10 + rng_below(rng, 8)),
            .confidence = (uint8_t)(98 + rng_below(rng, 3)),
            .source = (uint8_t)(1 + rng_below(rng, N_BOOK_SOURCES - 1)),
            .network = rng_below(rng, 2) * 0xFEDCBA98u,
        };
    return entry;
}

static bool has_board(const struct sample *sample, ofl_board key)
{
    for (size_t i = 0; i < sample->n; i++)
        if (sample->entries[i].board.player == key.player &&
            sample->entries[i].board.opponent == key.opponent)
            return true;
    return false;
}

/* `n` different keys from random games. */
static struct sample random_sample(size_t n, uint64_t seed)
{
    struct rng rng = rng_seeded(seed);
    struct sample sample = {.entries = calloc(n, sizeof *sample.entries)};
    while (sample.n < n) {
        ofl_board board = ofl_position_start().board;
        for (int move; sample.n < n && (move = test_random_move(board, &rng)) != OFL_NO_MOVE;) {
            struct book_place place;
            if (book_key_place(board, &place) && !has_board(&sample, place.key))
                sample.entries[sample.n++] = random_entry(place.key, &rng);
            board = ofl_play(board, move);
        }
    }
    return sample;
}

static bool is_equal(const struct packed_entry *a, const struct packed_entry *b)
{
    return a->board.player == b->board.player && a->board.opponent == b->board.opponent &&
           a->value_cd == b->value_cd && a->best == b->best && a->role == b->role &&
           a->low == b->low && a->high == b->high && a->flags == b->flags &&
           a->n_games == b->n_games &&
           book_evidence_compare(&a->evidence, &b->evidence, 60) == 0;
}

/* ---- files ---- */

static const char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/outflank-packed-%ld-%s",
             getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (long)getpid(), name);
    return path;
}

static void write_book(const char *path, const struct sample *sample, size_t memory, bool is_back)
{
    struct packed_writer *writer;
    struct reason reason;
    cr_assert(packed_write_begin(path, memory, &writer, &reason), "%s", reason.text);
    for (size_t i = 0; i < sample->n; i++)
        cr_assert(packed_write_add(writer, &sample->entries[is_back ? sample->n - 1 - i : i],
                                   &reason), "%s", reason.text);
    cr_assert(packed_write_commit(writer, "a test", &reason), "%s", reason.text);
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    cr_assert_eq(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void expect_all(struct packed_book *book, const struct sample *sample)
{
    struct reason reason;
    for (size_t i = 0; i < sample->n; i++) {
        struct packed_entry entry;
        cr_assert_eq(packed_get(book, sample->entries[i].board, &entry, &reason), 1, "%zu", i);
        cr_assert(is_equal(&entry, &sample->entries[i]), "entry %zu", i);
    }
}

static bool count_entry(void *user, const struct packed_entry *entry, struct reason *reason)
{
    size_t *n = user;
    (void)entry;
    (void)reason;
    ++*n;
    return true;
}

Test(packed, what_is_written_is_read)
{
    static const size_t sizes[] = {0, 1, 2, 101, 102, 103, 2000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct sample sample = random_sample(sizes[i], test_seed(11) + i);
        const char *path = path_of("all");
        write_book(path, &sample, 1 << 20, false);
        struct packed_book *book;
        struct reason reason;
        cr_assert(packed_open(path, &book, &reason), "%s", reason.text);
        cr_expect_eq(packed_info(book)->n_positions, sizes[i]);
        cr_expect_str_eq(packed_info(book)->note, "a test");
        cr_expect(packed_check(book, &reason), "%s", reason.text);
        expect_all(book, &sample);
        size_t n = 0;
        cr_expect(packed_walk(book, count_entry, &n, &reason) && n == sizes[i]);
        struct sample others = random_sample(300, 12345);
        for (size_t k = 0; k < others.n; k++) {
            struct packed_entry entry;
            cr_expect_eq(packed_get(book, others.entries[k].board, &entry, &reason),
                         has_board(&sample, others.entries[k].board));
        }
        free(others.entries);
        packed_close(book);
        free(sample.entries);
        unlink(path);
    }
}

/* Little memory: many runs, and merges of runs. The same entries give the same bytes. */
Test(packed, external_sort)
{
    struct sample sample = random_sample(3000, test_seed(12));
    size_t size, other;
    write_book(path_of("a"), &sample, 64 << 20, false);
    char *bytes = read_file(path_of("a"), &size);
    for (int i = 0; i < 2; i++) {
        write_book(path_of("b"), &sample, 1, i != 0);
        char *again = read_file(path_of("b"), &other);
        cr_expect(other == size && memcmp(bytes, again, size) == 0, "order %d", i);
        free(again);
    }
    unlink(path_of("a"));
    unlink(path_of("b"));
    free(bytes);
    free(sample.entries);
}

/* More runs than fit in memory. */
Test(packed, many_runs)
{
    enum { N = 150000 };
    struct rng rng = rng_seeded(test_seed(21));
    struct packed_sort *sort = packed_sort_begin("/tmp/sorted", 1);
    struct packed_record record, before = {0};
    struct reason reason;
    uint64_t sum = 0;
    int n = 0;
    cr_assert_not_null(sort);
    for (int i = 0; i < N; i++) {
        record = (struct packed_record){rng_next(&rng) >> rng_below(&rng, 64), rng_next(&rng), 7};
        sum += record.high ^ record.middle;
        cr_assert(packed_sort_add(sort, &record, &reason), "%s", reason.text);
    }
    cr_assert(packed_sort_finish(sort, &reason), "%s", reason.text);
    for (; packed_sort_next(sort, &record); n++, before = record) {
        cr_assert(packed_code_compare(&before, &record) <= 0 && record.low == 7);
        sum -= record.high ^ record.middle;
    }
    cr_expect(n == N && sum == 0, "%d came back", n);
    packed_sort_end(sort);
    sort = packed_sort_begin("/nowhere/sorted", 1);
    for (n = 0; n < N && packed_sort_add(sort, &before, &reason); n++)
        continue;
    cr_expect(n < N && strstr(reason.text, "/nowhere"), "a folder that is not there");
    packed_sort_end(sort);
}

static void *read_all(void *user)
{
    void **both = user;
    expect_all(both[0], both[1]);
    return NULL;
}

Test(packed, threads)
{
    struct sample sample = random_sample(2000, test_seed(13));
    struct packed_book *book;
    struct reason reason;
    write_book(path_of("threads"), &sample, 1 << 20, false);
    cr_assert(packed_open(path_of("threads"), &book, &reason));
    pthread_t threads[4];
    void *both[] = {book, &sample};
    for (int i = 0; i < 4; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, read_all, both), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    packed_close(book);
    unlink(path_of("threads"));
    free(sample.entries);
}

/* ---- damage ---- */

/* Opens and reads everything: right values or one sentence. */
static int count_faults(const char *bytes, size_t size, const struct sample *sample)
{
    struct packed_book *book;
    struct reason reason = {.text = ""};
    if (!packed_open_memory(bytes, size, "book", &book, &reason)) {
        cr_assert(strncmp(reason.text, "book: ", 6) == 0, "'%s'", reason.text);
        return 1;
    }
    int n_faults = 0;
    for (size_t i = 0; i < sample->n; i += 31) {
        struct packed_entry entry;
        reason.text[0] = '\0';
        const int code = packed_get(book, sample->entries[i].board, &entry, &reason);
        cr_assert(code == 1 ? is_equal(&entry, &sample->entries[i])
                            : code == -1 && strncmp(reason.text, "book: ", 6) == 0,
                  "entry %zu: %d", i, code);
        n_faults += code < 0;
    }
    const bool is_good = packed_check(book, &reason);
    cr_assert_not(is_good, "a flipped byte is found");
    packed_close(book);
    return n_faults;
}

Test(packed, every_byte_flipped)
{
    struct sample sample = random_sample(450, test_seed(14));
    size_t size;
    int n_faults = 0;
    write_book(path_of("flip"), &sample, 1 << 20, false);
    char *bytes = read_file(path_of("flip"), &size);
    unlink(path_of("flip"));
    cr_expect_eq(size, 9 * PAGE, "header, five leaves, index, two of kinds");
    struct rng rng = rng_seeded(test_seed(15));
    const size_t step = IS_SANITIZED ? 8 : 1;
    for (size_t i = 0; i < size; i += step) {
        const char flip = (char)(1 << rng_below(&rng, 8));
        bytes[i] ^= flip;
        n_faults += count_faults(bytes, size, &sample) > 0;
        bytes[i] ^= flip;
    }
    cr_expect_geq(n_faults, (int)((size - PAGE) / step), "only the last leaf may be unread");
    free(bytes);
    free(sample.entries);
}

Test(packed, truncated)
{
    struct sample sample = random_sample(450, test_seed(16));
    struct packed_book *book;
    size_t size;
    write_book(path_of("cut"), &sample, 1 << 20, false);
    char *bytes = read_file(path_of("cut"), &size);
    unlink(path_of("cut"));
    for (size_t n = 0; n < size; n++) {
        char *copy = test_exact(bytes, n);
        struct reason reason = {.text = ""};
        cr_assert_not(packed_open_memory(copy, n, "book", &book, &reason), "%zu bytes", n);
        cr_assert(reason.text[0]);
        free(copy);
    }
    free(bytes);
    free(sample.entries);
}

/* Cut off while it is open: no signal. */
Test(packed, cut_off_while_open)
{
    struct sample sample = random_sample(2000, test_seed(17));
    struct packed_book *book;
    struct reason reason = {.text = ""};
    struct packed_entry entry;
    const char *path = path_of("open");
    write_book(path, &sample, 1 << 20, false);
    cr_assert(packed_open(path, &book, &reason));
    cr_assert_eq(truncate(path, PAGE + 100), 0);
    int n_refused = 0;
    for (size_t i = 0; i < sample.n; i++)
        n_refused += packed_get(book, sample.entries[i].board, &entry, &reason) == -1;
    cr_expect_eq(n_refused, (int)sample.n);
    cr_expect_not_null(strstr(reason.text, "the file ends within page"), "%s", reason.text);
    packed_close(book);
    unlink(path);
    free(sample.entries);
}

Test(packed, what_is_no_book)
{
    struct packed_book *book;
    struct reason reason = {.text = ""};
    cr_expect_not(packed_open("/", &book, &reason));
    cr_expect_not(packed_open("/dev/null", &book, &reason));
    cr_expect_not(packed_open("/nowhere/book", &book, &reason));
    char *zeros = calloc(4, PAGE);
    cr_expect_not(packed_open_memory(zeros, 4 * PAGE, "zeros", &book, &reason));
    cr_expect_str_eq(reason.text, "zeros: this is no packed book");
    free(zeros);
}

/* ---- what cannot be written ---- */

Test(packed, refused_entries)
{
    struct sample sample = random_sample(1, 18);
    struct packed_entry good = sample.entries[0], bad;
    struct packed_writer *writer;
    struct reason reason;
    good.value_cd = 150;
    good.low = -64, good.high = 64;
    cr_assert(packed_write_begin(path_of("bad"), 1 << 20, &writer, &reason));
    cr_expect(packed_write_add(writer, &good, &reason), "%s", reason.text);
    bad = good, bad.value_cd = 6401;
    cr_expect_not(packed_write_add(writer, &bad, &reason));
    bad = good, bad.low = bad.high = 1;
    cr_expect_not(packed_write_add(writer, &bad, &reason), "150 is not 1 disc");
    bad = good, bad.low = 2;
    cr_expect_not(packed_write_add(writer, &bad, &reason), "150 is less than 2 discs");
    bad = good, bad.low = 3, bad.high = 2;
    cr_expect_not(packed_write_add(writer, &bad, &reason));
    bad = good, bad.evidence.source = 9;
    cr_expect_not(packed_write_add(writer, &bad, &reason));
    bad = good, bad.best = 27;
    cr_expect_not(packed_write_add(writer, &bad, &reason), "d4 is full");
    bad = good, bad.flags = 8;
    cr_expect_not(packed_write_add(writer, &bad, &reason));
    bad = good, bad.board.player &= ~(UINT64_C(0x1818) << 24),
    bad.board.opponent &= ~(UINT64_C(0x1818) << 24);
    cr_expect_not(packed_write_add(writer, &bad, &reason), "the centre is empty");
    cr_expect(packed_write_add(writer, &good, &reason));
    cr_expect_not(packed_write_commit(writer, "", &reason), "added twice");
    cr_expect_not_null(strstr(reason.text, "twice"), "%s", reason.text);
    cr_expect_neq(access(path_of("bad"), F_OK), 0, "nothing was written");
    cr_expect_not(packed_write_begin("/nowhere/book", 0, &writer, &reason));
    free(sample.entries);
}

/* More kinds than there is room for: bounds and networks are left out, nothing else. */
Test(packed, many_kinds)
{
    struct sample sample = random_sample(5000, 19);
    struct packed_writer *writer;
    struct packed_book *book;
    struct reason reason;
    cr_assert(packed_write_begin(path_of("kinds"), 1 << 20, &writer, &reason));
    for (size_t i = 0; i < sample.n; i++) {
        if (sample.entries[i].role != PACKED_NONE)
            sample.entries[i].evidence.network = (uint32_t)i + 1;
        cr_assert(packed_write_add(writer, &sample.entries[i], &reason), "%s", reason.text);
    }
    const uint64_t n_without = packed_write_count_simplified(writer);
    cr_assert(packed_write_commit(writer, "", &reason), "%s", reason.text);
    cr_assert(packed_open(path_of("kinds"), &book, &reason), "%s", reason.text);
    uint64_t n_lost = 0;
    for (size_t i = 0; i < sample.n; i++) {
        struct packed_entry entry;
        cr_assert_eq(packed_get(book, sample.entries[i].board, &entry, &reason), 1);
        n_lost += !is_equal(&entry, &sample.entries[i]);
        entry.evidence.network = sample.entries[i].evidence.network;
        entry.low = sample.entries[i].low;
        entry.high = sample.entries[i].high;
        cr_assert(is_equal(&entry, &sample.entries[i]));
    }
    cr_expect(n_lost == n_without && n_lost > 0, "%d lost", (int)n_lost);
    packed_close(book);
    unlink(path_of("kinds"));
    free(sample.entries);
}

Test(packed, boards_as_numbers)
{
    struct sample sample = random_sample(2000, test_seed(20));
    for (size_t i = 0; i < sample.n; i++)
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            const ofl_board board = ofl_symmetry(sample.entries[i].board, symmetry);
            const struct packed_record record = packed_code_board(board);
            ofl_board back = {0};
            cr_assert(packed_code_read_board(&record, &back));
            cr_assert(back.player == board.player && back.opponent == board.opponent);
        }
    struct packed_record too_large = {.high = UINT64_MAX};
    ofl_board board;
    cr_expect_not(packed_code_read_board(&too_large, &board));
    free(sample.entries);
}

/* All bounds, in all ranges of the other fields. */
Test(packed, kinds)
{
    struct rng rng = rng_seeded(test_seed(22));
    const ofl_board board = ofl_canonical(ofl_position_start().board, NULL);
    const uint64_t legal = ofl_legal_moves(board);
    for (int low = -64; low <= 64; low++)
        for (int high = low; high <= 64; high++) {
            struct packed_entry entry = random_entry(board, &rng), back = {.board = board};
            entry.low = (int8_t)low;
            entry.high = (int8_t)high;
            entry.value_cd = (int16_t)(50 * (low + high));
            entry.role = PACKED_OWN;
            entry.evidence = (struct book_evidence){
                .depth = (uint8_t)rng_below(&rng, 61), .confidence = (uint8_t)rng_below(&rng, 101),
                .source = (uint8_t)(1 + rng_below(&rng, 3)), .network = (uint32_t)rng_next(&rng),
                .move = (uint8_t)random_square(legal, &rng)};
            struct reason reason;
            cr_assert(packed_code_check(&entry, &reason), "%s", reason.text);
            const packed_kind kind = packed_code_kind(&entry);
            const struct packed_record record = packed_code_write(&entry, 0);
            cr_assert(packed_code_kind_is_valid(kind));
            cr_assert(packed_code_read(&record, &kind, 1, &back, &reason), "%s", reason.text);
            cr_assert(is_equal(&entry, &back), "%d..%d", low, high);
            const packed_kind simple = packed_code_kind_without_bounds(kind);
            cr_assert(packed_code_read(&record, &simple, 1, &back, &reason), "%s", reason.text);
            cr_assert(low == high ? back.low == low && back.high == high
                                  : back.low == -64 && back.high == 64);
            entry.low = back.low, entry.high = back.high;
            cr_assert(is_equal(&entry, &back));
        }
    cr_expect_not(packed_code_kind_is_valid(UINT32_MAX));
}

Test(packed, games)
{
    uint32_t before = 0;
    for (uint32_t n = 0; n < 2 * PACKED_GAMES_MAX; n += 1 + n / 100) {
        const uint32_t round = packed_code_round_games(n);
        cr_assert(round <= n && (round >= n - n / 16 || n > PACKED_GAMES_MAX) && round >= before);
        cr_assert_eq(packed_code_round_games(round), round);
        before = round;
    }
    cr_expect_eq(packed_code_round_games(UINT32_MAX), PACKED_GAMES_MAX);
}
