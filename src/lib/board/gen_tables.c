/* board/gen_tables.c - writes the constant tables of board/tables.h as C.
 *
 * A build-time program: the tables are data in the binary, shared by all CPU
 * levels and threads, and nothing needs initialising at run time. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

/* Discs of `own` turned on one line of eight when `other` plays at `at`; `at` must be empty. */
static unsigned line_flips(unsigned mover, unsigned other, int at)
{
    unsigned flips = 0;
    for (int step = -1; step <= 1; step += 2) {
        unsigned run = 0;
        int i = at + step;
        for (; i >= 0 && i < 8 && (other >> i & 1); i += step)
            run |= 1u << i;
        if (i >= 0 && i < 8 && (mover >> i & 1))
            flips |= run;
    }
    return flips;
}

static uint8_t stable[256][256];
static uint8_t known[256][256];

/* Discs of `own` on an edge that no sequence of placements on that edge can turn.
 * Either side may be given every empty square, in any order. */
static unsigned edge_stable(unsigned own, unsigned other)
{
    if (known[own][other])
        return stable[own][other];
    unsigned result = own;
    for (int at = 0; at < 8; at++) {
        if ((own | other) >> at & 1)
            continue;
        unsigned flips = line_flips(own, other, at);
        result &= edge_stable(own | flips | 1u << at, other & ~flips);
        flips = line_flips(other, own, at);
        result &= edge_stable(own & ~flips, other | flips | 1u << at);
    }
    known[own][other] = 1;
    stable[own][other] = (uint8_t)result;
    return result;
}

static void print_edge_stability(void)
{
    printf("const uint8_t edge_stability[256 * 256] = {");
    for (unsigned own = 0; own < 256; own++)
        for (unsigned other = 0; other < 256; other++) {
            unsigned value = own & other ? 0 : edge_stable(own, other);
            printf("%s%u,", (own * 256 + other) % 32 ? "" : "\n", value);
        }
    printf("\n};\n");
}

static void print_last_flips(void)
{
    printf("const uint8_t last_flips[8][256] = {");
    for (int at = 0; at < 8; at++) {
        printf("\n{");
        for (unsigned line = 0; line < 256; line++) {
            unsigned mover = line & ~(1u << at);
            unsigned flips = line_flips(mover, ~mover & 255 & ~(1u << at), at);
            printf("%d,", __builtin_popcount(flips));
        }
        printf("},");
    }
    printf("\n};\nconst uint16_t last_flips_both[8][256] = {");
    for (int at = 0; at < 8; at++) {
        printf("\n{");
        for (unsigned line = 0; line < 256; line++) {
            unsigned mover = line & ~(1u << at), other = ~mover & 255 & ~(1u << at);
            printf("%d,", __builtin_popcount(line_flips(mover, other, at)) +
                              256 * __builtin_popcount(line_flips(other, mover, at)));
        }
        printf("},");
    }
    printf("\n};\n");
}

static uint64_t ray(int square, int dx, int dy)
{
    uint64_t mask = 0;
    for (int x = square % 8 + dx, y = square / 8 + dy; x >= 0 && x < 8 && y >= 0 && y < 8;
         x += dx, y += dy)
        mask |= UINT64_C(1) << (8 * y + x);
    return mask;
}

/* The columns of a set of squares, one bit each. */
static unsigned columns_of(uint64_t set)
{
    unsigned columns = 0;
    for (int square = 0; square < 64; square++)
        columns |= (unsigned)(set >> square & 1) << square % 8;
    return columns;
}

static void print_diagonal_columns(void)
{
    printf("const uint8_t diagonal_columns[64][2] = {");
    for (int square = 0; square < 64; square++)
        printf("%s{%u,%u},", square % 8 ? "" : "\n",
               columns_of(ray(square, -1, 1) | ray(square, 1, -1)),
               columns_of(ray(square, 1, 1) | ray(square, -1, -1)));
    printf("\n};\n");
}

