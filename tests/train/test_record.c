/* Data files: what is written is read, whatever is cut off or damaged costs one block. */
#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "base/checksum.h"
#include "support.h"
#include "train/dataset.h"
#include "train/whole_file.h"
#include "train/train_record.h"
#include "train/unique.h"

enum { N_BLOCKS = 5, PER_BLOCK = 40 };

static char path[] = "/tmp/outflank-record-XXXXXX";

static void set_up(void)
{
    int fd = mkstemp(path);
    cr_assert(fd >= 0);
    close(fd);
}

static void tear_down(void) { unlink(path); }

static struct record make_record(struct rng *rng, uint64_t game)
{
    uint64_t mask = rng_next(rng), player = rng_next(rng);
    return (struct record){
        .board = {player & mask, ~player & mask},
        .game = game,
        .score = (int16_t)((int)rng_below(rng, 2 * 8192 + 1) - 8192),
        .result = rng_below(rng, 5) ? (int8_t)((int)rng_below(rng, 129) - 64) : RECORD_NO_RESULT,
        .kind = (uint8_t)rng_below(rng, RECORD_KINDS),
        .depth = (uint8_t)rng_below(rng, 61),
        .confidence = (uint8_t)rng_below(rng, 101),
        .ply_1 = (uint8_t)rng_below(rng, 62),
    };
}

/* Records of block b are of game b; the block notes progress b + 1. */
static void write_blocks(int first, int n, uint64_t job, uint64_t expected_progress)
{
    struct reason reason;
    uint64_t progress;
    struct record_writer *writer = record_create(path, job, "test", &progress, &reason);
    cr_assert(writer != NULL, "%s", reason.text);
    cr_assert_eq(progress, expected_progress);
    for (int b = first; b < first + n; b++) {
        struct rng rng = rng_seeded((uint64_t)b);
        for (int i = 0; i < PER_BLOCK; i++) {
            struct record record = make_record(&rng, (uint64_t)b);
            cr_assert(record_write(writer, &record));
        }
        cr_assert(record_end_block(writer, (uint64_t)b + 1));
    }
    cr_assert(record_close(writer));
}

static bool is_same(const struct record *a, const struct record *b)
{
    return a->board.player == b->board.player && a->board.opponent == b->board.opponent &&
           a->game == b->game && a->score == b->score && a->result == b->result &&
           a->kind == b->kind && a->depth == b->depth && a->confidence == b->confidence &&
           a->ply_1 == b->ply_1;
}

/* Reads an image, passing damage. Every block read must be one that was written; returns
 * a bit for each. -1 if it is no data file. */
static int blocks_of(const uint8_t *bytes, size_t size)
{
    static struct record out[RECORD_BLOCK];
    struct reason reason;
    struct record_reader reader;
    int found = 0;
    if (!record_open(&reader, bytes, size, &reason))
        return -1;
    for (int n; (n = record_next_block(&reader, out, &reason)) != 0;) {
        if (n < 0) {
            cr_assert(record_resync(&reader) > 0);
            continue;
        }
        cr_assert_eq(n, PER_BLOCK);
        struct rng rng = rng_seeded(out[0].game);
        for (int i = 0; i < n; i++) {
            struct record expected = make_record(&rng, out[0].game);
            cr_assert(is_same(&out[i], &expected), "block %d, record %d", (int)out[0].game, i);
        }
        found |= 1 << out[0].game;
    }
    return found;
}

static uint8_t *read_file(size_t *size)
{
    uint8_t *bytes = file_load(path, size);
    cr_assert(bytes != NULL);
    return bytes;
}

/* Where each block ends; ends[0] is the header's. */
static void find_ends(const uint8_t *bytes, size_t size, size_t ends[N_BLOCKS + 1])
{
    static struct record out[RECORD_BLOCK];
    struct reason reason;
    struct record_reader reader;
    cr_assert(record_open(&reader, bytes, size, &reason));
    ends[0] = reader.at;
    for (int b = 1; b <= N_BLOCKS; b++) {
        cr_assert_gt(record_next_block(&reader, out, &reason), 0);
        ends[b] = reader.at;
    }
    cr_assert_eq(reader.at, size);
}

