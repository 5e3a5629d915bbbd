/* eval/gen_patterns.c - from the table of shapes to constant tables (build time).
 *
 * usage: gen_patterns sizes|tables > FILE */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/pattern_shapes.h"
#include "eval/turn.h"

enum { N_SHAPES = sizeof pattern_shapes / sizeof *pattern_shapes, LANES = 64, MAX_SQUARES = 12 };

struct instance { int shape, turn, squares[MAX_SQUARES]; };

static int n_squares[N_SHAPES], canonical[N_SHAPES][MAX_SQUARES], per_shape[N_SHAPES];
static uint32_t first_config[N_SHAPES + 1];
static struct instance instances[LANES];
static int n_instances;
static uint32_t n_packed;
static uint32_t *packed; /* by configuration */
static uint8_t *turn_from_packed; /* by configuration */
static uint8_t *fixing_turns;     /* by packed configuration: a set of turns */

static uint64_t set_of(const int *squares, int n)
{
    uint64_t set = 0;
    for (int k = 0; k < n; k++)
        set |= UINT64_C(1) << squares[k];
    return set;
}

static uint32_t power3(int n)
{
    uint32_t p = 1;
    while (n-- > 0)
        p *= 3;
    return p;
}

static void read_shapes(void)
{
    for (int s = 0; s < N_SHAPES; s++) {
        const char *text = pattern_shapes[s].squares;
        n_squares[s] = (int)strlen(text) / 2;
        for (int k = 0; k < n_squares[s]; k++)
            canonical[s][k] = text[2 * k] - 'a' + 8 * (text[2 * k + 1] - '1');
        first_config[s + 1] = first_config[s] + power3(n_squares[s]);
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
            if (n_instances == LANES) {
                fprintf(stderr, "more than %d instances\n", LANES);
                exit(1);
            }
            seen[per_shape[s]++] = set;
            instances[n_instances++] = laid;
        }
    }
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
 * exchanges must weigh the same, so the smaller one stands for both. */
static void pack(void)
{
    packed = malloc(first_config[N_SHAPES] * sizeof *packed);
    turn_from_packed = calloc(first_config[N_SHAPES], 1);
    fixing_turns = calloc(first_config[N_SHAPES], 1);
    if (!packed || !turn_from_packed || !fixing_turns)
        exit(1);
    for (int s = 0; s < N_SHAPES; s++) {
        const struct self_maps maps = maps_of(s);
        for (uint32_t config = 0; config < power3(n_squares[s]); config++) {
            uint32_t least = config, at = first_config[s] + config;
            uint8_t fixing = 0;
            for (int m = 0; m < maps.n; m++) {
                uint32_t rest = config, image = 0;
                for (int k = 0; k < n_squares[s]; k++, rest /= 3)
                    image += rest % 3 * power3(maps.place[m][k]);
                if (image < least) {
                    least = image;
                    turn_from_packed[at] = (uint8_t)maps.turn[m];
                }
                fixing |= (uint8_t)((image == config) << maps.turn[m]);
            }
            if (least == config)
                fixing_turns[n_packed] = fixing;
            packed[at] = least == config ? n_packed++ : packed[first_config[s] + least];
        }
    }
}

/* FNV-1a over names and squares: any change of the table changes it. */
static uint64_t hash_shapes(void)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    for (int s = 0; s < N_SHAPES; s++)
        for (const char *p = pattern_shapes[s].squares;; p++) {
            h = (h ^ (unsigned char)*p) * UINT64_C(0x100000001B3);
            if (!*p)
                break;
        }
    return h;
}

static void print_sizes(void)
{
    printf("/* Written by gen_patterns.c at build time. */\n"
           "#ifndef PATTERN_SIZES_H\n#define PATTERN_SIZES_H\n"
           "enum {\n    PATTERN_N_SHAPES = %d,\n    PATTERN_N_INSTANCES = %d,\n"
           "    PATTERN_LANES = %d,\n    PATTERN_N_CONFIGS = %" PRIu32
           ",\n    PATTERN_N_PACKED = %" PRIu32 "\n};\n"
           "#define PATTERN_HASH UINT64_C(0x%016" PRIx64 ")\n",
           N_SHAPES, n_instances, LANES, first_config[N_SHAPES], n_packed, hash_shapes());
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
        printf("%" PRIu32 ",", i < n_instances ? power3(n_squares[instances[i].shape]) - 1 : 0);
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
                    digit = power3(k);
            printf("%" PRIu32 ",", digit);
        }
        printf("},");
    }
    printf("\n};\n");
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
    printf("const struct pattern_shape_info pattern_shape_table[%d] = {\n", N_SHAPES);
    for (int s = 0; s < N_SHAPES; s++)
        printf("    {\"%s\", %d, %d, %" PRIu32 "},\n", pattern_shapes[s].name, n_squares[s],
               per_shape[s], first_config[s]);
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