static void print_rays(void)
{
    static const int directions[8][2] = {{1, 0}, {0, 1}, {-1, 1}, {1, 1},
                                         {-1, 0}, {0, -1}, {1, -1}, {-1, -1}};
    printf("_Alignas(64) const uint64_t ray_masks[64][8] = {");
    for (int square = 0; square < 64; square++) {
        printf("\n{");
        for (int d = 0; d < 8; d++)
            printf("UINT64_C(0x%016" PRIx64 "),", ray(square, directions[d][0], directions[d][1]));
        printf("},");
    }
    printf("\n};\n_Alignas(64) const uint64_t diagonal_masks[64][2] = {");
    for (int square = 0; square < 64; square++) {
        uint64_t self = UINT64_C(1) << square;
        printf("\n{UINT64_C(0x%016" PRIx64 "),UINT64_C(0x%016" PRIx64 ")},",
               self | ray(square, -1, 1) | ray(square, 1, -1),
               self | ray(square, 1, 1) | ray(square, -1, -1));
    }
    printf("\n};\n");
    print_diagonal_columns();
}

/* For ARM64 alone. Reversed, a ray to lower squares is one to higher ones from square 63 - n. */
static void print_pairs(void)
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {-1, 1}, {1, 1}};
    printf("#ifdef __aarch64__\n_Alignas(64) const uint64_t ray_pairs[64][4][2] = {");
    for (int square = 0; square < 64; square++) {
        printf("\n{");
        for (int d = 0; d < 4; d++)
            printf("{UINT64_C(0x%016" PRIx64 "),UINT64_C(0x%016" PRIx64 ")},",
                   ray(square, directions[d][0], directions[d][1]),
                   ray(63 - square, directions[d][0], directions[d][1]));
        printf("},");
    }
    printf("\n};\n_Alignas(64) const uint64_t disc_pairs[64][2] = {");
    for (int square = 0; square < 64; square++)
        printf("\n{UINT64_C(1) << %d,UINT64_C(1) << %d},", square, 63 - square);
    printf("\n};\n#endif\n");
}

static void print_neighbours(void)
{
    printf("const uint64_t neighbour_masks[64] = {");
    for (int square = 0; square < 64; square++) {
        uint64_t mask = 0;
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++) {
                int x = square % 8 + dx, y = square / 8 + dy;
                if ((dx || dy) && x >= 0 && x < 8 && y >= 0 && y < 8)
                    mask |= UINT64_C(1) << (8 * y + x);
            }
        printf("%sUINT64_C(0x%016" PRIx64 "),", square % 4 ? "" : "\n", mask);
    }
    printf("\n};\n");
}

/* 0 for a square alone in its quadrant, then threes, then pairs and fours. */
static int parity_rank(const int quadrant[4], int i)
{
    int n = 0;
    for (int j = 0; j < 4; j++)
        n += quadrant[j] == quadrant[i];
    return n == 1 ? 0 : n == 3 ? 1 : 2;
}

/* Square places[0] is searched: of the other three one that is alone in its quadrant goes first. */
static void lone_first(const int quadrant[4], int places[4])
{
    int a = quadrant[places[1]], b = quadrant[places[2]], c = quadrant[places[3]];
    int lone = a == b && a != c ? 3 : a == c && a != b ? 2 : 1;
    int first = places[lone];
    places[lone] = places[1];
    places[1] = first;
}

static uint32_t parity_order(const int quadrant[4])
{
    int order[4] = {0, 1, 2, 3}, n = 0;
    for (int rank = 0; rank < 3; rank++)
        for (int i = 0; i < 4; i++)
            if (parity_rank(quadrant, i) == rank)
                order[n++] = i;
    uint32_t packed = 0;
    for (int k = 0; k < 4; k++) {
        int places[4] = {order[k]}, rest = 1;
        for (int i = 0; i < 4; i++)
            if (i != k)
                places[rest++] = order[i];
        lone_first(quadrant, places);
        for (int i = 0; i < 4; i++)
            packed |= (uint32_t)places[i] << (8 * k + 2 * i);
    }
    return packed;
}

static void print_parity_orders(void)
{
    printf("const uint32_t parity_orders[64] = {");
    for (int shape = 0; shape < 64; shape++) {
        int quadrant[4] = {0, 0, 0, 0};
        for (int i = 0; i < 3; i++)
            quadrant[i] = (shape >> i & 1) | (shape >> (i + 3) & 1) << 1;
        printf("%s0x%08" PRIX32 ",", shape % 8 ? "" : "\n", parity_order(quadrant));
    }
    printf("\n};\n");
}

int main(void)
{
    printf("/* Written by gen_tables.c at build time. */\n#include \"board/tables.h\"\n");
    print_edge_stability();
    print_last_flips();
    print_rays();
    print_pairs();
    print_neighbours();
    print_parity_orders();
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
