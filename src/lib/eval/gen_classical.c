/* eval/gen_classical.c - unpacks the fitted weights into the tables of
 * eval/classical_tables.h, as C. A build-time program: the tables are data of the
 * binary, shared by all CPU levels.
 *
 * usage: gen_classical FILE (classical_file.h) */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "eval/classical_file.h"

static struct classical_fitted fitted;

static int interpolated(const int16_t knots[CLASSICAL_COUNT_KNOTS], int empties)
{
    const int knot = empties / CLASSICAL_COUNT_STEP, after = empties % CLASSICAL_COUNT_STEP;
    if (knot >= CLASSICAL_COUNT_KNOTS - 1)
        return knots[CLASSICAL_COUNT_KNOTS - 1];
    const int sum = knots[knot] * (CLASSICAL_COUNT_STEP - after) + knots[knot + 1] * after;
    return (sum + (sum < 0 ? -CLASSICAL_COUNT_STEP : CLASSICAL_COUNT_STEP) / 2) /
           CLASSICAL_COUNT_STEP;
}

static void print_counts(void)
{
    printf("const int16_t classical_count_weights[65][CLASSICAL_N_COUNTS][2][65] = {");
    for (int e = 0; e <= 64; e++) {
        printf("\n{");
        for (int term = 0; term < CLASSICAL_N_COUNTS; term++)
            for (int side = 0; side < 2; side++) {
                const int column = classical_column_of(term, side);
                const int sign = classical_sign_of(term, side);
                printf(side ? "{" : "{{");
                for (int n = 0; n <= 64; n++)
                    printf("%d,", sign * interpolated(fitted.counts[column][n], e));
                printf(side ? "}}," : "},");
            }
        printf("},");
    }
    printf("\n};\nconst int16_t classical_parity_weights[65][5] = {");
    for (int e = 0; e <= 64; e++) {
        printf("\n{");
        for (int n = 0; n < 5; n++)
            printf("%d,", interpolated(fitted.parity[n], e));
        printf("},");
    }
    printf("\n};\n");
}

static void print_shapes(const char *name, int n_squares,
                         int16_t (*weights)[CLASSICAL_SHAPE_KNOTS])
{
    static struct classical_class classes[CLASSICAL_BLOCKS];
    const int n = n_squares == 9 ? CLASSICAL_BLOCKS : CLASSICAL_LINES;
    classical_classes(n_squares, classes);
    printf("_Alignas(64) const int16_t %s[%d][CLASSICAL_SHAPE_KNOTS] = {", name, n);
    for (int i = 0; i < n; i++) {
        printf("\n{");
        for (int k = 0; k < CLASSICAL_SHAPE_KNOTS; k++) {
            const int number = classes[i].number;
            printf("%d,", number < 0 ? 0 : classes[i].sign * weights[number][k]);
        }
        printf("},");
    }
    printf("\n};\n");
}

/* Digit `i` of a number is bit `order[i]` of a set. */
static void print_ternary(const int *order, int n_bits)
{
    for (int set = 0; set < 1 << n_bits; set++) {
        int number = 0;
        for (int i = n_bits - 1; i >= 0; i--)
            number = 3 * number + (set >> order[i] & 1);
        printf("%s%d,", set % 16 ? "" : "\n", number);
    }
}

static void print_all_ternary(void)
{
    int order[9] = {0, 1, 2, 3, 4, 5, 6, 7};
    printf("const uint16_t classical_ternary[256] = {");
    print_ternary(order, 8);
    printf("\n};\nconst uint16_t classical_block_ternary[4][512] = {");
    for (int corner = 0; corner < 4; corner++) {
        for (int i = 0; i < 9; i++) {
            /* Bits 0..2 are the highest row, which is the corner's for a8 and h8. */
            const int row = corner & 2 ? i / 3 : 2 - i / 3;
            const int column = corner & 1 ? 2 - i % 3 : i % 3;
            order[i] = 3 * row + column;
        }
        printf("{");
        print_ternary(order, 9);
        printf("},");
    }
    printf("\n};\n");
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
    if (argc != 2) {
        fprintf(stderr, "usage: gen_classical FILE\n");
        return 2;
    }
    if (!read_weights(argv[1]))
        return 1;
    printf("/* Written by gen_classical.c at build time. */\n"
           "#include \"eval/classical_tables.h\"\n");
    print_all_ternary();
    print_counts();
    print_shapes("classical_edge_weights", 8, fitted.edges);
    print_shapes("classical_block_weights", 9, fitted.blocks);
    print_shapes("classical_second_weights", 8, fitted.seconds);
    print_shapes("classical_diagonal_weights", 8, fitted.diagonals);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
