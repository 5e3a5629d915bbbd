/* eval/parts.c - see parts.h. Trusts no byte. */
#include "eval/parts.h"

#include <inttypes.h>
#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "eval/constants.h"
#include "eval/errors.h"
#include "eval/student.h"

enum { MAGIC = 8, BEFORE_CHECKSUM = PART_HEADER - 8 };

static const struct { const char *magic, *name; } kinds[PART_KINDS] = {
    [PART_CONSTANTS] = {CONSTANTS_MAGIC, "constants by ply"},
    [PART_STUDENT] = {STUDENT_MAGIC, "student"},
    [PART_ERRORS] = {ERRORS_MAGIC, "error model"},
};

static bool begins_with(const uint8_t *bytes, size_t size, const char *magic)
{
    return size >= MAGIC && memcmp(bytes, magic, MAGIC) == 0;
}

const char *part_name(enum part_kind kind) { return kinds[kind].name; }

uint64_t part_id(const struct part *part)
{
    return part->block && part->size >= 8 ? bytes_read_le(part->block + part->size - 8, 8) : 0;
}

/* The blocks without a header: a student, then an error model; either may be missing. Returns the
 * bytes they take, or more than `size` with a reason. */
static size_t find_inside(const uint8_t *bytes, size_t size, struct part parts[PART_KINDS],
                          struct reason *reason)
{
    const size_t student = student_block_size(bytes, size);
    if (student > size) {
        reason_set(reason, "damaged: %zu bytes behind the payload, a student of %zu expected",
                   size, student);
        return student;
    }
    if (student)
        parts[PART_STUDENT] = (struct part){.block = bytes, .size = student};
    if (!begins_with(bytes + student, size - student, ERRORS_MAGIC))
        return student;
    if (size - student < ERRORS_BYTES) {
        reason_set(reason, "damaged: the error model behind the weights is cut off");
        return size + 1;
    }
    parts[PART_ERRORS] = (struct part){.block = bytes + student, .size = ERRORS_BYTES};
    return student + ERRORS_BYTES;
}

/* Reads the header of a part file; returns the bytes of its block, 0 with a reason. */
static size_t read_header(const uint8_t *bytes, size_t size, uint64_t network,
                          struct reason *reason)
{
    if (!part_is_file(bytes, size) || size <= PART_HEADER) {
        reason_set(reason, "damaged: %zu bytes behind the weights are no part of them", size);
        return 0;
    }
    if (checksum_of(bytes, BEFORE_CHECKSUM) != bytes_read_le(bytes + BEFORE_CHECKSUM, 8)) {
        reason_set(reason, "damaged: the checksum in the header of a part file does not agree");
        return 0;
    }
    const uint64_t block = bytes_read_le(bytes + 16, 8);
    if (block < MAGIC || block > size - PART_HEADER) {
        reason_set(reason, "damaged: a part file is cut off: %zu bytes, %" PRIu64 " expected",
                   size - PART_HEADER, block);
        return 0;
    }
    const uint64_t owner = bytes_read_le(bytes + 8, 8);
    if (owner != network) {
        reason_set(reason, "a part file of another network (%016" PRIx64 "; this one is %016" PRIx64
                   ")", owner, network);
        return 0;
    }
    return (size_t)block;
}

bool parts_find(const uint8_t *bytes, size_t size, uint64_t network,
                struct part parts[PART_KINDS], struct reason *reason)
{
    memset(parts, 0, PART_KINDS * sizeof *parts);
    size_t at = find_inside(bytes, size, parts, reason);
    if (at > size)
        return false;
    while (at < size) {
        const size_t block = read_header(bytes + at, size - at, network, reason);
        if (!block)
            return false;
        at += PART_HEADER;
        int kind = 0;
        while (kind < PART_KINDS && !begins_with(bytes + at, block, kinds[kind].magic))
            kind++;
        if (kind == PART_KINDS)
            return reason_set(reason, "a part file of a kind or format this program does not know");
        if (parts[kind].is_own_file)
            return reason_set(reason, "two part files for one thing: the %s", kinds[kind].name);
        parts[kind] = (struct part){.block = bytes + at, .size = block, .is_own_file = true};
        at += block;
    }
    return true;
}
