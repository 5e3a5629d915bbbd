/* tests/support.c - see tests/support.h. */
#include "support.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <outflank/notation.h>
#include "base/bits.h"
#include "isa/kernel.h"

__attribute__((constructor)) static void choose_level(void)
{
    const char *level = getenv("OUTFLANK_CPU");
    if (!level || !*level || kernel_select(level))
        return;
    printf("1..0 # SKIP this machine has no CPU level %s\n", level);
    fflush(stdout);
    _exit(0);
}

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "%s: %s\n", what, name);
    abort();
}

char *test_exact(const void *bytes, size_t length)
{
    char *copy = malloc(length ? length : 1);
    if (!copy)
        fail("out of memory", "test_exact");
    if (length)
        memcpy(copy, bytes, length);
    return copy;
}

FILE *test_open(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail("cannot open", path);
    return file;
}

char *test_read(const char *name, size_t *size)
{
    FILE *file = test_open(name);
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)length + 1);
    if (!bytes || fread(bytes, 1, (size_t)length, file) != (size_t)length)
        fail("cannot read", name);
    fclose(file);
    *size = (size_t)length;
    return bytes;
}

_Bool test_next_row(FILE *file, struct test_row *row)
{
    do {
        if (!fgets(row->line, sizeof row->line, file))
            return 0;
        row->line[strcspn(row->line, "\r\n")] = '\0';
    } while (!row->line[0] || row->line[0] == '#');
    row->n_fields = 0;
    for (char *at = row->line; at && row->n_fields < TEST_FIELDS;) {
        row->field[row->n_fields++] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
    return 1;
}

ofl_position test_position(const char *board, const char *side)
{
    char text[80];
    ofl_position position;
    int n = snprintf(text, sizeof text, "%s %s", board, side);
    if (!ofl_position_from_text(text, (size_t)n, &position, NULL, NULL))
        fail("bad position in the data", text);
    return position;
}

int test_random_move(ofl_board board, struct rng *rng)
{
    uint64_t moves = ofl_legal_moves(board);
    if (!moves)
        return ofl_is_over(board) ? OFL_NO_MOVE : OFL_PASS;
    for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(moves)); skip; skip--)
        moves = bit_drop(moves);
    return bit_first(moves);
}

ofl_board test_random_board(struct rng *rng, int n_empties)
{
    ofl_board board = ofl_position_start().board;
    while (ofl_count_empties(board) > n_empties || !ofl_legal_moves(board)) {
        const int move = test_random_move(board, rng);
        board = move == OFL_NO_MOVE || ofl_count_empties(board) < n_empties
                    ? ofl_position_start().board : ofl_play(board, move);
    }
    return board;
}

uint64_t test_seed(uint64_t usual)
{
    const char *text = getenv("OUTFLANK_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 0) : usual;
    fprintf(stderr, "seed %llu\n", (unsigned long long)seed);
    return seed;
}

#ifndef _WIN32 /* where no unit test runs, for Criterion is missing */
static char folder[64];

void test_folder_make(void)
{
    snprintf(folder, sizeof folder, "%s/outflank-test-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(folder))
        fail("no temporary folder", folder);
}

const char *test_folder_at(const char *name)
{
    static char path[4][128];
    static int i;
    snprintf(path[i = (i + 1) % 4], sizeof path[0], "%s/%s", folder, name);
    return path[i];
}

void test_folder_remove(void)
{
    DIR *files = opendir(folder);
    if (!files)
        fail("cannot read", folder);
    for (struct dirent *file; (file = readdir(files));)
        if (strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0)
            unlink(test_folder_at(file->d_name));
    closedir(files);
    if (rmdir(folder) != 0)
        fail("cannot remove", folder);
}
#endif

bool test_same_line(const struct ofl_line *a, const struct ofl_line *b)
{
    return a->move == b->move && a->score == b->score && a->bound == b->bound &&
           a->depth == b->depth && a->confidence == b->confidence && a->solved == b->solved &&
           a->wld == b->wld && a->pv_length == b->pv_length && a->source == b->source &&
           memcmp(a->pv, b->pv, (size_t)a->pv_length) == 0;
}
