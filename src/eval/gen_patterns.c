/* eval/gen_patterns.c - from the table of shapes to constant tables (build time).
 *
 * usage: gen_patterns sizes|tables > FILE */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/pattern_shapes.h"
#include "eval/turn.h"

enum { N_SHAPES = sizeof pattern_shapes / sizeof *pattern_shapes, LANES = 64, MOVE_LANES = 16,
       MAX_SQUARES = 10, MAX_MOVE_SQUARES = 6 };

struct instance { int shape, turn, squares[MAX_SQUARES]; };

static int n_squares[N_SHAPES], canonical[N_SHAPES][MAX_SQUARES], per_shape[N_SHAPES];
static int places[N_SHAPES][MAX_SQUARES]; /* of the squares among the digits of a configuration */
static uint32_t first_config[N_SHAPES + 1];
static struct instance instances[LANES];
static int n_instances, first_move_lane;
static uint32_t n_packed;
static uint32_t *packed; /* by configuration, as in memory */
static uint8_t *turn_from_packed; /* likewise */
static uint8_t *fixing_turns;     /* by packed configuration: a set of turns */

static uint64_t set_of(const int *squares, int n)
{
    uint64_t set = 0;
    for (int k = 0; k < n; k++)
        set |= UINT64_C(1) << squares[k];
    return set;
}

/* The base of a shape to the k. */
static uint32_t power(int shape, int k)
{
    uint32_t p = 1;
    while (k-- > 0)
        p *= (uint32_t)pattern_shapes[shape].digits;
    return p;
}

/* Worth of square k of a shape in its configurations. */
static uint32_t worth(int shape, int k) { return power(shape, places[shape][k]); }

static uint32_t n_configs(int shape) { return power(shape, n_squares[shape]); }

static bool knows_moves(int shape) { return pattern_shapes[shape].digits == PATTERN_MOVES; }

static void refuse(const char *what)
{
    fprintf(stderr, "pattern_shapes.h: %s\n", what);
    exit(1);
}

/* How seldom a search changes what is on a square: the centre least, the corner most. */
static int steadiness(int square)
{
    static const int of_quarter[4][4] = {{9, 8, 6, 5}, {8, 7, 4, 3}, {6, 4, 2, 1}, {5, 3, 1, 0}};
    const int file = square & 7, rank = square >> 3;
    return of_quarter[rank < 4 ? rank : 7 - rank][file < 4 ? file : 7 - file];
}

/* The steadier a square, the more its digit is worth: so configurations of boards of one search are
 * neighbours, in fewer pages and lines (docs/lab/evaluation.md, "What an evaluation costs").
 * Files know nothing of it. */
static void place_digits(int s)
{
    for (int k = 0; k < n_squares[s]; k++)
        for (int j = 0; j < n_squares[s]; j++) {
            const int other = steadiness(canonical[s][j]), own = steadiness(canonical[s][k]);
            places[s][k] += other < own || (other == own && j < k);
        }
}

/* Where in memory a configuration lies whose digits stand in the order of the table, as in files.
 * */
static uint32_t in_memory(int s, uint32_t config)
{
    const uint32_t base = (uint32_t)pattern_shapes[s].digits;
    uint32_t at = first_config[s];
    for (int k = 0; k < n_squares[s]; k++, config /= base)
        at += config % base * worth(s, k);
    return at;
}

static void read_shapes(void)
{
    for (int s = 0; s < N_SHAPES; s++) {
        const char *text = pattern_shapes[s].squares;
        n_squares[s] = (int)strlen(text) / 2;
        if (n_squares[s] > (knows_moves(s) ? MAX_MOVE_SQUARES : MAX_SQUARES))
            refuse("a shape has too many squares");
        for (int k = 0; k < n_squares[s]; k++)
            canonical[s][k] = text[2 * k] - 'a' + 8 * (text[2 * k + 1] - '1');
        first_config[s + 1] = first_config[s] + n_configs(s);
        place_digits(s);
    }
}

static void lay_instances(void)
{
    for (int s = 0; s < N_SHAPES; s++) {
        uint64_t seen[8];
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            struct instance laid = {.shape = s, .turn = turn_of_symmetry(symmetry)};
            for (int k = 0; k < n_squares[s]; k++)
                laid.squares[k] = turn_square(laid.turn, canonical[s][k]);
            uint64_t set = set_of(laid.squares, n_squares[s]);
            int known = 0;
            for (int i = 0; i < per_shape[s]; i++)
                known |= seen[i] == set;
            if (known)
                continue;
            if (n_instances == LANES)
                refuse("more instances than lanes");
            first_move_lane += !knows_moves(s);
            if (!knows_moves(s) && n_instances >= first_move_lane)
                refuse("shapes that know moves must stand behind the others");
            seen[per_shape[s]++] = set;
            instances[n_instances++] = laid;
        }
    }
    if (first_move_lane % MOVE_LANES != 0 || n_instances - first_move_lane > MOVE_LANES)
        refuse("lanes that know moves must fill a whole vector");
}