TestSuite(record, .init = set_up, .fini = tear_down);

Test(record, round_trip_and_resume)
{
    size_t size;
    write_blocks(0, 2, 7, 0);
    write_blocks(2, 3, 7, 2);
    uint8_t *bytes = read_file(&size);
    cr_expect_eq(blocks_of(bytes, size), 31);
    struct record_reader reader;
    struct reason reason;
    cr_assert(record_open(&reader, bytes, size, &reason));
    cr_expect_eq(reader.job, 7);
    cr_expect_str_eq(reader.label, "test");
    free(bytes);
}

Test(record, cut_off_anywhere)
{
    size_t size, ends[N_BLOCKS + 1];
    write_blocks(0, N_BLOCKS, 7, 0);
    uint8_t *bytes = read_file(&size);
    find_ends(bytes, size, ends);
    for (size_t length = 0; length < size; length++) {
        int expected = -1;
        for (int b = 0; b <= N_BLOCKS; b++)
            if (length >= ends[b])
                expected = (1 << b) - 1;
        char *part = test_exact(bytes, length);
        cr_assert_eq(blocks_of((uint8_t *)part, length), expected, "%zu bytes", length);
        free(part);
    }
    free(bytes);
}

Test(record, each_byte_damaged)
{
    size_t size, ends[N_BLOCKS + 1];
    write_blocks(0, N_BLOCKS, 7, 0);
    uint8_t *bytes = read_file(&size);
    find_ends(bytes, size, ends);
    for (size_t i = 0; i < size; i++) {
        int block = -1;
        while (i >= ends[block + 1])
            block++;
        bytes[i] ^= (uint8_t)(1 << i % 8);
        int found = blocks_of(bytes, size), lost = block < 0 ? 0 : 1 << block;
        bytes[i] ^= (uint8_t)(1 << i % 8);
        /* The magic's last byte is the format's number: another one is not guessed at. */
        if (i == 7)
            cr_assert_eq(found, -1);
        else
            cr_assert_eq(found, 31 & ~lost, "byte %zu", i);
    }
    free(bytes);
}

Test(record, bytes_lost_or_added_in_the_middle)
{
    size_t size, ends[N_BLOCKS + 1];
    write_blocks(0, N_BLOCKS, 7, 0);
    uint8_t *bytes = read_file(&size);
    find_ends(bytes, size, ends);
    size_t at = ends[2] + 50; /* in the third block */
    uint8_t *changed = malloc(size + 3);
    memcpy(changed, bytes, at);
    memcpy(changed + at, bytes + at + 3, size - at - 3);
    cr_expect_eq(blocks_of(changed, size - 3), 31 - 4);
    memcpy(changed + at, "BLC", 3);
    memcpy(changed + at + 3, bytes + at, size - at);
    cr_expect_eq(blocks_of(changed, size + 3), 31 - 4);
    /* without the header: blocks are data, whatever stands before them */
    cr_expect_eq(blocks_of(bytes + ends[1], size - ends[1]), 30);
    free(changed);
    free(bytes);
}

Test(record, resume_cuts_off_what_is_unfinished)
{
    size_t size, whole, ends[N_BLOCKS + 1];
    write_blocks(0, N_BLOCKS, 7, 0);
    uint8_t *bytes = read_file(&whole);
    find_ends(bytes, whole, ends);
    const size_t lengths[] = {0, 1, ends[0] - 1, ends[0], ends[0] + 1, ends[1] - 1, ends[1],
                              ends[3] + 31, ends[4] + 33, whole - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        int kept = 0;
        while (kept < N_BLOCKS && lengths[i] >= ends[kept + 1])
            kept++;
        cr_assert_eq(truncate(path, (off_t)lengths[i]), 0);
        write_blocks(kept, N_BLOCKS - kept, 7, (uint64_t)kept);
        uint8_t *again = read_file(&size);
        cr_expect(size == whole && memcmp(bytes, again, size) == 0, "cut to %zu bytes",
                  lengths[i]);
        free(again);
    }
    free(bytes);
}

