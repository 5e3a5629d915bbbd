/* checkperft - counts leaves by every CPU level and compares them with the tables.
 *
 *     checkperft start A 11 [LEVEL]   convention A (..E) from the start, depth 1 to 11
 *     checkperft other 9 [LEVEL]      the other positions, as far as depth 9
 *     checkperft unique 8             distinct positions after 0 to 8 moves
 *     checkperft early 10             games that end within 10 moves
 * Without LEVEL every level of this machine. Conventions: outflank/board.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "isa/kernel.h"
#include "support.h"

static int n_checked, n_wrong;

static int number(const char *text) { return (int)strtol(text, NULL, 10); }

static void compare(const char *what, const char *level, int depth, uint64_t is, uint64_t should)
{
    n_checked++;
    n_wrong += is != should;
    if (is != should)
        printf("FAIL %s, %s, depth %d: %" PRIu64 ", should be %" PRIu64 "\n", what, level, depth,
               is, should);
}

static bool is_wanted(const struct kernel *k, const char *level)
{
    return kernel_supported(k->level) && (!level || strcmp(level, k->level) == 0);
}

static void check_start(const char *convention, int max_depth, const char *level)
{
    FILE *file = test_open("perft/perft_start.tsv");
    int column = convention[0] - 'A' + 1;
    for (struct test_row row; test_next_row(file, &row);) {
        int depth = number(row.field[0]);
        if (depth < 1 || depth > max_depth || !strcmp(row.field[column], "-"))
            continue;
        for (int i = 0; kernel_at(i); i++)
            if (is_wanted(kernel_at(i), level))
                compare(convention, kernel_at(i)->level, depth,
                        kernel_at(i)->perft(ofl_position_start().board, depth,
                                            (enum ofl_perft_rule)(column - 1)),
                        strtoull(row.field[column], NULL, 10));
    }
    fclose(file);
}

static void check_other(int max_depth, const char *level)
{
    FILE *file = test_open("perft/perft_other.tsv");
    struct test_row row;
    for (test_next_row(file, &row); test_next_row(file, &row);) {
        ofl_board board = test_position(row.field[1], row.field[2]).board;
        enum ofl_perft_rule rule = (enum ofl_perft_rule)(row.field[3][0] - 'A');
        char *at = row.field[4];
        for (int depth = 1; depth <= max_depth && *at; depth++, at += *at == ',') {
            uint64_t should = strtoull(at, &at, 10);
            for (int i = 0; kernel_at(i); i++)
                if (is_wanted(kernel_at(i), level))
                    compare(row.field[0], kernel_at(i)->level, depth,
                            kernel_at(i)->perft(board, depth, rule), should);
        }
    }
    fclose(file);
}

static int compare_boards(const void *a, const void *b)
{
    const ofl_board *x = a, *y = b;
    if (x->player != y->player)
        return x->player < y->player ? -1 : 1;
    return x->opponent < y->opponent ? -1 : x->opponent > y->opponent;
}

/* Sorts, and keeps one of each. */
static size_t make_unique(ofl_board *boards, size_t n)
{
    size_t kept = 0;
    qsort(boards, n, sizeof *boards, compare_boards);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || compare_boards(&boards[kept - 1], &boards[i]) != 0)
            boards[kept++] = boards[i];
    return kept;
}

/* A forced pass is no move here: the position after it counts with its new side. */
static size_t expand(const ofl_board *boards, size_t n, ofl_board *next)
{
    size_t n_next = 0;
    for (size_t i = 0; i < n; i++) {
        ofl_board board = ofl_legal_moves(boards[i]) ? boards[i] : ofl_swap(boards[i]);
        for (uint64_t left = ofl_legal_moves(board); left; left = bit_drop(left))
            next[n_next++] = ofl_canonical(ofl_play(board, bit_first(left)), NULL);
    }
    return n_next;
}

static void check_unique(int max_moves)
{
    FILE *file = test_open("perft/unique_positions.tsv");
    struct test_row row;
    ofl_board *boards = malloc(sizeof *boards), *next;
    size_t n = 1;
    boards[0] = ofl_canonical(ofl_position_start().board, NULL);
    for (test_next_row(file, &row); test_next_row(file, &row);) {
        int moves = number(row.field[0]);
        if (moves > max_moves)
            break;
        if (moves > 0) {
            next = malloc(n * OFL_MAX_MOVES * sizeof *next);
            n = make_unique(next, expand(boards, n, next));
            free(boards);
            boards = next;
        }
        compare("unique positions", kernel()->level, moves, n, strtoull(row.field[1], NULL, 10));
    }
    free(boards);
    fclose(file);
}

struct ends { uint64_t black[16], white[16], both[16]; };

static void find_ends(ofl_board board, bool black_to_move, int ply, int max_ply, struct ends *ends)
{
    uint64_t moves = ofl_legal_moves(board);
    if (!moves && ofl_legal_moves(ofl_swap(board))) {
        board = ofl_swap(board);
        black_to_move = !black_to_move;
        moves = ofl_legal_moves(board);
    }
    if (!moves) {
        uint64_t black = black_to_move ? board.player : board.opponent;
        uint64_t white = black_to_move ? board.opponent : board.player;
        ++*(!white ? &ends->black[ply] : !black ? &ends->white[ply] : &ends->both[ply]);
        return;
    }
    for (; moves && ply < max_ply; moves = bit_drop(moves))
        find_ends(ofl_play(board, bit_first(moves)), !black_to_move, ply + 1, max_ply, ends);
}

/* All games that end early and begin with f5. */
static void check_early(int max_ply)
{
    struct ends ends = {0};
    find_ends(ofl_play(ofl_position_start().board, 37), false, 1, max_ply, &ends);
    FILE *file = test_open("perft/early_ends.tsv");
    struct test_row row;
    for (test_next_row(file, &row); test_next_row(file, &row);) {
        int ply = number(row.field[0]);
        if (ply > max_ply)
            continue;
        compare("only black left", kernel()->level, ply, ends.black[ply],
                strtoull(row.field[1], NULL, 10));
        compare("only white left", kernel()->level, ply, ends.white[ply],
                strtoull(row.field[2], NULL, 10));
        compare("both left", kernel()->level, ply, ends.both[ply],
                strtoull(row.field[3], NULL, 10));
    }
    fclose(file);
    for (int ply = 0; ply < 9; ply++)
        compare("no earlier end", kernel()->level, ply,
                ends.black[ply] + ends.white[ply] + ends.both[ply], 0);
}

int main(int argc, char **argv)
{
    int level_at = argc > 1 && !strcmp(argv[1], "start") ? 4 : 3;
    const char *level = argc > level_at ? argv[level_at] : NULL;
    if (level && !kernel_supported(level)) {
        printf("no CPU level %s on this machine\n", level);
        return 77; /* skipped */
    }
    if (argc >= 4 && !strcmp(argv[1], "start") && strlen(argv[2]) == 1 &&
        argv[2][0] >= 'A' && argv[2][0] <= 'E')
        check_start(argv[2], number(argv[3]), level);
    else if (argc >= 3 && !strcmp(argv[1], "other"))
        check_other(number(argv[2]), level);
    else if (argc >= 3 && !strcmp(argv[1], "unique"))
        check_unique(number(argv[2]));
    else if (argc >= 3 && !strcmp(argv[1], "early"))
        check_early(number(argv[2]));
    printf("%d counts compared, %d wrong\n", n_checked, n_wrong);
    return n_wrong || !n_checked;
}