struct self_maps { int n, turn[8], place[8][MAX_SQUARES]; };

/* The turns that map a shape onto itself, each with where it takes the digits. */
static struct self_maps maps_of(int s)
{
    struct self_maps maps = {0};
    for (int t = 0; t < TURNS; t++) {
        int turned[MAX_SQUARES], n = n_squares[s];
        for (int k = 0; k < n; k++)
            turned[k] = turn_square(t, canonical[s][k]);
        if (set_of(turned, n) != set_of(canonical[s], n))
            continue;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                if (turned[k] == canonical[s][j])
                    maps.place[maps.n][k] = j;
        maps.turn[maps.n++] = t;
    }
    return maps;
}

/* A turn that maps the shape onto itself permutes its digits: configurations it
 * exchanges must weigh the same, so the smaller one (digits as in files) stands for both. */
static void pack(void)
{
    packed = malloc(first_config[N_SHAPES] * sizeof *packed);
    turn_from_packed = calloc(first_config[N_SHAPES], 1);
    fixing_turns = calloc(first_config[N_SHAPES], 1);
    if (!packed || !turn_from_packed || !fixing_turns)
        exit(1);
    for (int s = 0; s < N_SHAPES; s++) {
        const struct self_maps maps = maps_of(s);
        for (uint32_t config = 0; config < n_configs(s); config++) {
            uint32_t least = config, at = in_memory(s, config);
            uint8_t fixing = 0;
            for (int m = 0; m < maps.n; m++) {
                uint32_t rest = config, image = 0;
                const uint32_t base = (uint32_t)pattern_shapes[s].digits;
                for (int k = 0; k < n_squares[s]; k++, rest /= base)
                    image += rest % base * power(s, maps.place[m][k]);
                if (image < least) {
                    least = image;
                    turn_from_packed[at] = (uint8_t)maps.turn[m];
                }
                fixing |= (uint8_t)((image == config) << maps.turn[m]);
            }
            if (least == config)
                fixing_turns[n_packed] = fixing;
            packed[at] = least == config ? n_packed++ : packed[in_memory(s, least)];
        }
    }
}

/* FNV-1a over squares and digits: any change of the table changes it. */
static uint64_t hash_shapes(void)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    const uint64_t prime = UINT64_C(0x100000001B3);
    for (int s = 0; s < N_SHAPES; s++) {
        for (const char *p = pattern_shapes[s].squares; *p; p++)
            h = (h ^ (unsigned char)*p) * prime;
        h = (h ^ (uint64_t)pattern_shapes[s].digits) * prime;
    }
    return h;
}

static void print_sizes(void)
{
    printf("/* Written by gen_patterns.c at build time. */\n"
           "#ifndef PATTERN_SIZES_H\n#define PATTERN_SIZES_H\n"
           "enum {\n    PATTERN_N_SHAPES = %d,\n    PATTERN_N_INSTANCES = %d,\n"
           "    PATTERN_LANES = %d,\n    PATTERN_FIRST_MOVE_LANE = %d,\n"
           "    PATTERN_MOVE_LANES = %d,\n    PATTERN_MOVE_SQUARES = %d,\n"
           "    PATTERN_N_CONFIGS = %" PRIu32
           ",\n    PATTERN_N_PACKED = %" PRIu32 "\n};\n"
           "#define PATTERN_HASH UINT64_C(0x%016" PRIx64 ")\n",
           N_SHAPES, n_instances, LANES, first_move_lane, MOVE_LANES, MAX_MOVE_SQUARES,
           first_config[N_SHAPES], n_packed, hash_shapes());
    printf("#define PATTERN_LANES_BY_TURN {");
    for (int t = 0; t < TURNS; t++)
        for (int i = 0; i < n_instances; i++)
            if (instances[i].turn == t)
                printf("%d,", i);
    printf("}\n#define PATTERN_TURN_FIRST {0,");
    for (int t = 0, n = 0; t < TURNS; t++) {
        for (int i = 0; i < n_instances; i++)
            n += instances[i].turn == t;
        printf("%d,", n);
    }
    printf("}\n#endif\n");
}

