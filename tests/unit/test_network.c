/* The embedding network: every CPU level against an obvious sum over the file's own
 * weights, the same value for all eight boards, files that are damaged or foreign. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/board.h>

#include "base/bits.h"
#include "base/checksum.h"
#include "base/rng.h"
#include "eval/network_file.h"
#include "eval/score.h"
#include "eval/weights.h"
#include "isa/kernel.h"
#include "support.h"

enum { BUCKETS = 2, ROOM = WEIGHTS_HEADER + BOARD_PLIES * NETWORK_FILE_PLY +
       BUCKETS * (NETWORK_FILE_BITMAP + PATTERN_N_PACKED * NETWORK_LANES) };

/* A file and what is in it. */
struct file {
    uint8_t *bytes;
    size_t size;
    const int8_t *(*rows)[PATTERN_N_PACKED]; /* by bucket; NULL: a row of zeros */
};

static void put(uint8_t **at, int64_t value, int n)
{
    for (int i = 0; i < n; i++)
        (*at)[i] = (uint8_t)((uint64_t)value >> 8 * i);
    *at += n;
}

static int64_t take(const uint8_t **at, int n)
{
    int64_t value = (int8_t)(*at)[n - 1];
    for (int i = n - 2; i >= 0; i--)
        value = value * 256 + (*at)[i];
    *at += n;
    return value;
}

static void put_random(uint8_t **at, struct rng *rng, int n, int most, int n_bytes)
{
    for (int i = 0; i < n; i++)
        put(at, (int64_t)rng_below(rng, (uint32_t)(2 * most + 1)) - most, n_bytes);
}

/* `strength` 1: like trained weights; 2: the largest a file may have. */
static void put_ply(uint8_t **at, struct rng *rng, int strength)
{
    uint8_t *end = *at + NETWORK_FILE_PLY;
    bool is_large = strength == 2;
    put_random(at, rng, 256, is_large ? NETWORK_WEIGHT_MOST : 120, 2);
    put_random(at, rng, 128, is_large ? NETWORK_WEIGHT_MOST : 160, 2);
    put_random(at, rng, 8, is_large ? 1 << 24 : 262144, 4);
    put_random(at, rng, 4, is_large ? NETWORK_MAX_OUT : 750, 2);
    put_random(at, rng, 8, is_large ? NETWORK_MAX_SKIP : 100, 2);
    put_random(at, rng, 8 + 2 * 8 * NETWORK_MOBILITY, is_large ? NETWORK_MAX_ROW : 300, 2);
    put(at, is_large ? 1 << 28 : 5000, 4);
    *at = end;
}

/* Makes a row that of its own images. */
static void even_out(uint8_t *row, unsigned fixing)
{
    for (int k = 0; k < TURNS; k++)
        for (int m = 0; m < TURNS; m++)
            if ((fixing >> m & 1) && turn_product(m, k) < k)
                memcpy(row + 8 * k, row + 8 * turn_product(m, k), 8);
}

static void seal(struct file *f)
{
    uint8_t *at = f->bytes + 32;
    put(&at, (int64_t)(f->size - WEIGHTS_HEADER), 8);
    put(&at, (int64_t)checksum_of(f->bytes + WEIGHTS_HEADER, f->size - WEIGHTS_HEADER), 8);
}

static struct file make_file(uint64_t seed, int strength)
{
    struct rng rng = rng_seeded(seed);
    struct file f = {.bytes = calloc(1, ROOM), .rows = calloc(BUCKETS, sizeof *f.rows)};
    cr_assert(f.bytes && f.rows);
    uint8_t *at = f.bytes;
    memcpy(at, "OFLWGHT1", 8);
    at += 8;
    put(&at, 1, 4);
    put(&at, BUCKETS, 4);
    put(&at, (int64_t)PATTERN_HASH, 8);
    put(&at, PATTERN_N_PACKED, 4);
    put(&at, NETWORK_FILE_PLY, 4);
    at = f.bytes + WEIGHTS_HEADER;
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        put_ply(&at, &rng, strength);
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        uint8_t *bitmap = at;
        at += NETWORK_FILE_BITMAP;
        for (int i = 0; i < PATTERN_N_PACKED; i++) {
            if (rng_below(&rng, 10) == 0)
                continue;
            bitmap[i / 8] |= (uint8_t)(1 << i % 8);
            f.rows[bucket][i] = (const int8_t *)at;
            uint8_t *row = at;
            put_random(&at, &rng, NETWORK_LANES, strength == 2 ? NETWORK_ROW_MOST : 20, 1);
            even_out(row, pattern_packed_fixing[i]);
        }
    }
    f.size = (size_t)(at - f.bytes);
    seal(&f);
    return f;
}

