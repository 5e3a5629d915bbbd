/* train/unique.c - see unique.h. A table with open addressing that doubles at 2/3. */
#include "train/unique.h"

#include <stdlib.h>

struct slot {
    uint64_t key;  /* 0: empty */
    uint64_t best; /* quality in the upper 18 bits, number of the record below */
};

enum { NUMBER_BITS = 46 };
static const uint64_t number_mask = (UINT64_C(1) << NUMBER_BITS) - 1;

struct unique {
    struct slot *slots;
    uint64_t mask, n;
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
    uint64_t key = mix(mix(canonical.player + 1) ^ canonical.opponent);
    return key ? key : 1;
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

/* The slot of the key, or the empty one where it belongs. */
static struct slot *find(const struct unique *unique, uint64_t key)
{
    uint64_t at = key & unique->mask;
    while (unique->slots[at].key && unique->slots[at].key != key)
        at = (at + 1) & unique->mask;
    return &unique->slots[at];
}

static bool grow(struct unique *unique)
{
    uint64_t size = unique->mask + 1;
    if (size > SIZE_MAX / sizeof *unique->slots / 2)
        return false;
    struct unique larger = {calloc(2 * size, sizeof *larger.slots), 2 * size - 1, unique->n};
    if (!larger.slots)
        return false;
    for (uint64_t i = 0; i < size; i++)
        if (unique->slots[i].key)
            *find(&larger, unique->slots[i].key) = unique->slots[i];
    free(unique->slots);
    *unique = larger;
    return true;
}

struct unique *unique_create(void)
{
    enum { START = 1 << 16 };
    struct unique *unique = malloc(sizeof *unique);
    if (!unique)
        return NULL;
    *unique = (struct unique){calloc(START, sizeof *unique->slots), START - 1, 0};
    if (unique->slots)
        return unique;
    free(unique);
    return NULL;
}

void unique_destroy(struct unique *unique)
{
    if (unique)
        free(unique->slots);
    free(unique);
}

bool unique_note(struct unique *unique, const struct record *record, uint64_t number)
{
    if (unique->n * 3 >= (unique->mask + 1) * 2 && !grow(unique))
        return false;
    uint64_t key = key_of(record->board), quality = quality_of(record);
    struct slot *slot = find(unique, key);
    if (slot->key && slot->best >> NUMBER_BITS >= quality)
        return true;
    unique->n += slot->key == 0;
    *slot = (struct slot){key, quality << NUMBER_BITS | (number & number_mask)};
    return true;
}

bool unique_is_best(const struct unique *unique, const struct record *record, uint64_t number)
{
    const struct slot *slot = find(unique, key_of(record->board));
    return slot->key && (slot->best & number_mask) == number;
}