Test(record, resume_keeps_what_follows_damage)
{
    size_t size, ends[N_BLOCKS + 1];
    write_blocks(0, N_BLOCKS, 7, 0);
    uint8_t *bytes = read_file(&size);
    find_ends(bytes, size, ends);
    bytes[ends[1] + 40] ^= 1;
    FILE *file = fopen(path, "r+b");
    cr_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    free(bytes);
    write_blocks(N_BLOCKS, 1, 7, N_BLOCKS);
    bytes = read_file(&size);
    cr_expect_eq(blocks_of(bytes, size), 63 - 2);
    free(bytes);
}

static void put_le(uint8_t *p, uint64_t value, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

/* A file of one block whose checksum is right, whatever it holds. Returns its size. */
static size_t craft(uint8_t *file, uint64_t n_records, const uint8_t *payload, size_t size)
{
    memset(file, 0, 64);
    memcpy(file, "OFLDATA1", 8);
    memcpy(file + 32, "BLCK", 4);
    put_le(file + 36, n_records, 4);
    put_le(file + 40, size, 4);
    memcpy(file + 64, payload, size);
    put_le(file + 56, checksum_of(file + 64, size) * 3 ^ checksum_of(file + 32, 24), 8);
    return 64 + size;
}

/* Checksums are no secret: what stands behind a right one is not trusted either. */
Test(record, wrong_content_behind_a_right_checksum)
{
    static struct record out[RECORD_BLOCK];
    static uint8_t raw[RECORD_BLOCK * RECORD_BYTES + 32], packed[4096], file[8192];
    static const struct { int at, value; bool is_good; const char *what; } cases[] = {
        {31, 0, true, "nothing wrong"},   {8, 1, false, "a square of both sides"},
        {25, 0x20, true, "+64"},          {25, 0x21, false, "a score above 64"},
        {25, 0xDF, false, "below -64"},   {26, 65, false, "a result above 64"},
        {26, 0x80, true, "no result"},    {26, 0x81, false, "a result of -127"},
        {27, RECORD_KINDS, false, "an unknown kind"},
    };
    struct reason reason;
    struct record_reader reader;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(raw, 0, sizeof raw);
        raw[0] = 1;
        raw[32 + cases[i].at] = (uint8_t)(cases[i].value);
        raw[32] = 1;
        size_t size = craft(file, 2, packed, ZSTD_compress(packed, sizeof packed, raw, 64, 1));
        cr_assert(record_open(&reader, file, size, &reason));
        int n = record_next_block(&reader, out, &reason);
        cr_expect_eq(n, cases[i].is_good ? 2 : -1, "%s", cases[i].what);
        cr_expect(n > 0 || record_resync(&reader) == size - 32);
    }
    /* fewer records than it says, more than there is room for, no zstd at all */
    memset(raw, 0, sizeof raw);
    const size_t sizes[] = {32, 96, sizeof raw};
    for (int i = 0; i < 3; i++) {
        size_t size = craft(file, 2, packed,
                            ZSTD_compress(packed, sizeof packed, raw, sizes[i], 1));
        cr_assert(record_open(&reader, file, size, &reason));
        cr_expect_eq(record_next_block(&reader, out, &reason), -1, "%zu bytes", sizes[i]);
    }
    struct rng rng = rng_seeded(test_seed(11));
    for (int i = 0; i < 20000; i++) {
        size_t length = rng_below(&rng, 200);
        for (size_t k = 0; k < length; k++)
            packed[k] = (uint8_t)rng_next(&rng);
        size_t size = craft(file, 1 + rng_below(&rng, 9000), packed, length);
        if (record_open(&reader, file, size, &reason))
            cr_expect_lt(record_next_block(&reader, out, &reason), 1);
    }
}

