/* eval/network_file.c - the network's part of a weights file (weights.h): checked, the tail
 * written out, rows laid out by configuration. Trusts no byte. */
#include "eval/network_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/mem.h"

enum { BIAS_MOST = 1 << 24 };

static int64_t take(const uint8_t **at, int n)
{
    const int64_t value = bytes_read_signed_le(*at, n);
    *at += n;
    return value;
}

static bool take_list(const uint8_t **at, int16_t *list, int n, int most)
{
    bool is_good = true;
    for (int i = 0; i < n; i++) {
        list[i] = (int16_t)take(at, 2);
        is_good &= list[i] <= most && list[i] >= -most;
    }
    return is_good;
}

/* A layer's weights w[way][in][out], transformed as network.h says, to
 * u[e'][f][in / 2][k][out][in % 2]. */
static bool take_layer(const uint8_t **at, int n_in, int16_t *u)
{
    bool is_good = true;
    for (int way = 0; way < TURNS; way++)
        for (int c = 0; c < n_in; c++)
            for (int o = 0; o < NETWORK_HIDDEN; o++) {
                int weight = (int)take(at, 2);
                is_good &= weight <= NETWORK_WEIGHT_MOST && weight >= -NETWORK_WEIGHT_MOST;
                for (int e = 0; e < 2; e++) {
                    int f = e ^ way >> 2, mirrors = e ? turn_swap_mirrors(way & 3) : way & 3;
                    int16_t *first = u + ((e * 2 + f) * n_in / 2 + c / 2) * 4 * 2 * NETWORK_HIDDEN;
                    for (int k = 0; k < 4; k++) {
                        int16_t *to = first + (k * NETWORK_HIDDEN + o) * 2 + c % 2;
                        int sign = __builtin_parity((unsigned)(k & mirrors)) ? -1 : 1;
                        *to = (int16_t)(*to + sign * weight);
                    }
                }
            }
    return is_good;
}

static bool take_biases(const uint8_t **at, int32_t biases[NETWORK_HIDDEN])
{
    bool is_good = true;
    for (int o = 0; o < NETWORK_HIDDEN; o++) {
        int64_t bias = take(at, 4);
        is_good &= bias <= BIAS_MOST && bias >= -BIAS_MOST;
        biases[o] = (int32_t)(4 * (bias + NETWORK_WEIGHT_UNIT / 2));
    }
    return is_good;
}

static bool take_ply(const uint8_t *at, struct network_ply *ply)
{
    bool is_good = take_layer(&at, NETWORK_CHANNELS, ply->u1[0][0][0][0][0]) &&
                   take_layer(&at, NETWORK_HIDDEN, ply->u2[0][0][0][0][0]) &&
                   take_biases(&at, ply->b1) && take_biases(&at, ply->b2) &&
                   take_list(&at, ply->v[0], NETWORK_HIDDEN, NETWORK_MAX_OUT) &&
                   take_list(&at, ply->skip, NETWORK_CHANNELS, NETWORK_MAX_SKIP) &&
                   take_list(&at, ply->start, NETWORK_CHANNELS, NETWORK_MAX_ROW) &&
                   take_list(&at, ply->own[0], NETWORK_MOBILITY * NETWORK_CHANNELS,
                             NETWORK_MAX_ROW) &&
                   take_list(&at, ply->other[0], NETWORK_MOBILITY * NETWORK_CHANNELS,
                             NETWORK_MAX_ROW);
    int64_t bias = take(&at, 4);
    ply->bias = (int32_t)bias;
    memcpy(ply->v[1], ply->v[0], sizeof ply->v[0]);
    for (int c = 0; c < NETWORK_CHANNELS; c++)
        ply->start[c] = (int16_t)(ply->start[c] - PATTERN_N_INSTANCES * NETWORK_ROW_ZERO);
    return is_good && bias <= NETWORK_MAX_BIAS && bias >= -NETWORK_MAX_BIAS;
}

/* The bytes of x, each in a word of its own. */
static inline uint64_t spread(uint32_t x)
{
    uint64_t wide = x;
    wide = (wide | wide << 16) & UINT64_C(0x0000FFFF0000FFFF);
    return (wide | wide << 8) & UINT64_C(0x00FF00FF00FF00FF);
}

/* Each byte, -64..63, + NETWORK_ROW_ZERO; nothing is carried to the next. */
static inline uint64_t shifted_up(uint64_t x)
{
    _Static_assert(NETWORK_ROW_ZERO == 64 && NETWORK_ROW_MOST == 63, "bits 6 and 7 tell");
    return (x & UINT64_C(0x7F7F7F7F7F7F7F7F)) ^ UINT64_C(0x4040404040404040);
}

/* A packed row as it lies in memory, its turns taken from `source`: the low bytes of words are
 * turns 0..3, the high ones 4..7. A turn at a time: a byte at a time took 20 ms, 40 % of the start
 * of the program. */
static inline void lay_row(const uint8_t *from, const uint8_t source[TURNS], uint8_t *to)
{
    enum { TURN_BYTES = NETWORK_CHANNELS };
    _Static_assert(TURN_BYTES == sizeof(uint64_t), "a turn is one word");
    enum { FIRST = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ }; /* the half of its first bytes */
    for (int turn = 0; turn < TURN_EXCHANGE; turn++) {
        uint64_t even, odd, laid[2];
        memcpy(&even, from + source[turn], TURN_BYTES);
        memcpy(&odd, from + source[turn + TURN_EXCHANGE], TURN_BYTES);
        even = shifted_up(even);
        odd = shifted_up(odd);
        for (int half = 0; half < 2; half++)
            laid[half ^ FIRST] = spread((uint32_t)(even >> 32 * half)) |
                                 spread((uint32_t)(odd >> 32 * half)) << 8;
        memcpy(to + turn * (int)sizeof laid, laid, sizeof laid);
    }
}

