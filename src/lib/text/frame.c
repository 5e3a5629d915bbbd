/* text/frame.c - the frame "(;TAG[value]...)" that GGF and SGF share, and which of them it is. */
#include "text/format.h"

#include <string.h>

#include "base/ascii.h"

bool frame_find(struct text *text)
{
    struct text t = *text, plain = {0};
    for (const char *at; t.at < t.length &&
                         (at = memchr(t.begin + t.at, '(', t.length - t.at)) != NULL;) {
        t.at = (size_t)(at - t.begin);
        /* SGF may open several branches at once. */
        while (ascii_is_blank(text_peek(&t, 0)) || text_peek(&t, 0) == '(')
            t.at++;
        if (text_peek(&t, 0) == ';') {
            text->at = t.at + 1;
            return true;
        }
        size_t n = 0;
        while (n <= 4 && ascii_is_letter(text_peek(&t, n)))
            n++;
        if (!plain.begin && n > 0 && n <= 4 && text_peek(&t, n) == '[')
            plain = t;
    }
    text->at = plain.begin ? plain.at : text->at;
    return plain.begin != NULL;
}

bool frame_expect(struct text *text, const char *format, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    struct text from = *text;
    text_skip_blanks(&from);
    return frame_find(text) ||
           text_fail(error, &from, from.at, "expected a game of %s, \"(;\", found %s", format,
                     text_found(&from, from.at, found));
}

/* What speaks for one format or the other. */
struct marks {
    bool has_ggf, has_sgf, has_slash;
    bool has_number;         /* GM[2]: GGF never numbers games, so no other tag counts */
    int node, n_moves;       /* the node at hand, and its moves */
    bool has_node_of_moves;  /* two moves in one node */
    int name_node;           /* where GM[Othello] stands; 0: nowhere */
    bool has_moves_elsewhere;
};

static bool is_move(const char *name, size_t length)
{
    return ascii_is_word(name, length, "b") || ascii_is_word(name, length, "black") ||
           ascii_is_word(name, length, "w") || ascii_is_word(name, length, "white");
}

static void weigh_tag(struct marks *marks, const char *name, size_t length, struct text value)
{
    static const char *const ggf[] = {"bo", "ty", "ti", "rb", "rw"};
    static const char *const sgf[] = {"ff", "sz", "ca", "ap", "ab", "aw", "ae", "pl"};
    for (size_t i = 0; i < sizeof ggf / sizeof *ggf; i++)
        marks->has_ggf |= ascii_is_word(name, length, ggf[i]);
    for (size_t i = 0; i < sizeof sgf / sizeof *sgf; i++)
        marks->has_sgf |= ascii_is_word(name, length, sgf[i]);
    if (ascii_is_word(name, length, "gm")) {
        text_skip_blanks(&value);
        bool is_number = ascii_is_digit(text_peek(&value, 0));
        marks->has_number |= is_number;
        marks->name_node = is_number ? 0 : marks->node;
    }
    if (!is_move(name, length))
        return;
    marks->has_node_of_moves |= ++marks->n_moves > 1;
    marks->has_moves_elsewhere |= marks->node != marks->name_node;
    marks->has_slash |= !text_at_end(&value) &&
                        memchr(value.begin + value.at, '/', value.length - value.at) != NULL;
}

bool frame_is_ggf(struct text text)
{
    struct marks marks = {.node = 1};
    for (;;) {
        int c;
        while (c = text_peek(&text, 0), ascii_is_blank(c) || c == ';' || c == '(') {
            marks.n_moves = c == ';' ? 0 : marks.n_moves;
            marks.node += c == ';';
            text.at++;
        }
        const char *name = text.begin + text.at;
        size_t length = 0;
        while (c = text_peek(&text, length), ascii_is_letter(c) || ascii_is_digit(c))
            length++;
        text.at += length;
        text_skip_blanks(&text);
        if (length == 0 || text_peek(&text, 0) != '[')
            break;
        while (text_peek(&text, 0) == '[') {
            struct text value = text;
            while (c = text_peek(&text, 0), c >= 0 && c != ']')
                text.at++;
            value.at++;
            value.length = text.at;
            text.at += !text_at_end(&text);
            if (value.at <= value.length)
                weigh_tag(&marks, name, length, value);
            text_skip_blanks(&text);
        }
    }
    bool is_one_node = marks.has_node_of_moves || (marks.name_node && !marks.has_moves_elsewhere);
    return !marks.has_number &&
           (marks.has_ggf || marks.has_slash || (!marks.has_sgf && is_one_node));
}