static void print_lanes(void)
{
    printf("_Alignas(64) const uint32_t pattern_lane_offsets[%d] = {", LANES);
    for (int i = 0; i < LANES; i++)
        printf("%" PRIu32 ",", i < n_instances ? first_config[instances[i].shape]
                                               : first_config[N_SHAPES]);
    printf("};\n_Alignas(64) const uint16_t pattern_lane_max[%d] = {", LANES);
    for (int i = 0; i < LANES; i++)
        printf("%" PRIu32 ",", i < n_instances ? n_configs(instances[i].shape) - 1 : 0);
    printf("};\nconst uint8_t pattern_lane_turn[%d] = {", LANES);
    for (int i = 0; i < LANES; i++)
        printf("%d,", i < n_instances ? instances[i].turn : 0);
    printf("};\n_Alignas(64) const uint16_t pattern_square_digits[64][%d] = {", LANES);
    for (int square = 0; square < 64; square++) {
        printf("\n{");
        for (int i = 0; i < LANES; i++) {
            uint32_t digit = 0;
            for (int k = 0; i < n_instances && k < n_squares[instances[i].shape]; k++)
                if (instances[i].squares[k] == square)
                    digit = worth(instances[i].shape, k) << knows_moves(instances[i].shape);
            printf("%" PRIu32 ",", digit);
        }
        printf("},");
    }
    printf("\n};\n");
}

/* What a legal move adds to the lanes that know moves: by four squares and the set of moves there,
 * and as squares with the worth of each. */
static void print_moves(void)
{
    printf("_Alignas(64) const uint16_t pattern_move_digits[16][16][%d] = {", MOVE_LANES);
    for (int i = 0; i < 16 * 16; i++) {
        printf("%s{", i % 16 ? "" : "\n{");
        for (int lane = first_move_lane; lane < first_move_lane + MOVE_LANES; lane++) {
            uint32_t sum = 0;
            for (int k = 0; lane < n_instances && k < n_squares[instances[lane].shape]; k++) {
                int at = instances[lane].squares[k] - i / 16 * 4;
                if (at >= 0 && at < 4 && i >> at & 1)
                    sum += worth(instances[lane].shape, k);
            }
            printf("%" PRIu32 ",", sum);
        }
        printf("},%s", i % 16 == 15 ? "}," : "");
    }
    printf("\n};\n");
    for (int is_worth = 0; is_worth < 2; is_worth++) {
        printf("_Alignas(64) const uint16_t pattern_move_%s[%d][%d] = {",
               is_worth ? "worth" : "squares", MAX_MOVE_SQUARES, MOVE_LANES);
        for (int k = 0; k < MAX_MOVE_SQUARES; k++) {
            printf("{");
            for (int lane = first_move_lane; lane < first_move_lane + MOVE_LANES; lane++) {
                bool is_there = lane < n_instances && k < n_squares[instances[lane].shape];
                printf("%" PRIu32 ",", !is_there ? 0 : is_worth ? worth(instances[lane].shape, k)
                                       : (uint32_t)instances[lane].squares[k]);
            }
            printf("},");
        }
        printf("};\n");
    }
}

static void print_bytes(const char *name, const uint8_t *bytes, uint32_t n)
{
    printf("const uint8_t %s[%" PRIu32 "] = {", name, n);
    for (uint32_t i = 0; i < n; i++)
        printf("%s%d,", i % 32 ? "" : "\n", bytes[i]);
    printf("\n};\n");
}

static void print_tables(void)
{
    printf("/* Written by gen_patterns.c at build time. */\n#include \"eval/pattern.h\"\n");
    print_lanes();
    print_moves();
    printf("const struct pattern_shape_info pattern_shape_table[%d] = {\n", N_SHAPES);
    for (int s = 0; s < N_SHAPES; s++)
        printf("    {\"%s\", %d, %d, %d, %" PRIu32 "},\n", pattern_shapes[s].name, n_squares[s],
               (int)pattern_shapes[s].digits, per_shape[s], first_config[s]);
    printf("};\nconst uint32_t pattern_packed_index[%" PRIu32 "] = {", first_config[N_SHAPES]);
    for (uint32_t c = 0; c < first_config[N_SHAPES]; c++)
        printf("%s%" PRIu32 ",", c % 16 ? "" : "\n", packed[c]);
    printf("\n};\n");
    print_bytes("pattern_config_turn", turn_from_packed, first_config[N_SHAPES]);
    print_bytes("pattern_packed_fixing", fixing_turns, n_packed);
}

int main(int argc, char **argv)
{
    read_shapes();
    lay_instances();
    pack();
    if (argc == 2 && strcmp(argv[1], "sizes") == 0)
        print_sizes();
    else if (argc == 2 && strcmp(argv[1], "tables") == 0)
        print_tables();
    else
        return 64;
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
