/* eval/pattern_layout.c - see eval/pattern_layout.h. */
#include "eval/pattern_layout.h"

#include <string.h>

#include "eval/turn.h"

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

uint32_t pattern_layout_configs(const struct pattern_layout *layout, int shape)
{
    return power(shape, layout->n_squares[shape]);
}

bool pattern_layout_knows_moves(int shape) { return pattern_shapes[shape].digits == PATTERN_MOVES; }

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
static void place_digits(struct pattern_layout *layout, int s)
{
    const int *squares = layout->canonical[s];
    for (int k = 0; k < layout->n_squares[s]; k++) {
        int place = 0;
        for (int j = 0; j < layout->n_squares[s]; j++) {
            const int other = steadiness(squares[j]), own = steadiness(squares[k]);
            place += other < own || (other == own && j < k);
        }
        layout->worth[s][k] = power(s, place);
    }
}

/* Where in memory a configuration lies whose digits stand in the order of files. */
static uint32_t in_memory(const struct pattern_layout *layout, int s, uint32_t config)
{
    const uint32_t base = (uint32_t)pattern_shapes[s].digits;
    uint32_t at = layout->first_config[s];
    for (int k = 0; k < layout->n_squares[s]; k++, config /= base)
        at += config % base * layout->worth[s][k];
    return at;
}

static const char *read_shapes(struct pattern_layout *layout)
{
    for (int s = 0; s < LAYOUT_SHAPES; s++) {
        const char *text = pattern_shapes[s].squares;
        const int n = (int)strlen(text) / 2;
        if (n > (pattern_layout_knows_moves(s) ? LAYOUT_MAX_MOVE_SQUARES : LAYOUT_MAX_SQUARES))
            return "a shape has too many squares";
        layout->n_squares[s] = n;
        for (int k = 0; k < n; k++)
            layout->canonical[s][k] = text[2 * k] - 'a' + 8 * (text[2 * k + 1] - '1');
        layout->first_config[s + 1] = layout->first_config[s] + pattern_layout_configs(layout, s);
        place_digits(layout, s);
    }
    return NULL;
}

/* The images of a shape that differ as sets of squares. */
static const char *lay_shape(struct pattern_layout *layout, int s)
{
    uint64_t seen[8];
    const int n = layout->n_squares[s];
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        int squares[LAYOUT_MAX_SQUARES] = {0};
        const int turn = turn_of_symmetry(symmetry);
        for (int k = 0; k < n; k++)
            squares[k] = turn_square(turn, layout->canonical[s][k]);
        const uint64_t set = set_of(squares, n);
        bool is_known = false;
        for (int i = 0; i < layout->per_shape[s]; i++)
            is_known |= seen[i] == set;
        if (is_known)
            continue;
        if (layout->n_instances == LAYOUT_LANES)
            return "more instances than lanes";
        layout->first_move_lane += !pattern_layout_knows_moves(s);
        if (!pattern_layout_knows_moves(s) && layout->n_instances >= layout->first_move_lane)
            return "shapes that know moves must stand behind the others";
        seen[layout->per_shape[s]++] = set;
        layout->instances[layout->n_instances].shape = s;
        layout->instances[layout->n_instances].turn = turn;
        memcpy(layout->instances[layout->n_instances++].squares, squares, sizeof squares);
    }
    return NULL;
}

const char *pattern_layout_make(struct pattern_layout *layout)
{
    *layout = (struct pattern_layout){.n_instances = 0};
    const char *fault = read_shapes(layout);
    for (int s = 0; s < LAYOUT_SHAPES && !fault; s++)
        fault = lay_shape(layout, s);
    if (!fault && (layout->first_move_lane % LAYOUT_MOVE_LANES != 0 ||
                   layout->n_instances - layout->first_move_lane > LAYOUT_MOVE_LANES))
        fault = "lanes that know moves must fill a whole vector";
    return fault;
}

/* The turns that map a shape onto itself, each with what a digit is worth where it goes. */
struct self_maps { int n, turn[8]; uint32_t worth[8][LAYOUT_MAX_SQUARES]; };

static struct self_maps maps_of(const struct pattern_layout *layout, int s)
{
    struct self_maps maps = {0};
    const int *canonical = layout->canonical[s], n = layout->n_squares[s];
    for (int t = 0; t < TURNS; t++) {
        int turned[LAYOUT_MAX_SQUARES];
        for (int k = 0; k < n; k++)
            turned[k] = turn_square(t, canonical[k]);
        if (set_of(turned, n) != set_of(canonical, n))
            continue;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                if (turned[k] == canonical[j])
                    maps.worth[maps.n][k] = power(s, j);
        maps.turn[maps.n++] = t;
    }
    return maps;
}

/* Digits as in files, and the images of the configuration that they are. */
struct counter { uint32_t digits[LAYOUT_MAX_SQUARES], images[8]; };

static void count_on(struct counter *counter, const struct self_maps *maps, int n, uint32_t base)
{
    for (int k = 0; k < n; k++) {
        const bool carries = ++counter->digits[k] == base;
        for (int m = 0; m < maps->n; m++)
            counter->images[m] += carries ? (1 - base) * maps->worth[m][k] : maps->worth[m][k];
        if (!carries)
            return;
        counter->digits[k] = 0;
    }
}

/* A turn that maps the shape onto itself permutes its digits: configurations it
 * exchanges must weigh the same, so the smaller one (digits as in files) stands for both. */
uint32_t pattern_layout_pack(const struct pattern_layout *layout, uint32_t *packed, uint8_t *turns,
                             uint8_t *fixing)
{
    uint32_t n_packed = 0;
    for (int s = 0; s < LAYOUT_SHAPES; s++) {
        const struct self_maps maps = maps_of(layout, s);
        const uint32_t n = pattern_layout_configs(layout, s);
        struct counter counter = {.digits = {0}};
        for (uint32_t config = 0; config < n; config++) {
            uint32_t least = config;
            const uint32_t at = in_memory(layout, s, config);
            uint8_t fixed = 0;
            for (int m = 0; m < maps.n; m++) {
                const uint32_t image = counter.images[m];
                if (image < least) {
                    least = image;
                    turns[at] = (uint8_t)maps.turn[m];
                }
                fixed |= (uint8_t)((image == config) << maps.turn[m]);
            }
            if (least == config)
                fixing[n_packed] = fixed;
            packed[at] = least == config ? n_packed++ : packed[in_memory(layout, s, least)];
            count_on(&counter, &maps, layout->n_squares[s], (uint32_t)pattern_shapes[s].digits);
        }
    }
    return n_packed;
}