/* A file that is not ours, or of another job, is refused and stays as it is. */
Test(record, foreign_files_are_left_alone)
{
    static const char *const texts[] = {"x", "OFLDATA",
                                        "OFLDATA2 something else, of a later format",
                                        "a text that is longer than the header of a data file"};
    struct reason reason;
    uint64_t progress;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t size;
        FILE *file = fopen(path, "wb");
        cr_assert(file && fputs(texts[i], file) >= 0 && fclose(file) == 0);
        struct record_writer *writer = record_create(path, 7, "test", &progress, &reason);
        if (i == 1) { /* the start of a header: a run killed there */
            cr_assert(writer && record_close(writer));
            continue;
        }
        cr_assert(writer == NULL, "%s", texts[i]);
        uint8_t *bytes = read_file(&size);
        cr_expect(size == strlen(texts[i]) && memcmp(bytes, texts[i], size) == 0);
        free(bytes);
    }
    cr_assert(truncate(path, 0) == 0);
    write_blocks(0, 1, 7, 0);
    cr_expect(record_create(path, 8, "test", &progress, &reason) == NULL);
    cr_expect(strstr(reason.text, "other settings"), "%s", reason.text);
    cr_expect(record_create("/", 7, "test", &progress, &reason) == NULL);
    cr_expect(record_create("/dev/null", 7, "test", &progress, &reason) == NULL);
    write_blocks(1, 1, 7, 1);
}

Test(record, one_writer_a_file)
{
    struct reason reason;
    uint64_t progress;
    struct record_writer *writer = record_create(path, 7, "test", &progress, &reason);
    cr_assert(writer != NULL);
    cr_expect(record_create(path, 7, "test", &progress, &reason) == NULL);
    cr_expect(strstr(reason.text, "another program"), "%s", reason.text);
    cr_assert(record_close(writer));
}

/* No room: an error, and the file ends with the last whole block. */
Test(record, full_disk)
{
    size_t before, after;
    struct reason reason;
    uint64_t progress;
    write_blocks(0, 3, 7, 0);
    free(read_file(&before));
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {before + 100, RLIM_INFINITY};
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    struct record_writer *writer = record_create(path, 7, "test", &progress, &reason);
    cr_assert(writer != NULL, "%s", reason.text);
    struct rng rng = rng_seeded(3);
    for (int i = 0; i < PER_BLOCK; i++) {
        struct record record = make_record(&rng, 3);
        cr_assert(record_write(writer, &record));
    }
    cr_expect(!record_end_block(writer, 4) && errno == EFBIG);
    record_close(writer);
    uint8_t *bytes = read_file(&after);
    cr_expect_eq(after, before);
    cr_expect_eq(blocks_of(bytes, after), 7);
    free(bytes);
}

Test(record, blocks_fill_up)
{
    static struct record out[RECORD_BLOCK];
    size_t size, n_records = 2 * RECORD_BLOCK + 5;
    struct reason reason;
    uint64_t progress;
    struct rng rng = rng_seeded(1);
    struct record_writer *writer =
        record_create(path, 7, "a label of more than 16", &progress, &reason);
    cr_assert(writer != NULL);
    for (size_t i = 0; i < n_records; i++) {
        struct record record = make_record(&rng, i);
        cr_assert(record_write(writer, &record));
    }
    cr_assert(record_end_block(writer, 9) && record_end_block(writer, 10) && record_close(writer));
    uint8_t *bytes = read_file(&size);
    struct record_reader reader;
    cr_assert(record_open(&reader, bytes, size, &reason));
    cr_expect_str_eq(reader.label, "a label of more ");
    rng = rng_seeded(1);
    size_t seen = 0;
    for (int n; (n = record_next_block(&reader, out, &reason)) > 0;)
        for (int i = 0; i < n; i++) {
            struct record expected = make_record(&rng, seen++);
            cr_assert(is_same(&expected, &out[i]));
        }
    cr_expect_eq(seen, n_records);
    cr_expect_eq(reader.progress, 9);
    free(bytes);
}

