/* train/unique.c - see unique.h. */
#include "train/unique.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hash.h"

struct best {
    uint64_t key;
    uint64_t best; /* quality in the upper 18 bits, number of the record below */
};

enum { NUMBER_BITS = 46 };
static const uint64_t number_mask = (UINT64_C(1) << NUMBER_BITS) - 1;

struct unique {
    struct best *list;
    size_t n;
    struct hash hash;
};

static uint64_t mix(uint64_t h)
{
    h = (h ^ (h >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    h = (h ^ (h >> 27)) * UINT64_C(0x94D049BB133111EB);
    return h ^ (h >> 31);
}

static uint64_t key_of(ofl_board board)
{
    ofl_board canonical = ofl_canonical(board, NULL);
    return mix(mix(canonical.player + 1) ^ canonical.opponent);
}

static uint64_t quality_of(const struct record *record)
{
    static const uint64_t ranks[RECORD_KINDS] = {
        [RECORD_EXACT] = 3, [RECORD_SEARCH] = 2, [RECORD_ESTIMATE] = 1, [RECORD_OUTCOME] = 0,
    };
    uint64_t confidence = record->confidence < 127 ? record->confidence : 127;
    return ((ranks[record->kind] << 8 | record->depth) << 7 | confidence) << 1 |
           (record->result != RECORD_NO_RESULT);
}

static struct best *find(const struct unique *unique, uint64_t key)
{
    const size_t at =
        hash_find(&unique->hash, unique->list, sizeof *unique->list, &key, sizeof key);
    return at == HASH_NONE ? NULL : &unique->list[at];
}

struct unique *unique_create(void) { return calloc(1, sizeof(struct unique)); }

void unique_destroy(struct unique *unique)
{
    if (unique) {
        free(unique->list);
        free(unique->hash.slots);
    }
    free(unique);
}

bool unique_note(struct unique *unique, const struct record *record, uint64_t number)
{
    assert(number <= number_mask);
    const uint64_t key = key_of(record->board), quality = quality_of(record);
    const struct best best = {key, quality << NUMBER_BITS | (number & number_mask)};
    struct best *found = find(unique, key);
    if (!found)
        return hash_push(&unique->hash, &unique->list, &unique->n, &best, sizeof best, sizeof key);
    if (found->best >> NUMBER_BITS < quality)
        *found = best;
    return true;
}

bool unique_is_best(const struct unique *unique, const struct record *record, uint64_t number)
{
    const struct best *found = find(unique, key_of(record->board));
    return found && (found->best & number_mask) == number;
}
