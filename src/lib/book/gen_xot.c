/* book/gen_xot.c - makes the table of XOT starts, as C. A build-time program.
 *
 * usage: gen_xot FILE (bench/openings/xot_small.txt) */
#include <stdio.h>
#include <string.h>

enum { N_MOVES = 8 };

static int is_start(const char *text)
{
    if (strlen(text) != 2 * N_MOVES)
        return 0;
    for (int i = 0; i < 2 * N_MOVES; i += 2)
        if (text[i] < 'a' || text[i] > 'h' || text[i + 1] < '1' || text[i + 1] > '8')
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    char text[64];
    if (!file) {
        fputs("gen_xot: expected the file of the starts\n", stderr);
        return 1;
    }
    puts("#include \"book/xot.h\"\n\nstatic const char table[][17] = {");
    for (int line = 1; fgets(text, sizeof text, file); line++) {
        text[strcspn(text, "\r\n")] = '\0';
        if (!is_start(text)) {
            fprintf(stderr, "gen_xot: %s:%d: expected eight moves\n", argv[1], line);
            return 1;
        }
        printf("    \"%s\",\n", text);
    }
    puts("};\n\nsize_t xot_count(void) { return sizeof table / sizeof *table; }\n\n"
         "const char *xot_moves(size_t index) { return table[index]; }");
    fclose(file);
    return 0;
}
