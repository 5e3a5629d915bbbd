/* eval/weights.c - see weights.h.
 * The reader works on bytes and trusts none of them. */
#include "eval/weights.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/regular.h"
#include "eval/constants.h"
#include "eval/network_file.h"
#include "eval/packed_weights.h"
#include "eval/student.h"

enum { MAX_FILE = 64 << 20 };
_Static_assert((int)WEIGHTS_HEADER == (int)PACKED_HEADER, "packed files have the same");

static bool check_header(const uint8_t *bytes, size_t size, struct reason *reason)
{
    if (part_is_file(bytes, size))
        return reason_set(reason, "a part file without its network: 'cat NETWORK PART... > FILE' "
                          "makes one file of weights");
    if (size < WEIGHTS_HEADER || memcmp(bytes, "OFLWGHT", 7) != 0) {
        bool pointer = size > 20 && memcmp(bytes, "version https://git", 19) == 0;
        return reason_set(reason, pointer
                          ? "this is a Git-LFS pointer, not the weights themselves"
                          : "not a weights file of Outflank (no OFLWGHT at its start)");
    }
    if (bytes[7] != '1')
        return reason_set(reason, "weights format '%c', this program reads format 1",
                          bytes[7] >= '0' && bytes[7] <= '9' ? bytes[7] : '?');
    const uint64_t kind = bytes_read_le(bytes + 8, 4), hash = bytes_read_le(bytes + 16, 8);
    if (kind != 1 && kind != PACKED_KIND)
        return reason_set(reason, "weights of kind %" PRIu64 ", this program reads kinds 1 and %d, "
                          "networks", kind, PACKED_KIND);
    if (hash != PATTERN_HASH || bytes_read_le(bytes + 24, 4) != PATTERN_N_PACKED)
        return reason_set(reason, "weights for another set of patterns (hash %016" PRIx64
                          ", this program's is %016" PRIx64 ")", hash, PATTERN_HASH);
    const uint64_t ply_bytes = bytes_read_le(bytes + 28, 4);
    if (ply_bytes != NETWORK_FILE_PLY)
        return reason_set(reason, "weights of another version of the format (%" PRIu64 " extra "
                          "bytes a ply, this program reads %d)", ply_bytes, NETWORK_FILE_PLY);
    const uint64_t payload = bytes_read_le(bytes + 32, 8);
    if (payload > size - WEIGHTS_HEADER)
        return reason_set(reason, "damaged: %zu bytes after the header, %" PRIu64 " expected",
                          size - WEIGHTS_HEADER, payload);
    if (checksum_of(bytes + WEIGHTS_HEADER, payload) != bytes_read_le(bytes + 40, 8))
        return reason_set(reason, "damaged: the checksum does not agree");
    return true;
}

static bool read_constants(const struct part *part, struct weights *w, struct reason *reason)
{
    struct constants constants;
    if (!part->block)
        return true;
    if (!constants_from_bytes(part->block, part->size, &constants, reason) ||
        !constants_apply(&constants, w->network, reason))
        return false;
    w->n_early = constants.n_early;
    return true;
}

/* The parts behind the payload. */
static bool read_parts(const uint8_t *bytes, size_t size, struct weights *w, struct reason *reason)
{
    struct part parts[PART_KINDS];
    if (!parts_find(bytes, size, w->network_id, parts, reason))
        return false;
    w->part[PART_CONSTANTS] = (struct weights_part){PART_INSIDE, w->network_id};
    for (int kind = 0; kind < PART_KINDS; kind++) {
        const struct part *part = &parts[kind];
        if (!part->block)
            continue;
        w->part[kind].source = part->is_own_file ? PART_OWN_FILE : PART_INSIDE;
        w->part[kind].id = part_id(part);
        if (part->is_own_file)
            w->checksum = (w->checksum ^ part_id(part)) * UINT64_C(0x9E3779B97F4A7C15);
    }
    const struct part *student = &parts[PART_STUDENT], *errors = &parts[PART_ERRORS];
    w->errors = errors_default;
    if (student->block &&
        !(w->student = student_from_bytes(student->block, student->size, reason)))
        return false;
    if (errors->block && !errors_from_bytes(errors->block, errors->size, &w->errors, reason))
        return false;
    return read_constants(&parts[PART_CONSTANTS], w, reason);
}

static struct weights *from_packed(const uint8_t *bytes, size_t size, struct reason *reason)
{
    uint8_t *unpacked = weights_unpack(bytes, size, &size, reason);
    struct weights *w = unpacked ? weights_from_bytes(unpacked, size, reason) : NULL;
    free(unpacked);
    return w;
}

struct weights *weights_from_bytes(const uint8_t *bytes, size_t size, struct reason *reason)
{
    if (!check_header(bytes, size, reason))
        return NULL;
    if (weights_are_packed(bytes, size))
        return from_packed(bytes, size, reason);
    const size_t payload = (size_t)bytes_read_le(bytes + 32, 8), end = WEIGHTS_HEADER + payload;
    const int n_buckets = (int)bytes_read_le(bytes + 12, 4);
    struct weights *w = calloc(1, sizeof *w);
    if (!w) {
        reason_set(reason, "no memory for the weights");
        return NULL;
    }
    w->checksum = w->network_id = bytes_read_le(bytes + 40, 8);
    w->network = network_from_payload(bytes + WEIGHTS_HEADER, payload, n_buckets, reason);
    if (!w->network || !read_parts(bytes + end, size - end, w, reason)) {
        weights_free(w);
        return NULL;
    }
    memcpy(w->label, bytes + 48, 16);
    return w;
}

/* Reads a whole regular file; NULL with a reason otherwise. */
static uint8_t *read_file(const char *path, size_t *size, struct reason *reason)
{
    int fd = regular_open(path, O_RDONLY);
    struct stat status;
    uint8_t *bytes = NULL;
    if (fd < 0 || fstat(fd, &status) != 0) {
        const bool is_other = fd < 0 && (errno == EISDIR || errno == EINVAL);
        reason_set(reason, "%s", is_other ? regular_problem(EINVAL) : "cannot be opened");
    } else if (status.st_size > MAX_FILE) {
        reason_set(reason, "larger than any weights file (64 MiB)");
    } else if (!(bytes = malloc((size_t)status.st_size + 1))) {
        reason_set(reason, "no memory to read it");
    } else {
        size_t have = 0;
        ssize_t n;
        while (have < (size_t)status.st_size &&
               (n = read(fd, bytes + have, (size_t)status.st_size - have)) > 0)
            have += (size_t)n;
        *size = have;
    }
    if (fd >= 0)
        close(fd);
    return bytes;
}

struct weights *weights_from_file(const char *path, struct reason *reason)
{
    size_t size = 0;
    uint8_t *bytes = read_file(path, &size, reason);
    struct weights *w = bytes ? weights_from_bytes(bytes, size, reason) : NULL;
    free(bytes);
    return w;
}

void weights_free(struct weights *w)
{
    if (!w)
        return;
    network_free(w->network);
    student_free(w->student);
    free(w);
}