Test(record, the_best_label_is_found)
{
    struct unique *unique = unique_create();
    struct rng rng = rng_seeded(5);
    struct record list[6];
    cr_assert(unique != NULL);
    for (int i = 0; i < 6; i++) {
        list[i] = (struct record){.board = ofl_symmetry((ofl_board){0x1234567, 0x7700000000000}, i),
                                  .kind = RECORD_SEARCH, .depth = 6, .confidence = 100,
                                  .result = RECORD_NO_RESULT};
    }
    list[1].kind = RECORD_OUTCOME;
    list[2].depth = 8;
    list[3].depth = 8;
    list[3].result = 2;
    list[4].kind = RECORD_EXACT;
    list[5].kind = RECORD_EXACT;
    const int best_of_first[6] = {0, 0, 2, 3, 4, 4};
    for (int n = 0; n < 6; n++) {
        cr_assert(unique_note(unique, &list[n], (uint64_t)n));
        for (int i = 0; i <= n; i++)
            cr_expect_eq(unique_is_best(unique, &list[i], (uint64_t)i), i == best_of_first[n],
                         "%d of %d", i, n);
    }
    /* many others, so that the table grows */
    uint64_t n_best = 0;
    for (uint64_t i = 0; i < 200000; i++) {
        struct record record = make_record(&rng, 0);
        cr_assert(unique_note(unique, &record, 10 + i));
    }
    rng = rng_seeded(5);
    for (uint64_t i = 0; i < 200000; i++) {
        struct record record = make_record(&rng, 0);
        n_best += unique_is_best(unique, &record, 10 + i);
    }
    cr_expect_eq(n_best, 200000);
    cr_expect(unique_is_best(unique, &list[4], 4));
    unique_destroy(unique);
}

/* Game 1: searched, searched, (a pass,) searched, solved; a stray of it; game 2 alone. */
Test(record, labels_follow_the_line_of_a_game)
{
    const struct { int score, result, kind, ply_1, game; double label; } rows[] = {
        {10, 4, RECORD_SEARCH, 11, 1, 10 + (4.5 - 10) / 2},
        {-2, -4, RECORD_SEARCH, 12, 1, -2 + (-12 + 2) / 4.0}, /* two plies to the next */
        {-20, -4, RECORD_SEARCH, 14, 1, -12},
        {4, 4, RECORD_EXACT, 15, 1, 4},
        {30, RECORD_NO_RESULT, RECORD_SEARCH, 14, 1, 30},
        {8, 0, RECORD_SEARCH, 0, 2, 6}, /* of no known ply: share of the result */
        {8, 0, RECORD_OUTCOME, 12, 2, 6},
    };
    struct reason reason;
    uint64_t progress;
    size_t size;
    struct record_writer *writer = record_create(path, 1, "test", &progress, &reason);
    cr_assert(writer != NULL, "%s", reason.text);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct record r = {.board = ofl_position_start().board, .game = (uint64_t)rows[i].game,
                           .score = (int16_t)(128 * rows[i].score), .depth = 4, .confidence = 100,
                           .result = (int8_t)rows[i].result, .kind = (uint8_t)rows[i].kind,
                           .ply_1 = (uint8_t)rows[i].ply_1};
        cr_assert(record_write(writer, &r));
    }
    cr_assert(record_end_block(writer, 1) && record_close(writer));
    uint8_t *bytes = read_file(&size);
    struct dataset_rules rules = {.is_all_test = true, .score_share = 0.75, .trace = 0.5};
    struct dataset data = {0};
    cr_assert(dataset_add_records(&data, &rules, bytes, size, &reason), "%s", reason.text);
    cr_assert_eq(data.part[PART_TEST].n, sizeof rows / sizeof rows[0]);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct sample *s = &data.part[PART_TEST].list[i];
        cr_expect_eq(s->label, (int)(128 * rows[i].label), "row %d: %d", (int)i, s->label);
        cr_expect_eq(s->truth, 128 * rows[i].score);
    }
    dataset_free(&data);
    free(bytes);
}