static struct weights *load(const struct file *f)
{
    struct reason reason = {.text = ""};
    struct weights *w = weights_from_bytes(f->bytes, f->size, &reason);
    cr_assert_not_null(w, "%s", reason.text);
    return w;
}

static void drop(struct file *f)
{
    free(f->bytes);
    free(f->rows);
}

static int clamp(int x, int most) { return x < 0 ? 0 : x > most ? most : x; }

/* The sum S, turn by turn: instance i, laid by turn g, adds turn g^-1 h of its row to turn h. */
static void obvious_sum(const struct file *f, ofl_board b, int ply, int sum[TURNS][8])
{
    struct pattern_ids ids;
    pattern_configs_of(b, &ids);
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++) {
        uint32_t config = pattern_lane_offsets[lane] + ids.id[lane];
        const int8_t *row = f->rows[ply * BUCKETS / BOARD_PLIES][pattern_packed_index[config]];
        for (int h = 0; row && h < TURNS; h++) {
            int k = turn_product(turn_inverse(pattern_lane_turn[lane]), h);
            for (int c = 0; c < 8; c++)
                sum[h][c] += row[8 * turn_product(pattern_config_turn[config], k) + c];
        }
    }
}

/* One layer: out[h][o] = b[o] + sum over k of w[h^-1 k] in[k]. */
static void obvious_layer(const uint8_t *w, const uint8_t *b, int n_in, int in[TURNS][8],
                          int out[TURNS][8])
{
    for (int o = 0; o < 4; o++) {
        const uint8_t *at = b + 4 * o;
        int64_t bias = take(&at, 4);
        for (int h = 0; h < TURNS; h++) {
            int64_t sum = bias;
            for (int k = 0; k < TURNS; k++)
                for (int c = 0; c < n_in; c++) {
                    const uint8_t *weight =
                        w + 2 * ((turn_product(turn_inverse(h), k) * n_in + c) * 4 + o);
                    sum += take(&weight, 2) * in[k][c];
                }
            sum = (sum + 256) >> 9;
            out[h][o] = sum < 0 ? 0 : sum > 512 ? 512 : (int)sum;
        }
    }
}

static int obvious_value(const struct file *f, ofl_board b)
{
    int ply = clamp(bit_count(b.player | b.opponent) - 4, 60);
    const uint8_t *w = f->bytes + WEIGHTS_HEADER + ply * NETWORK_FILE_PLY;
    const uint8_t *v = w + 800, *skip = w + 808, *start = w + 824;
    const uint8_t *own = w + 840 + 16 * bit_count(ofl_legal_moves(b));
    const uint8_t *other = w + 1480 + 16 * bit_count(ofl_legal_moves(ofl_swap(b)));
    const uint8_t *bias = w + 2120;
    int sum[TURNS][8] = {{0}}, a[TURNS][8], y[TURNS][8], z[TURNS][8];
    obvious_sum(f, b, ply, sum);
    int64_t value = take(&bias, 4);
    for (int c = 0; c < 8; c++) {
        int add = (int)(take(&start, 2) + take(&own, 2) + take(&other, 2));
        int weight = (int)take(&skip, 2);
        for (int h = 0; h < TURNS; h++) {
            sum[h][c] += add;
            value += (int64_t)sum[h][c] * weight;
            int x = clamp(sum[h][c], 1023);
            a[h][c] = (16 * x * x + 16384) >> 15;
        }
    }
    obvious_layer(w, w + 768, 8, a, y);
    obvious_layer(w + 512, w + 784, 4, y, z);
    for (int o = 0; o < 4; o++) {
        int weight = (int)take(&v, 2);
        for (int h = 0; h < TURNS; h++)
            value += weight * z[h][o];
    }
    cr_assert(value <= INT32_MAX - 512 && value >= INT32_MIN, "no overflow");
    return score_bound((int)((value + 512) >> 10));
}

