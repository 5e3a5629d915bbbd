/* eval/gen_classical.c - unpacks the fitted weights into the tables of
 * eval/classical_tables.h, as C. A build-time program: the tables are data of the
 * binary, shared by all CPU levels. For pages it writes the fitted weights.
 *
 * usage: gen_classical FILE [fitted] (classical_file.h) */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "eval/classical_fill.h"

static struct classical_fitted fitted;

/* Numbers of a table of these sizes, the last of which is 0. */
static const int16_t *print_numbers(const int *sizes, const int16_t *next)
{
    if (!*sizes) {
        printf("%d,", *next);
        return next + 1;
    }
    printf("{");
    for (int i = 0; i < *sizes; i++)
        next = print_numbers(sizes + 1, next);
    printf("},\n");
    return next;
}

/* No number is larger than an int16. */
static void print_table(const char *type_and_name, const int *sizes, const void *table)
{
    printf("%s", type_and_name);
    for (int i = 0; sizes[i]; i++)
        printf("[%d]", sizes[i]);
    printf(" = {");
    const int16_t *next = table;
    for (int i = 0; i < *sizes; i++)
        next = print_numbers(sizes + 1, next);
    printf("};\n");
}

static void print_tables(void)
{
    enum { KNOTS = CLASSICAL_SHAPE_KNOTS };
    static uint16_t ternary[256], block_ternary[4][512];
    static int16_t counts[65][CLASSICAL_N_COUNTS][2][65], parity[65][5];
    static int16_t edges[CLASSICAL_LINES][KNOTS], blocks[CLASSICAL_BLOCKS][KNOTS];
    static int16_t seconds[CLASSICAL_LINES][KNOTS], diagonals[CLASSICAL_LINES][KNOTS];
    const int of_lines[] = {CLASSICAL_LINES, KNOTS, 0};
    const struct classical_room room = {ternary, block_ternary, counts, parity,
                                        edges, blocks, seconds, diagonals};
    classical_fill(&room, &fitted);
    printf("#include \"eval/classical_tables.h\"\n");
    print_table("const uint16_t classical_ternary", (int[]){256, 0}, ternary);
    print_table("const uint16_t classical_block_ternary", (int[]){4, 512, 0}, block_ternary);
    print_table("const int16_t classical_count_weights",
                (int[]){65, CLASSICAL_N_COUNTS, 2, 65, 0}, counts);
    print_table("const int16_t classical_parity_weights", (int[]){65, 5, 0}, parity);
    print_table("_Alignas(64) const int16_t classical_edge_weights", of_lines, edges);
    print_table("_Alignas(64) const int16_t classical_block_weights",
                (int[]){CLASSICAL_BLOCKS, KNOTS, 0}, blocks);
    print_table("_Alignas(64) const int16_t classical_second_weights", of_lines, seconds);
    print_table("_Alignas(64) const int16_t classical_diagonal_weights", of_lines, diagonals);
}

/* Fills `fitted`; false after a sentence on stderr. */
static bool read_weights(const char *path)
{
    static uint8_t bytes[CLASSICAL_FILE_BYTES + 1]; /* one more shows that the file is longer */
    FILE *in = fopen(path, "rb");
    if (!in) {
        fprintf(stderr, "gen_classical: %s: %s\n", path, strerror(errno));
        return false;
    }
    const size_t size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    const char *fault = classical_file_read(bytes, size, &fitted);
    if (fault)
        fprintf(stderr, "gen_classical: %s: %s\n", path, fault);
    return !fault;
}

int main(int argc, char **argv)
{
    const bool is_fitted = argc == 3 && strcmp(argv[2], "fitted") == 0;
    if (argc != 2 && !is_fitted) {
        fprintf(stderr, "usage: gen_classical FILE [fitted]\n");
        return 2;
    }
    if (!read_weights(argv[1]))
        return 1;
    printf("/* Written by gen_classical.c at build time. */\n");
    if (is_fitted) {
        printf("#include \"eval/classical_fill.h\"\n");
        print_table("const int16_t classical_fitted_weights", (int[]){CLASSICAL_N_WEIGHTS, 0},
                    &fitted);
    } else {
        print_tables();
    }
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
