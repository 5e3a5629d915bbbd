/* eval/classical_fill.c - see eval/classical_fill.h. */
#include "eval/classical_fill.h"

static int interpolated(const int16_t knots[CLASSICAL_COUNT_KNOTS], int empties)
{
    const int knot = empties / CLASSICAL_COUNT_STEP, after = empties % CLASSICAL_COUNT_STEP;
    if (knot >= CLASSICAL_COUNT_KNOTS - 1)
        return knots[CLASSICAL_COUNT_KNOTS - 1];
    const int sum = knots[knot] * (CLASSICAL_COUNT_STEP - after) + knots[knot + 1] * after;
    return (sum + (sum < 0 ? -CLASSICAL_COUNT_STEP : CLASSICAL_COUNT_STEP) / 2) /
           CLASSICAL_COUNT_STEP;
}

static void fill_counts(const struct classical_room *room, const struct classical_fitted *fitted)
{
    for (int e = 0; e <= 64; e++) {
        for (int term = 0; term < CLASSICAL_N_COUNTS; term++)
            for (int side = 0; side < 2; side++) {
                const int column = classical_column_of(term, side);
                const int sign = classical_sign_of(term, side);
                for (int n = 0; n <= 64; n++)
                    room->counts[e][term][side][n] =
                        (int16_t)(sign * interpolated(fitted->counts[column][n], e));
            }
        for (int n = 0; n < 5; n++)
            room->parity[e][n] = (int16_t)interpolated(fitted->parity[n], e);
    }
}

static void fill_shapes(int16_t (*table)[CLASSICAL_SHAPE_KNOTS], int n_squares,
                        const int16_t (*weights)[CLASSICAL_SHAPE_KNOTS])
{
    static struct classical_class classes[CLASSICAL_BLOCKS];
    const int n = n_squares == 9 ? CLASSICAL_BLOCKS : CLASSICAL_LINES;
    classical_classes(n_squares, classes);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < CLASSICAL_SHAPE_KNOTS; k++) {
            const int number = classes[i].number;
            table[i][k] = (int16_t)(number < 0 ? 0 : classes[i].sign * weights[number][k]);
        }
}

/* Digit `i` of a number is bit `order[i]` of a set. */
static void fill_ternary(uint16_t *table, const int *order, int n_bits)
{
    for (int set = 0; set < 1 << n_bits; set++) {
        int number = 0;
        for (int i = n_bits - 1; i >= 0; i--)
            number = 3 * number + (set >> order[i] & 1);
        table[set] = (uint16_t)number;
    }
}

static void fill_all_ternary(const struct classical_room *room)
{
    int order[9] = {0, 1, 2, 3, 4, 5, 6, 7};
    fill_ternary(room->ternary, order, 8);
    for (int corner = 0; corner < 4; corner++) {
        for (int i = 0; i < 9; i++) {
            /* Bits 0..2 are the highest row, which is the corner's for a8 and h8. */
            const int row = corner & 2 ? i / 3 : 2 - i / 3;
            const int column = corner & 1 ? 2 - i % 3 : i % 3;
            order[i] = 3 * row + column;
        }
        fill_ternary(room->block_ternary[corner], order, 9);
    }
}

void classical_fill(const struct classical_room *room, const struct classical_fitted *fitted)
{
    fill_all_ternary(room);
    fill_counts(room, fitted);
    fill_shapes(room->edges, 8, fitted->edges);
    fill_shapes(room->blocks, 9, fitted->blocks);
    fill_shapes(room->seconds, 8, fitted->seconds);
    fill_shapes(room->diagonals, 8, fitted->diagonals);
}