/* All configurations of one bucket from the packed ones present (NULL: 0). */
static void lay_rows(const uint8_t *const *packed, uint8_t (*rows)[NETWORK_LANES])
{
    enum { AHEAD = 16 };          /* rows lie in another order in the file (gen_patterns.c) */
    uint8_t source[TURNS][TURNS]; /* where in a row turned by m its turns come from */
    for (int m = 0; m < TURNS; m++)
        for (int turn = 0; turn < TURNS; turn++)
            source[m][turn] = (uint8_t)(turn_product(m, turn) * NETWORK_CHANNELS);
    for (uint32_t config = 0; config < PATTERN_N_CONFIGS; config++) {
        const uint8_t *from = packed[pattern_packed_index[config]];
        if (config + AHEAD < PATTERN_N_CONFIGS)
            __builtin_prefetch(packed[pattern_packed_index[config + AHEAD]]);
        if (from)
            lay_row(from, source[pattern_config_turn[config]], rows[config]);
        else
            memset(rows[config], NETWORK_ROW_ZERO, NETWORK_LANES);
    }
}

static size_t rows_size(int n_buckets)
{
    return (size_t)n_buckets * PATTERN_N_CONFIGS * NETWORK_LANES;
}

void network_free(struct network *network)
{
    if (!network)
        return;
    mem_free(network->plies, BOARD_PLIES * sizeof *network->plies);
    mem_free(network->rows, rows_size(network->n_buckets));
    free(network);
}

/* Rows present in a bucket's bitmap. */
static size_t count_rows(const uint8_t *bitmap)
{
    size_t n = 0;
    for (uint32_t i = 0; i < PATTERN_N_PACKED; i++)
        n += bitmap[i / 8] >> (i % 8) & 1;
    return n;
}

/* Is a row within bounds, and that of its own images? If not, the value would depend on
 * how the board lies. */
static bool is_sound(const uint8_t *row, uint32_t packed)
{
    uint64_t outside = 0; /* a high bit for each byte beyond -63..63 */
    for (int i = 0; i < NETWORK_LANES; i += (int)sizeof outside) {
        uint64_t x;
        memcpy(&x, row + i, sizeof x);
        outside |= (x ^ x << 1) | ~(shifted_up(x) + UINT64_C(0x7F7F7F7F7F7F7F7F));
    }
    if (outside & UINT64_C(0x8080808080808080))
        return false;
    if (pattern_packed_fixing[packed] == 1)
        return true;
    for (int m = 1; m < TURNS; m++)
        for (int k = 0; (pattern_packed_fixing[packed] >> m & 1) && k < TURNS; k++)
            if (memcmp(row + k * NETWORK_CHANNELS, row + turn_product(m, k) * NETWORK_CHANNELS,
                       NETWORK_CHANNELS) != 0)
                return false;
    return true;
}

/* The buckets of rows in at..end; false if their size is another, or they are not sound. */
static bool read_buckets(const uint8_t *at, const uint8_t *end, const uint8_t **packed,
                         struct network *network)
{
    for (int bucket = 0; bucket < network->n_buckets; bucket++) {
        if (end - at < NETWORK_FILE_BITMAP)
            return false;
        const uint8_t *bitmap = at;
        at += NETWORK_FILE_BITMAP;
        size_t n = count_rows(bitmap);
        if ((size_t)(end - at) < n * NETWORK_LANES)
            return false;
        for (uint32_t i = 0; i < PATTERN_N_PACKED; i++) {
            bool is_there = bitmap[i / 8] >> (i % 8) & 1;
            packed[i] = is_there ? at : NULL;
            if (is_there && !is_sound(at, i))
                return false;
            at += is_there ? NETWORK_LANES : 0;
        }
        lay_rows(packed, network->rows + (size_t)bucket * PATTERN_N_CONFIGS);
    }
    return at == end;
}

struct network *network_from_payload(const uint8_t *payload, size_t size, int n_buckets,
                                     struct reason *reason)
{
    if (n_buckets < 1 || n_buckets > NETWORK_MAX_BUCKETS ||
        size < BOARD_PLIES * NETWORK_FILE_PLY) {
        reason_set(reason, "damaged: a network of %d buckets in %zu bytes", n_buckets, size);
        return NULL;
    }
    struct network *network = calloc(1, sizeof *network);
    const uint8_t **packed = malloc(PATTERN_N_PACKED * sizeof *packed);
    if (network) {
        network->n_buckets = n_buckets;
        network->plies = mem_alloc(BOARD_PLIES * sizeof *network->plies, NULL);
        network->rows = mem_alloc(rows_size(n_buckets), NULL);
    }
    bool has_memory = network && packed && network->plies && network->rows, is_good = has_memory;
    for (int ply = 0; is_good && ply < BOARD_PLIES; ply++) {
        is_good = take_ply(payload + ply * NETWORK_FILE_PLY, &network->plies[ply]);
        network->plies[ply].bucket = network_bucket(n_buckets, ply);
    }
    is_good = is_good && read_buckets(payload + BOARD_PLIES * NETWORK_FILE_PLY, payload + size,
                                      packed, network);
    if (!is_good) {
        reason_set(reason, has_memory ? "damaged: weights or rows that no program of ours wrote"
                                      : "no memory for the weights");
        network_free(network);
        network = NULL;
    }
    free(packed);
    return network;
}
