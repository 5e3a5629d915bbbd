/* text/tag_names.c - see text/tag_names.h. */
#include "text/tag_names.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"

/* NULL: the format has no tag for it. PGN takes any name, so that it needs one only where its own
 * is another than the shared one in capitals ("Event", "KomiBlack"). */
static const struct { const char *name, *own[3]; } names[] = {
    {"black-rating", {"RB", "BR", "BlackElo"}},
    {"white-rating", {"RW", "WR", "WhiteElo"}},
    {"komi-black", {"KB", "KB", NULL}},
    {"komi-white", {"KW", "KW", NULL}},
    {"type", {"TY", NULL, NULL}}, /* TY makes a record GGF (text/frame.c) */
    {"clock", {"TI", NULL, NULL}},
    {"clock-black", {"TB", NULL, NULL}},
    {"clock-white", {"TW", NULL, NULL}},
    {"comment", {"CO", "GC", NULL}},
    {"event", {NULL, "EV", NULL}},
    {"round", {NULL, "RO", NULL}},
    {"annotator", {NULL, "AN", NULL}},
    {"opening", {NULL, "ON", NULL}},
    {"source", {NULL, "SO", NULL}},
    {"name", {NULL, "GN", NULL}},
    {"id", {NULL, NULL, NULL}},
    {"termination", {NULL, NULL, NULL}},
    {"theoretical-discs", {NULL, NULL, NULL}},
    {"theoretical-empties", {NULL, NULL, NULL}},
};
enum { N_NAMES = sizeof names / sizeof *names };

/* Other names that PGN files give the same. */
static const struct { const char *own, *name; } aliases[] = {
    {"blackrating", "black-rating"}, {"whiterating", "white-rating"},
    {"blackrtg", "black-rating"},    {"whitertg", "white-rating"},
    {"blackuscf", "black-rating"},   {"whiteuscf", "white-rating"},
};

static const char *const prefixes[] = {"ggf:", "sgf:", "pgn:", "wthor:", "json:"};
enum { N_PREFIXES = sizeof prefixes / sizeof *prefixes };

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - ('a' - 'A')) : c; }

/* "komi-black" is KomiBlack, and "ggf:XY" is GGF_XY. */
static void to_pgn(const char *name, char own[TAG_NAME])
{
    size_t n = 0;
    const char *colon = strchr(name, ':');
    if (colon && strncmp(name, "pgn:", 4) == 0)
        name = colon + 1;
    else
        for (; colon && name <= colon && n < TAG_NAME - 1; name++)
            own[n++] = name == colon ? '_' : upper(*name);
    bool is_first = !colon;
    for (; *name && n < TAG_NAME - 1; name++) {
        if (*name != '-')
            own[n++] = is_first ? upper(*name) : *name;
        is_first = *name == '-';
    }
    own[n] = '\0';
}

/* The same letters in any case. */
static bool is_same(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (ascii_lower((unsigned char)a[i]) != ascii_lower((unsigned char)b[i]))
            return false;
    return true;
}

/* A name of another format that PGN holds: "GGF_XY" is ggf:XY. */
static bool from_prefixed(const char *own, size_t length, char name[TAG_NAME])
{
    for (int i = 0; i < N_PREFIXES; i++) {
        const size_t n = strlen(prefixes[i]);
        if (length <= n || own[n - 1] != '_')
            continue;
        char prefix[8];
        snprintf(prefix, sizeof prefix, "%.*s", (int)(n - 1), prefixes[i]);
        if (!ascii_is_word(own, n - 1, prefix))
            continue;
        snprintf(name, TAG_NAME, "%s%.*s", prefixes[i], (int)(length - n), own + n);
        return true;
    }
    return false;
}

bool tag_name_read(enum tag_format format, const char *own, size_t length, char name[TAG_NAME])
{
    enum { LONGEST = TAG_NAME - 8 };
    if (length == 0 || length > LONGEST)
        return false;
    for (int i = 0; i < N_NAMES; i++) {
        char pgn[TAG_NAME];
        const char *called = names[i].own[format];
        if (!called && format == TAG_PGN) {
            to_pgn(names[i].name, pgn);
            called = pgn;
        }
        if (called && strlen(called) == length && is_same(called, own, length)) {
            snprintf(name, TAG_NAME, "%s", names[i].name);
            return true;
        }
    }
    for (size_t i = 0; format == TAG_PGN && i < sizeof aliases / sizeof *aliases; i++)
        if (ascii_is_word(own, length, aliases[i].own)) {
            snprintf(name, TAG_NAME, "%s", aliases[i].name);
            return true;
        }
    if (format == TAG_PGN && from_prefixed(own, length, name))
        return true;
    size_t n = (size_t)snprintf(name, TAG_NAME, "%s", prefixes[format]);
    for (size_t i = 0; i < length; i++)
        name[n++] = format == TAG_PGN ? own[i] : upper(own[i]);
    name[n] = '\0';
    return true;
}

/* A reader takes it for the same name again, and for no move or board; names that came from JSON are
 * anything. */
static bool is_symbol(enum tag_format format, const char *own, const char *name)
{
    static const char *const others[] = {
        [TAG_GGF] = " B W GM TY BO TI TB TW KM PB PW PC DT RE CA ",
        [TAG_SGF] = " B W AB AW AE PL SZ GM AP RE KM FF CA ST PB PW PC DT C BLACK WHITE ",
        [TAG_PGN] = " fen setup black white site date result ",
    };
    enum { LONGEST_SGF = 7 };
    char word[TAG_NAME + 2] = " ", again[TAG_NAME];
    size_t n = 0;
    for (int c; (c = (unsigned char)own[n]) != '\0'; n++) {
        if (!ascii_is_letter(c) && !(format != TAG_SGF && ascii_is_digit(c)) &&
            !(format == TAG_PGN && c == '_'))
            return false;
        word[n + 1] = format == TAG_PGN ? (char)ascii_lower(c) : (char)c;
    }
    memcpy(word + n + 1, " ", 2);
    return n > 0 && (format != TAG_SGF || n <= LONGEST_SGF) && !strstr(others[format], word) &&
           tag_name_read(format, own, n, again) && strcmp(again, name) == 0;
}

bool tag_name_write(enum tag_format format, const char *name, char own[TAG_NAME])
{
    for (int i = 0; i < N_NAMES; i++)
        if (strcmp(names[i].name, name) == 0 && (names[i].own[format] || format != TAG_PGN)) {
            if (names[i].own[format])
                snprintf(own, TAG_NAME, "%s", names[i].own[format]);
            return names[i].own[format] != NULL;
        }
    if (format == TAG_PGN) {
        to_pgn(name, own);
        return is_symbol(format, own, name);
    }
    const size_t n = strlen(prefixes[format]);
    if (strncmp(name, prefixes[format], n) != 0)
        return false;
    snprintf(own, TAG_NAME, "%s", name + n);
    return is_symbol(format, own, name);
}
