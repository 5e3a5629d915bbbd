/* review/gen_page.c - run at build time: files of the page as C arrays.
 *
 *     gen_page FILE...     board.js becomes page_board_js[], ended by a NUL
 */
#include <stdio.h>
#include <string.h>

static int write_file(const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "gen_page: cannot open %s\n", path);
        return 1;
    }
    printf("const char page_");
    for (const char *c = name; *c; c++)
        putchar(*c == '.' ? '_' : *c);
    printf("[] = {");
    int n = 0;
    for (int c; (c = getc(file)) != EOF; n++)
        printf("%s%d,", n % 20 ? "" : "\n", c);
    printf("0};\n");
    const int failed = ferror(file);
    fclose(file);
    return failed != 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    printf("#include \"review/page.h\"\n");
    for (int i = 1; i < argc; i++)
        failed |= write_file(argv[i]);
    return failed || fflush(stdout) != 0;
}
