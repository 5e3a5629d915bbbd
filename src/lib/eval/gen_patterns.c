/* eval/gen_patterns.c - the tables that follow from the table of shapes, as C (build time).
 *
 * usage: gen_patterns sizes|tables|packing > FILE */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/pattern_layout.h"
#include "eval/turn.h"

static struct pattern_layout layout;
static uint32_t n_packed;
static uint32_t *packed; /* by configuration, as in memory */
static uint8_t *turn_from_packed; /* likewise */
static uint8_t *fixing_turns;     /* by packed configuration: a set of turns */

static bool pack(void)
{
    const uint32_t n = layout.first_config[LAYOUT_SHAPES];
    packed = malloc(n * sizeof *packed);
    turn_from_packed = calloc(n, 1);
    fixing_turns = calloc(n, 1);
    if (packed && turn_from_packed && fixing_turns)
        n_packed = pattern_layout_pack(&layout, packed, turn_from_packed, fixing_turns);
    return n_packed > 0;
}

/* FNV-1a over squares and digits: any change of the table changes it. */
static uint64_t hash_shapes(void)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    const uint64_t prime = UINT64_C(0x100000001B3);
    for (int s = 0; s < LAYOUT_SHAPES; s++) {
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
           LAYOUT_SHAPES, layout.n_instances, LAYOUT_LANES, layout.first_move_lane,
           LAYOUT_MOVE_LANES, LAYOUT_MAX_MOVE_SQUARES,
           layout.first_config[LAYOUT_SHAPES], n_packed, hash_shapes());
    printf("#define PATTERN_LANES_BY_TURN {");
    for (int t = 0; t < TURNS; t++)
        for (int i = 0; i < layout.n_instances; i++)
            if (layout.instances[i].turn == t)
                printf("%d,", i);
    printf("}\n#define PATTERN_TURN_FIRST {0,");
    for (int t = 0, n = 0; t < TURNS; t++) {
        for (int i = 0; i < layout.n_instances; i++)
            n += layout.instances[i].turn == t;
        printf("%d,", n);
    }
    printf("}\n#endif\n");
}

/* Squares of a lane's instance; 0 in lanes that are padding. */
static int squares_of(int lane)
{
    return lane < layout.n_instances ? layout.n_squares[layout.instances[lane].shape] : 0;
}

static uint32_t worth_of(int lane, int k)
{
    return layout.worth[layout.instances[lane].shape][k];
}

static void print_lanes(void)
{
    const int n = layout.n_instances;
    printf("_Alignas(64) const uint32_t pattern_lane_offsets[%d] = {", LAYOUT_LANES);
    for (int i = 0; i < LAYOUT_LANES; i++)
        printf("%" PRIu32 ",",
               layout.first_config[i < n ? layout.instances[i].shape : LAYOUT_SHAPES]);
    printf("};\n_Alignas(64) const uint16_t pattern_lane_max[%d] = {", LAYOUT_LANES);
    for (int i = 0; i < LAYOUT_LANES; i++)
        printf("%" PRIu32 ",",
               i < n ? pattern_layout_configs(&layout, layout.instances[i].shape) - 1 : 0);
    printf("};\nconst uint8_t pattern_lane_turn[%d] = {", LAYOUT_LANES);
    for (int i = 0; i < LAYOUT_LANES; i++)
        printf("%d,", i < n ? layout.instances[i].turn : 0);
    printf("};\n_Alignas(64) const uint16_t pattern_square_digits[64][%d] = {", LAYOUT_LANES);
    for (int square = 0; square < 64; square++) {
        printf("\n{");
        for (int i = 0; i < LAYOUT_LANES; i++) {
            uint32_t digit = 0;
            for (int k = 0; k < squares_of(i); k++)
                if (layout.instances[i].squares[k] == square)
                    digit = worth_of(i, k)
                            << pattern_layout_knows_moves(layout.instances[i].shape);
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
    const int first = layout.first_move_lane, end = first + LAYOUT_MOVE_LANES;
    printf("_Alignas(64) const uint16_t pattern_move_digits[16][16][%d] = {", LAYOUT_MOVE_LANES);
    for (int i = 0; i < 16 * 16; i++) {
        printf("%s{", i % 16 ? "" : "\n{");
        for (int lane = first; lane < end; lane++) {
            uint32_t sum = 0;
            for (int k = 0; k < squares_of(lane); k++) {
                int at = layout.instances[lane].squares[k] - i / 16 * 4;
                if (at >= 0 && at < 4 && i >> at & 1)
                    sum += worth_of(lane, k);
            }
            printf("%" PRIu32 ",", sum);
        }
        printf("},%s", i % 16 == 15 ? "}," : "");
    }
    printf("\n};\n");
    for (int is_worth = 0; is_worth < 2; is_worth++) {
        printf("_Alignas(64) const uint16_t pattern_move_%s[%d][%d] = {",
               is_worth ? "worth" : "squares", LAYOUT_MAX_MOVE_SQUARES, LAYOUT_MOVE_LANES);
        for (int k = 0; k < LAYOUT_MAX_MOVE_SQUARES; k++) {
            printf("{");
            for (int lane = first; lane < end; lane++)
                printf("%" PRIu32 ",", k >= squares_of(lane) ? 0
                                       : is_worth            ? worth_of(lane, k)
                                           : (uint32_t)layout.instances[lane].squares[k]);
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
    printf("const struct pattern_shape_info pattern_shape_table[%d] = {\n", LAYOUT_SHAPES);
    for (int s = 0; s < LAYOUT_SHAPES; s++)
        printf("    {\"%s\", %d, %d, %d, %" PRIu32 "},\n", pattern_shapes[s].name,
               layout.n_squares[s], (int)pattern_shapes[s].digits, layout.per_shape[s],
               layout.first_config[s]);
    printf("};\n");
}

/* What takes 2 MB, and is needed to read weights only. */
static void print_packing(void)
{
    const uint32_t n = layout.first_config[LAYOUT_SHAPES];
    printf("/* Written by gen_patterns.c at build time. */\n#include \"eval/pattern.h\"\n"
           "const uint32_t pattern_packed_index[%" PRIu32 "] = {", n);
    for (uint32_t c = 0; c < n; c++)
        printf("%s%" PRIu32 ",", c % 16 ? "" : "\n", packed[c]);
    printf("\n};\n");
    print_bytes("pattern_config_turn", turn_from_packed, n);
    print_bytes("pattern_packed_fixing", fixing_turns, n_packed);
}

int main(int argc, char **argv)
{
    const char *fault = pattern_layout_make(&layout);
    if (!fault && !pack())
        fault = "out of memory";
    if (fault) {
        fprintf(stderr, "pattern_shapes.h: %s\n", fault);
        return 1;
    }
    if (argc == 2 && strcmp(argv[1], "sizes") == 0)
        print_sizes();
    else if (argc == 2 && strcmp(argv[1], "tables") == 0)
        print_tables();
    else if (argc == 2 && strcmp(argv[1], "packing") == 0)
        print_packing();
    else
        return 64;
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
