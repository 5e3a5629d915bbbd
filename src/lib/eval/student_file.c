/* eval/student_file.c - the block of the student (student.h), checked and laid out by
 * configuration. Trusts no byte. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/mem.h"
#include "eval/student.h"

enum {
    MAGIC = 8, BEFORE_DENSE = 16, DENSE = sizeof(struct student_dense), CHECKSUM = 8
};

_Static_assert(DENSE == 2 * (STUDENT_LANES * STUDENT_HIDDEN +
                             (1 + STUDENT_STAGES + 2 * STUDENT_MOBILITY) * STUDENT_LANES) +
                        4 * (2 * STUDENT_HIDDEN + STUDENT_STAGES + 1), "no padding");

size_t student_block_size(const uint8_t *bytes, size_t size)
{
    if (size < BEFORE_DENSE || memcmp(bytes, STUDENT_MAGIC, MAGIC) != 0)
        return 0;
    const uint64_t claimed = bytes_read_le(bytes + MAGIC, 8);
    return claimed < SIZE_MAX ? (size_t)claimed : SIZE_MAX;
}

/* On a big-endian machine: numbers as a file has them become the machine's. */
static void take_numbers(struct student_dense *d)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    uint8_t *at = (uint8_t *)d;
    const size_t b = offsetof(struct student_dense, b), skip = offsetof(struct student_dense, skip);
    const size_t bias = offsetof(struct student_dense, bias);
    for (size_t i = 0; i < DENSE;) {
        if (i < b || (i >= skip && i < bias)) {
            const uint16_t word = (uint16_t)bytes_read_le(at + i, 2);
            memcpy(at + i, &word, 2);
            i += 2;
        } else {
            const uint32_t number = (uint32_t)bytes_read_le(at + i, 4);
            memcpy(at + i, &number, 4);
            i += 4;
        }
    }
#endif
}

static bool words_within(const int16_t *list, size_t n, int most)
{
    bool is_good = true;
    for (size_t i = 0; i < n; i++)
        is_good &= list[i] <= most && list[i] >= -most;
    return is_good;
}

static bool numbers_within(const int32_t *list, size_t n, int32_t most)
{
    bool is_good = true;
    for (size_t i = 0; i < n; i++)
        is_good &= list[i] <= most && list[i] >= -most;
    return is_good;
}

/* Within the bounds that keep every sum in its type. */
static bool is_sound(const struct student_dense *d)
{
    return words_within(&d->w[0][0][0], sizeof d->w / 2, STUDENT_MAX_WEIGHT) &&
           numbers_within(d->b, STUDENT_HIDDEN, STUDENT_MAX_HIDDEN_BIAS) &&
           numbers_within(d->v, STUDENT_HIDDEN, STUDENT_MAX_OUT) &&
           words_within(d->skip, STUDENT_LANES, STUDENT_MAX_SKIP) &&
           words_within(d->start[0], sizeof d->start / 2, STUDENT_MAX_START) &&
           words_within(d->own[0], sizeof d->own / 2, STUDENT_MAX_START) &&
           words_within(d->other[0], sizeof d->other / 2, STUDENT_MAX_START) &&
           numbers_within(d->bias, STUDENT_STAGES, STUDENT_MAX_BIAS);
}

/* The rows in at..end by packed configuration, NULL for those of zeros. False if there are more
 * or fewer than the bitmap says, or one is out of bounds. */
static bool find_rows(const uint8_t *at, const uint8_t *end, const uint8_t **packed)
{
    const uint8_t *bitmap = at;
    at += STUDENT_BITMAP;
    for (uint32_t i = 0; i < PATTERN_N_PACKED; i++) {
        packed[i] = NULL;
        if (!(bitmap[i / 8] >> (i % 8) & 1))
            continue;
        if (end - at < STUDENT_LANES)
            return false;
        for (int k = 0; k < STUDENT_LANES; k++)
            if ((int8_t)at[k] > STUDENT_ROW_MOST || (int8_t)at[k] < -STUDENT_ROW_MOST)
                return false;
        packed[i] = at;
        at += STUDENT_LANES;
    }
    return at == end;
}

/* A place is kept for the zeros of all rows that are added as bytes without a sign. */
static void lay_out(const uint8_t *const *packed, struct student *student)
{
    for (uint32_t config = 0; config < PATTERN_N_CONFIGS; config++) {
        const uint8_t *from = packed[pattern_packed_index[config]];
        for (int k = 0; k < STUDENT_LANES; k++)
            student->rows[config][k] =
                (uint8_t)(STUDENT_ROW_ZERO + (from ? (int8_t)from[k] : 0));
    }
    for (int stage = 0; stage < STUDENT_STAGES; stage++)
        for (int k = 0; k < STUDENT_LANES; k++)
            student->dense.start[stage][k] = (int16_t)(student->dense.start[stage][k] -
                                                       PATTERN_N_INSTANCES * STUDENT_ROW_ZERO);
}

struct student *student_from_bytes(const uint8_t *bytes, size_t size, struct reason *reason)
{
    const size_t least = BEFORE_DENSE + DENSE + STUDENT_BITMAP + CHECKSUM;
    if (size < least || student_block_size(bytes, size) != size ||
        checksum_of(bytes, size - CHECKSUM) != bytes_read_le(bytes + size - CHECKSUM, CHECKSUM)) {
        reason_set(reason, "damaged: the checksum of the student does not agree");
        return NULL;
    }
    struct student *student = mem_alloc(sizeof *student, NULL);
    const uint8_t **packed = malloc(PATTERN_N_PACKED * sizeof *packed);
    const bool has_memory = student && packed;
    bool is_good = has_memory;
    if (is_good) {
        memcpy(&student->dense, bytes + BEFORE_DENSE, DENSE);
        take_numbers(&student->dense);
        is_good = is_sound(&student->dense) &&
                  find_rows(bytes + BEFORE_DENSE + DENSE, bytes + size - CHECKSUM, packed);
    }
    if (is_good) {
        lay_out(packed, student);
    } else {
        reason_set(reason, has_memory ? "damaged: a student that no program of ours wrote"
                                      : "no memory for the weights");
        student_free(student);
        student = NULL;
    }
    free(packed);
    return student;
}

void student_free(struct student *student)
{
    if (student)
        mem_free(student, sizeof *student);
}
