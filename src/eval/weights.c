/* eval/weights.c - checking, unpacking and interpolating a weights file (weights.h).
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
#include "base/mem.h"
#include "base/regular.h"
#include "eval/constants.h"
#include "eval/network_file.h"
#include "eval/student.h"

enum { MAX_FILE = 64 << 20 };

struct header {
    uint32_t kind, n_knots, n_packed, n_extra;
    uint64_t pattern_hash, payload, checksum;
};

uint64_t weights_checksum(const uint8_t *bytes, size_t size) { return checksum_of(bytes, size); }

static bool check_header(const uint8_t *bytes, size_t size, struct header *h,
                         struct reason *reason)
{
    if (part_is_file(bytes, size)) {
        reason_set(reason, "a part file without its network: 'cat NETWORK PART... > FILE' makes "
                           "one file of weights");
        return false;
    }
    if (size < WEIGHTS_HEADER || memcmp(bytes, "OFLWGHT", 7) != 0) {
        bool pointer = size > 20 && memcmp(bytes, "version https://git", 19) == 0;
        reason_set(reason, pointer ? "this is a Git-LFS pointer, not the weights themselves"
                                   : "not a weights file of Outflank (no OFLWGHT at its start)");
        return false;
    }
    if (bytes[7] != '1') {
        reason_set(reason, "weights format '%c', this program reads format 1",
                 bytes[7] >= '0' && bytes[7] <= '9' ? bytes[7] : '?');
        return false;
    }
    *h = (struct header){
        .kind = (uint32_t)bytes_read_le(bytes + 8, 4),
        .n_knots = (uint32_t)bytes_read_le(bytes + 12, 4),
        .pattern_hash = bytes_read_le(bytes + 16, 8),
        .n_packed = (uint32_t)bytes_read_le(bytes + 24, 4),
        .n_extra = (uint32_t)bytes_read_le(bytes + 28, 4),
        .payload = bytes_read_le(bytes + 32, 8),
        .checksum = bytes_read_le(bytes + 40, 8),
    };
    if (h->kind > 1) {
        reason_set(reason, "weights of kind %" PRIu32 ", this program reads kinds 0 and 1",
                 h->kind);
        return false;
    }
    if (h->pattern_hash != PATTERN_HASH || h->n_packed != PATTERN_N_PACKED) {
        reason_set(reason, "weights for another set of patterns (hash %016" PRIx64
                 ", this program's is %016" PRIx64 ")", h->pattern_hash, PATTERN_HASH);
        return false;
    }
    const uint32_t n_extra = h->kind == 1 ? NETWORK_FILE_PLY : WEIGHTS_N_EXTRA;
    if (h->n_extra != n_extra) {
        reason_set(reason, "weights of another version of the format (%" PRIu32 " extra %s, "
                 "this program reads %" PRIu32 ")", h->n_extra,
                 h->kind == 1 ? "bytes a ply" : "weights a knot", n_extra);
        return false;
    }
    uint64_t needed = (uint64_t)h->n_knots * (PATTERN_N_PACKED + WEIGHTS_N_EXTRA) * 2;
    needed = h->kind == 1 ? h->payload : (needed + 7) & ~UINT64_C(7);
    uint64_t behind = size - WEIGHTS_HEADER;
    if (h->n_knots < (h->kind == 1 ? 1 : 2) || h->n_knots > WEIGHTS_MAX_KNOTS ||
        h->payload != needed || needed > behind) {
        reason_set(reason, "damaged: %" PRIu64 " bytes after the header, %" PRIu64 " expected",
                 behind, needed);
        return false;
    }
    if (weights_checksum(bytes + WEIGHTS_HEADER, needed) != h->checksum) {
        reason_set(reason, "damaged: the checksum does not agree");
        return false;
    }
    return true;
}

_Static_assert((int)NETWORK_PLIES == (int)WEIGHTS_PLIES &&
               (int)NETWORK_MOBILITY == (int)WEIGHTS_MOBILITY, "one definition of both");

enum { PER_KNOT = PATTERN_N_PACKED + WEIGHTS_N_EXTRA };

/* The weights of one ply, still packed: between two knots, by `part` / 60. */
static void blend(const int16_t *knot, int part, int16_t out[PER_KNOT])
{
    const int16_t *next = part ? knot + PER_KNOT : knot;
    for (int i = 0; i < PER_KNOT; i++) {
        int sum = knot[i] * (60 - part) + next[i] * part;
        out[i] = (int16_t)((sum + (sum < 0 ? -30 : 30)) / 60);
    }
}

static void unpack_ply(const int16_t blended[PER_KNOT], struct weights_ply *out)
{
    for (int n = 0; n < WEIGHTS_MOBILITY; n++) {
        int own = blended[0] + blended[1 + n];
        out->own_mobility[n] = (int16_t)(own > INT16_MAX ? INT16_MAX
                                         : own < INT16_MIN ? INT16_MIN : own);
        out->other_mobility[n] = blended[1 + WEIGHTS_MOBILITY + n];
    }
    for (uint32_t c = 0; c < PATTERN_N_CONFIGS; c++)
        out->pattern[c] = blended[WEIGHTS_N_EXTRA + pattern_packed_index[c]];
}

/* All plies from the knots of a checked file; false without memory. */
static bool unpack(const uint8_t *payload, int n_knots, struct weights_ply *plies)
{
    size_t n = (size_t)n_knots * PER_KNOT;
    int16_t *knots = malloc((n + PER_KNOT) * sizeof *knots);
    if (!knots)
        return false;
    int16_t *blended = knots + n;
    for (size_t i = 0; i < n; i++)
        knots[i] = (int16_t)(payload[2 * i] | payload[2 * i + 1] << 8);
    for (int ply = 0; ply < WEIGHTS_PLIES; ply++) {
        int at = ply * (n_knots - 1);
        blend(knots + (size_t)(at / 60) * PER_KNOT, at % 60, blended);
        unpack_ply(blended, &plies[ply]);
    }
    free(knots);
    return true;
}

static bool read_constants(const struct part *part, struct weights *w, struct reason *reason)
{
    struct constants constants;
    if (!part->block)
        return true;
    if (!w->network)
        return reason_set(reason, "constants by ply belong to a network, these are linear weights");
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
    if (w->network)
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

struct weights *weights_from_bytes(const uint8_t *bytes, size_t size, struct reason *reason)
{
    struct header h;
    if (!check_header(bytes, size, &h, reason))
        return NULL;
    const size_t end = WEIGHTS_HEADER + h.payload;
    struct weights *w = calloc(1, sizeof *w);
    if (w && h.kind == 0)
        w->plies = mem_alloc(WEIGHTS_PLIES * sizeof *w->plies, NULL);
    if (w)
        w->checksum = w->network_id = h.checksum;
    reason_set(reason, "no memory for the weights");
    if (w && h.kind == 1)
        w->network = network_from_payload(bytes + WEIGHTS_HEADER, h.payload, (int)h.n_knots,
                                          reason);
    if (!w || !(w->plies || w->network) ||
        (w->plies && !unpack(bytes + WEIGHTS_HEADER, (int)h.n_knots, w->plies)) ||
        !read_parts(bytes + end, size - end, w, reason)) {
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
    mem_free(w->plies, WEIGHTS_PLIES * sizeof *w->plies);
    network_free(w->network);
    student_free(w->student);
    free(w);
}
