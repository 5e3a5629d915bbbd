/* train/pack_code.c - see pack_code.h. */
#include "train/pack_code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

enum { TOTAL = 1 << PACKED_BITS };

/* A symbol: context << 4 | symbol; bits: their number << 16 | bits; the state << 28. */
static void put(struct pack_code *code, int state, uint32_t what)
{
    if (code->n == code->room) {
        const size_t room = code->room ? 2 * code->room : 1 << 16;
        uint32_t *list = realloc(code->list, room * sizeof *list);
        code->is_full |= !list;
        if (!list)
            return;
        code->list = list;
        code->room = room;
    }
    code->list[code->n++] = what | (uint32_t)state << 28;
}

static void put_bits(struct pack_code *code, int state, int n, uint32_t bits)
{
    put(code, state, 1U << 31 | (uint32_t)n << 16 | (bits & ((1U << n) - 1)));
}

void pack_put_symbol(struct pack_code *code, int state, int context, unsigned symbol)
{
    code->counts[context][symbol]++;
    put(code, state, (uint32_t)context << 4 | symbol);
}

static unsigned symbol_of(int bits, int32_t q)
{
    const int32_t high = q >> bits;
    return high < -PACKED_MIDDLE || high > PACKED_MIDDLE ? PACKED_ESCAPE
                                                         : (unsigned)(high + PACKED_MIDDLE);
}

void pack_put_number(struct pack_code *code, int state, int context, int bits, int32_t q)
{
    const unsigned symbol = symbol_of(bits, q);
    pack_put_symbol(code, state, context, symbol);
    if (symbol == PACKED_ESCAPE)
        for (int i = 0; i < 4; i++)
            put_bits(code, state, 8, (uint32_t)q >> 8 * i);
    else if (bits)
        put_bits(code, state, bits, (uint32_t)q);
}

float pack_cost(const pack_costs costs, int context, int bits, int32_t q)
{
    const unsigned symbol = symbol_of(bits, q);
    return costs[context][symbol] + (symbol == PACKED_ESCAPE ? 32 : (float)bits);
}

/* Frequencies of TOTAL together; two at least, for none may be TOTAL. */
static void share_out(const uint32_t counts[PACKED_SYMBOLS], uint32_t frequencies[PACKED_SYMBOLS])
{
    uint64_t n = 0;
    uint32_t sum = 0, n_used = 0;
    int largest = 0;
    for (int s = 0; s < PACKED_SYMBOLS; s++)
        n += counts[s];
    for (int s = 0; s < PACKED_SYMBOLS; s++) {
        const uint64_t share = n ? (counts[s] * (uint64_t)TOTAL + n / 2) / n : 0;
        frequencies[s] = counts[s] > 0 && share == 0 ? 1 : (uint32_t)share;
        largest = frequencies[s] > frequencies[largest] ? s : largest;
        sum += frequencies[s];
        n_used += frequencies[s] > 0;
    }
    if (n_used == 0)
        return;
    if (n_used == 1) {
        frequencies[(largest + 1) % PACKED_SYMBOLS] = 1;
        sum++;
    }
    frequencies[largest] += TOTAL - sum;
}

void pack_find_costs(const struct pack_code *code, pack_costs costs)
{
    for (int i = 0; i < PACKED_CONTEXTS; i++) {
        uint32_t frequencies[PACKED_SYMBOLS];
        share_out(code->counts[i], frequencies);
        for (int s = 0; s < PACKED_SYMBOLS; s++)
            costs[i][s] = PACKED_BITS + 1 - log2f((float)frequencies[s] + 0.5F) - 1;
    }
}

static void put_gamma(uint8_t *bytes, size_t *bit, uint32_t value)
{
    const int n = 31 - __builtin_clz(value + 1);
    *bit += (size_t)n; /* zeros */
    for (int i = n; i >= 0; i--, ++*bit)
        bytes[*bit / 8] |= (uint8_t)(((value + 1) >> i & 1) << *bit % 8);
}

struct writer {
    uint32_t state[PACKED_STATES];
    uint8_t *at;   /* words are written from the last one on */
};

/* Makes room in a state that takes `f` of 2^bits. */
static uint32_t flushed(struct writer *w, uint32_t x, uint32_t f, int bits)
{
    if (x < (uint64_t)f << (32 - bits))
        return x;
    w->at -= 2;
    bytes_write_le(w->at, x & 0xFFFF, 2);
    return x >> 16;
}

/* The words of the whole list, and before them the states. */
static void write_words(const struct pack_code *code, const uint32_t (*frequencies)[PACKED_SYMBOLS],
                        struct writer *w)
{
    for (int i = 0; i < PACKED_STATES; i++)
        w->state[i] = 1 << 16;
    for (size_t i = code->n; i-- > 0;) {
        const uint32_t what = code->list[i];
        uint32_t *x = &w->state[what >> 28 & 3];
        if (what >> 31) {
            const int n = what >> 16 & 15;
            *x = flushed(w, *x, 1, n) << n | (what & 0xFFFF);
            continue;
        }
        const uint32_t *f = frequencies[what >> 4 & 0xFFFFFF], symbol = what & 15;
        uint32_t start = 0;
        for (uint32_t s = 0; s < symbol; s++)
            start += f[s];
        *x = flushed(w, *x, f[symbol], PACKED_BITS);
        *x = (*x / f[symbol] << PACKED_BITS) + *x % f[symbol] + start;
    }
    for (int i = PACKED_STATES - 1; i >= 0; i--) {
        w->at -= 4;
        bytes_write_le(w->at, w->state[i], 4);
    }
}

uint8_t *pack_finish(struct pack_code *code, size_t n_contexts, size_t *size)
{
    uint32_t(*frequencies)[PACKED_SYMBOLS] = calloc(PACKED_CONTEXTS, sizeof *frequencies);
    const size_t room = 8 + n_contexts * PACKED_SYMBOLS * 3 + 4 * PACKED_STATES + 2 * code->n;
    uint8_t *bytes = calloc(1, room);
    if (!frequencies || !bytes || code->is_full) {
        free(frequencies);
        free(bytes);
        return NULL;
    }
    size_t bit = 64;
    for (size_t i = 0; i < n_contexts; i++) {
        share_out(code->counts[i], frequencies[i]);
        for (int s = 0; s < PACKED_SYMBOLS; s++)
            put_gamma(bytes, &bit, frequencies[i][s]);
    }
    const size_t before = (bit + 7) / 8;
    struct writer w = {.at = bytes + room};
    write_words(code, (const uint32_t (*)[PACKED_SYMBOLS])frequencies, &w);
    const size_t words = (size_t)(bytes + room - w.at);
    memmove(bytes + before, w.at, words);
    *size = before + words;
    bytes_write_le(bytes, *size - 4, 4);
    bytes_write_le(bytes + 4, before - 8, 4);
    free(frequencies);
    return bytes;
}

void pack_restart(struct pack_code *code)
{
    code->n = 0;
    memset(code->counts, 0, sizeof code->counts);
}

void pack_free(struct pack_code *code) { free(code->list); }