struct pair { const struct file *file; const struct weights *weights; };

static void compare(ofl_board b, const struct pair *pair)
{
    int want = obvious_value(pair->file, b);
    for (int i = 0; kernel_at(i); i++)
        if (kernel_supported(kernel_at(i)->level))
            cr_assert_eq(kernel_at(i)->evaluate_trained(pair->weights, b), want, "%s",
                         kernel_at(i)->level);
    for (int s = 1; s < 8; s++)
        cr_assert_eq(kernel()->evaluate_trained(pair->weights, ofl_symmetry(b, s)), want,
                     "symmetry %d", s);
    cr_assert(want <= EVAL_MAX && want >= -EVAL_MAX);
}

/* All children of a board at once, and so many of them, with ids for either colour. */
static void compare_children(ofl_board b, const struct pair *pair)
{
    struct pattern_input in[OFL_MAX_MOVES];
    struct pattern_ids ids[OFL_MAX_MOVES];
    int want[OFL_MAX_MOVES], n = 0;
    for (uint64_t moves = ofl_legal_moves(b); moves; moves = bit_drop(moves), n++) {
        ofl_board child = ofl_play(b, bit_first(moves));
        int side = n % 2;
        pattern_ids_of(side ? ofl_swap(child) : child, &ids[n]);
        in[n] = (struct pattern_input){child.player, child.opponent, &ids[n], side};
        want[n] = obvious_value(pair->file, child);
    }
    for (int i = 0; kernel_at(i); i++) {
        const struct kernel *k = kernel_at(i);
        for (int first = 0; kernel_supported(k->level) && first < n; first++) {
            int got[OFL_MAX_MOVES];
            k->evaluate_all(pair->weights->network, in + first, n - first, got);
            for (int j = first; j < n; j++)
                cr_assert_eq(got[j - first], want[j], "%s, %d of %d", k->level, j, n - first);
            cr_assert_eq(k->evaluate_ids(pair->weights->network,
                                         (ofl_board){in[first].player, in[first].opponent},
                                         in[first].ids, in[first].side), want[first], "%s",
                         k->level);
        }
    }
}

static void play_games(uint64_t seed, int n_games, int strength)
{
    struct file f = make_file(seed, strength);
    struct weights *w = load(&f);
    const struct pair pair = {&f, w};
    struct rng rng = rng_seeded(test_seed(seed));
    for (int game = 0; game < n_games; game++) {
        ofl_board b = ofl_position_start().board;
        for (int move; (move = test_random_move(b, &rng)) != OFL_NO_MOVE; b = ofl_play(b, move)) {
            compare(b, &pair);
            if (game < n_games / 4)
                compare_children(b, &pair);
        }
    }
    compare((ofl_board){0, 0}, &pair);
    compare((ofl_board){~UINT64_C(0), 0}, &pair);
    weights_free(w);
    drop(&f);
}

Test(network, value_is_the_same_at_every_level_and_under_symmetry) { play_games(21, 40, 1); }

Test(network, the_largest_weights_do_not_overflow) { play_games(22, 20, 2); }

Test(network, turns_are_a_group_that_acts_on_the_board)
{
    for (int a = 0; a < TURNS; a++) {
        cr_expect_eq(turn_product(a, turn_inverse(a)), 0);
        for (int b = 0; b < TURNS; b++)
            for (int square = 0; square < 64; square++)
                cr_assert_eq(turn_square(turn_product(a, b), square),
                             turn_square(a, turn_square(b, square)));
    }
    const ofl_board corner = {0x0102040810204081, 0x2000000000000000};
    for (int s = 0; s < TURNS; s++) {
        uint64_t turned = 0;
        for (uint64_t left = corner.player; left; left = bit_drop(left))
            turned |= bit_of(turn_square(turn_of_symmetry(s), bit_first(left)));
        cr_expect_eq(ofl_symmetry(corner, s).player, turned, "symmetry %d", s);
    }
}

