/* tests/support.h - what the unit tests share: the CPU level, data files, seeds.
 *
 * Linking support.c makes a test obey OUTFLANK_CPU (meson test --setup avx2); on
 * a machine without that level the test is skipped. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <outflank/engine.h>
#include "base/rng.h"

/* A copy of `length` bytes in a heap block of exactly that size, so that the
 * sanitizer and valgrind see one byte read too many. Free it. */
char *test_exact(const void *bytes, size_t length);

/* Opens a file of tests/data; ends the test if it is not there. */
FILE *test_open(const char *name);

/* The whole file; *size receives its length. Free it. */
char *test_read(const char *name, size_t *size);

enum { TEST_FIELDS = 12, TEST_LINE = 4096 };

/* One line of a table: fields separated by tabs (they point into `line`). */
struct test_row {
    char line[TEST_LINE];
    char *field[TEST_FIELDS];
    int n_fields;
};

/* The next line that is not empty and does not start with '#'; false at the end. */
_Bool test_next_row(FILE *file, struct test_row *row);

/* "board" of 64 characters and "X" or "O". */
ofl_position test_position(const char *board, const char *side);

/* A legal move at random: a square, OFL_PASS, or OFL_NO_MOVE when the game is over. */
int test_random_move(ofl_board board, struct rng *rng);

/* A board of random play from the start with that many empties, whose side to move has a move. */
ofl_board test_random_board(struct rng *rng, int n_empties);

/* A folder for the files of one test, in memory where that can be; its fixtures are
 * test_folder_make() and test_folder_remove(), which also removes the files. A path is good
 * until the fourth call after its own. */
void test_folder_make(void);
const char *test_folder_at(const char *name);
void test_folder_remove(void);

/* The seed of this run: OUTFLANK_SEED, else `usual`. Printed to stderr. */
uint64_t test_seed(uint64_t usual);

/* Field by field: what lies between them may differ. */
bool test_same_line(const struct ofl_line *a, const struct ofl_line *b);

#endif
