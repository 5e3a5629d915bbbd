/* report/gen_page.c - run at build time: files of the page as C arrays.
 *
 *     gen_page a.html b.css c.js d.js    page_html[], page_css[], page_js[], each ended by a NUL
 *
 * Files of one kind that follow each other are joined. Scripts make one module: their lines that
 * import are left out, for what the files export is simply there. The text BOARD_STYLE of a script
 * becomes page_board_style[], too.
 */
#include <stdio.h>
#include <string.h>

static const char *kind_of(const char *path) { return strrchr(path, '.') + 1; }

static void write_line(const char *line)
{
    for (const char *c = line; *c; c++)
        printf("%d,", (signed char)*c);
    putchar('\n');
}

/* All but what imports; or the lines of BOARD_STYLE alone. */
static int write_file(const char *path, int is_style)
{
    char line[4096];
    int is_within = 0;
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "gen_page: cannot open %s\n", path);
        return 1;
    }
    while (fgets(line, sizeof line, file)) {
        if (is_style && strchr(line, '`'))
            is_within = strstr(line, "BOARD_STYLE = `") != NULL;
        else if (is_style ? is_within : strncmp(line, "import ", 7) != 0)
            write_line(line);
    }
    const int failed = ferror(file);
    fclose(file);
    return failed != 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    printf("#include \"report/page.h\"\n");
    for (int i = 1; i < argc; i++) {
        const char *kind = kind_of(argv[i]);
        if (i == 1 || strcmp(kind, kind_of(argv[i - 1])) != 0)
            printf("const char page_%s[] = {\n", kind);
        failed |= write_file(argv[i], 0);
        if (i + 1 == argc || strcmp(kind, kind_of(argv[i + 1])) != 0)
            printf("0};\n");
    }
    printf("const char page_board_style[] = {\n");
    for (int i = 1; i < argc; i++)
        failed |= write_file(argv[i], 1);
    printf("0};\n");
    return failed || fflush(stdout) != 0;
}
