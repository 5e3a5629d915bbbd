/* book/gen_names.c - makes the table of opening names, as C. A build-time program.
 *
 * usage: gen_names FILE (book/openings/names.tsv)
 *
 * The kernels of board/ are not there yet when this runs; it plays by a plain loop over eight
 * directions. The unit test `opening` compares its keys with those of board/. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/fold.h"

enum { MAX_NAMES = 4096, MAX_LINE = 1024, MAX_MOVES = 60, N_FIELDS = 4 };

struct board {
    uint64_t mover, other;
};

struct name {
    struct board key;
    int language, n_sources, line;
    char *fields[N_FIELDS]; /* language, name, moves, sources */
    char *text;
};

static const char *path;

static bool fail(int line, const char *what)
{
    fprintf(stderr, "gen_names: %s:%d: %s\n", path, line, what);
    return false;
}

static uint64_t flips(struct board board, int square)
{
    uint64_t all = 0;
    for (int direction = 0; direction < 9; direction++) {
        const int dx = direction % 3 - 1, dy = direction / 3 - 1;
        uint64_t line = 0;
        int x = square % 8 + dx, y = square / 8 + dy;
        while ((dx || dy) && x >= 0 && x < 8 && y >= 0 && y < 8) {
            const uint64_t bit = UINT64_C(1) << (8 * y + x);
            if (!(board.other & bit)) {
                all |= board.mover & bit ? line : 0;
                break;
            }
            line |= bit;
            x += dx;
            y += dy;
        }
    }
    return all;
}

static uint64_t mapped(uint64_t set, int symmetry)
{
    uint64_t result = 0;
    for (int square = 0; square < 64; square++) {
        int x = square % 8, y = square / 8;
        x = symmetry & 1 ? 7 - x : x;
        y = symmetry & 2 ? 7 - y : y;
        const int to = symmetry & 4 ? 8 * x + y : 8 * y + x;
        result |= (set >> square & 1) << to;
    }
    return result;
}

static struct board canonical(struct board board)
{
    struct board least = board;
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        const struct board image = {mapped(board.mover, symmetry), mapped(board.other, symmetry)};
        if (image.mover < least.mover ||
            (image.mover == least.mover && image.other < least.other))
            least = image;
    }
    return least;
}

static bool play(const char *moves, int line, struct board *board)
{
    *board = (struct board){UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};
    const size_t length = strlen(moves);
    if (length == 0 || length % 2 || length > 2 * MAX_MOVES)
        return fail(line, "expected moves such as f5d6c3");
    for (size_t i = 0; i < length; i += 2) {
        if (moves[i] < 'a' || moves[i] > 'h' || moves[i + 1] < '1' || moves[i + 1] > '8')
            return fail(line, "expected squares a1..h8");
        const int square = 8 * (moves[i + 1] - '1') + moves[i] - 'a';
        const uint64_t bit = UINT64_C(1) << square, turned = flips(*board, square);
        if (!turned || (board->mover | board->other) & bit)
            return fail(line, "a move is not legal");
        *board = (struct board){board->other & ~turned, board->mover | turned | bit};
    }
    return true;
}

static bool read_name(const char *text, int line, struct name *name)
{
    static const char *const languages[] = {"en", "fr", "ja"};
    name->text = strdup(text);
    name->line = line;
    char *at = name->text;
    for (int i = 0; i < N_FIELDS; i++) {
        name->fields[i] = at;
        at = at ? strchr(at, '\t') : NULL;
        if (at)
            *at++ = '\0';
        if (!name->fields[i] || !*name->fields[i])
            return fail(line, "expected language, name, moves and sources, parted by tabs");
    }
    for (name->language = 0; strcmp(name->fields[0], languages[name->language]) != 0;)
        if (++name->language == 3)
            return fail(line, "expected the language en, fr or ja");
    name->n_sources = 1;
    for (const char *c = name->fields[3]; *c; c++)
        name->n_sources += *c == ',';
    struct board board;
    if (strpbrk(name->fields[1], "\"\\") || strlen(name->fields[1]) >= OPENING_FOLDED)
        return fail(line, "the name is too long, or holds a quotation mark or a backslash");
    if (!play(name->fields[2], line, &board))
        return false;
    name->key = canonical(board);
    return true;
}

/* By key and language; the name to be shown comes first. */
static int compare(const void *left, const void *right)
{
    const struct name *a = left, *b = right;
    if (a->key.mover != b->key.mover)
        return a->key.mover < b->key.mover ? -1 : 1;
    if (a->key.other != b->key.other)
        return a->key.other < b->key.other ? -1 : 1;
    if (a->language != b->language)
        return a->language - b->language;
    return a->n_sources != b->n_sources ? b->n_sources - a->n_sources : a->line - b->line;
}

static void print_table(const struct name *names, int n)
{
    printf("/* Written by gen_names.c at build time. */\n#include \"book/opening.h\"\n\n"
           "const struct opening opening_names_table[] = {\n");
    for (int i = 0; i < n; i++) {
        char folded[OPENING_FOLDED];
        opening_fold(names[i].fields[1], strlen(names[i].fields[1]), folded);
        printf("{{UINT64_C(0x%016" PRIX64 "), UINT64_C(0x%016" PRIX64 ")}, "
               "(enum opening_language)%d,\n \"%s\", \"%s\",\n \"%s\", \"%s\"},\n",
               names[i].key.mover, names[i].key.other, names[i].language, names[i].fields[1],
               folded, names[i].fields[2], names[i].fields[3]);
    }
    printf("};\nconst size_t opening_n_names = %d;\n", n);
}

int main(int argc, char **argv)
{
    static struct name names[MAX_NAMES];
    char text[MAX_LINE];
    int n = 0, line = 0;
    path = argc == 2 ? argv[1] : "";
    FILE *file = argc == 2 ? fopen(path, "r") : NULL;
    if (!file) {
        fprintf(stderr, "gen_names: %s: %s\n", path, argc == 2 ? strerror(errno) : "usage: FILE");
        return 1;
    }
    while (fgets(text, sizeof text, file)) {
        line++;
        text[strcspn(text, "\n")] = '\0';
        if (text[0] == '#')
            continue;
        if (n == MAX_NAMES || !read_name(text, line, &names[n]))
            return fail(line, "not read"), 1;
        n++;
    }
    fclose(file);
    qsort(names, (size_t)n, sizeof *names, compare);
    print_table(names, n);
    for (int i = 0; i < n; i++)
        free(names[i].text);
    return fflush(stdout) || ferror(stdout);
}