static bool refused(const uint8_t *bytes, size_t size)
{
    struct reason reason = {.text = ""};
    struct weights *w = weights_from_bytes(bytes, size, &reason);
    weights_free(w);
    return !w && strlen(reason.text) > 10;
}

/* With a checksum that agrees, so that only the reader of the network can tell. */
static bool refused_sealed(struct file *f, size_t at, uint8_t byte)
{
    uint8_t old = f->bytes[at];
    f->bytes[at] = byte;
    seal(f);
    bool is_refused = refused(f->bytes, f->size);
    f->bytes[at] = old;
    seal(f);
    return is_refused;
}

Test(network, damaged_and_foreign_files_are_refused_with_a_sentence)
{
    struct file f = make_file(23, 1);
    static const size_t cuts[] = {1, 63, 64, 1000, BOARD_PLIES * NETWORK_FILE_PLY,
                                  5000000};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        cr_expect(refused(f.bytes, f.size - cuts[i]), "%zu bytes less", cuts[i]);
        struct file shorter = f;
        shorter.size -= cuts[i];
        seal(&shorter);
        cr_expect(refused(f.bytes, shorter.size), "%zu bytes less, sealed", cuts[i]);
        seal(&f);
    }
    for (int byte = 0; byte < 48; byte++) { /* the header but for the label */
        f.bytes[byte] ^= 1;
        cr_expect(refused(f.bytes, f.size), "byte %d", byte);
        f.bytes[byte] ^= 1;
    }
    struct rng rng = rng_seeded(test_seed(24));
    for (int i = 0; i < 10; i++) {
        uint32_t at = WEIGHTS_HEADER + rng_below(&rng, (uint32_t)f.size - WEIGHTS_HEADER);
        f.bytes[at] ^= 16;
        cr_expect(refused(f.bytes, f.size), "byte %u", at);
        f.bytes[at] ^= 16;
    }
    cr_expect(refused_sealed(&f, 12, 0), "no bucket");
    cr_expect(refused_sealed(&f, 12, 7), "seven buckets");
    cr_expect(refused_sealed(&f, WEIGHTS_HEADER + 809, 0x7F), "a skip weight of 32512");
    cr_expect(refused_sealed(&f, WEIGHTS_HEADER + 825, 0x40), "a row of 16384");
    cr_expect(refused_sealed(&f, WEIGHTS_HEADER + 771, 0x40), "a bias of 2^30");
    cr_expect(refused_sealed(&f, WEIGHTS_HEADER + 1, 0x02), "a weight of the first layer of 512");
    cr_expect(refused_sealed(&f, WEIGHTS_HEADER + 513, 0x7F), "one of the second of 32512");
    size_t bitmap = WEIGHTS_HEADER + BOARD_PLIES * NETWORK_FILE_PLY;
    cr_expect(refused_sealed(&f, bitmap, (uint8_t)(f.bytes[bitmap] ^ 1)), "one row more or less");
    /* Configuration 0 of the first shape is its own image under the exchange. */
    cr_assert(pattern_packed_fixing[0] & 1 << TURN_EXCHANGE);
    for (int i = 0; i < PATTERN_N_PACKED; i++)
        if (pattern_packed_fixing[i] != 1 && f.rows[0][i]) {
            size_t at = (size_t)((const uint8_t *)f.rows[0][i] - f.bytes);
            cr_expect(refused_sealed(&f, at, (uint8_t)(f.bytes[at] ^ 1)), "not even");
            cr_expect(refused_sealed(&f, at, 64), "out of bounds");
            break;
        }
    cr_expect_not(refused(f.bytes, f.size));
    struct reason reason;
    f.bytes[28] ^= 1; /* bytes a ply */
    cr_expect_null(weights_from_bytes(f.bytes, f.size, &reason));
    cr_expect(strstr(reason.text, "another version of the format"), "%s", reason.text);
    drop(&f);
}
