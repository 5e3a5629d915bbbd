/* text/diagram.c - boards printed with coordinates, by consoles, GTP, GGS and people (a row of the
 * table of formats, text/format.h).
 *
 *       a b c d e f g h
 *     1 - - - - - - - - 1        Rows bear their numbers, so that their order does not matter. Lines
 *     ...                        of boxes, and words at the right, may stand around them. The side
 *     8 - - - - - - - - 8        to move is taken from words such as "black to move".
 */
#include <string.h>

#include "base/ascii.h"
#include "base/bits.h"
#include "base/number.h"
#include "text/format.h"

enum cell { CELL_BLACK, CELL_WHITE, CELL_EMPTY, CELL_NONE };

/* What stands at the cursor as a square, and its bytes. */
static enum cell cell_at(const struct text *text, size_t *n_bytes)
{
    static const struct { const char *bytes; enum cell cell; } wide[] = {
        {"\xE2\x97\x8F", CELL_BLACK}, {"\xE2\x97\x8B", CELL_WHITE}, /* circles */
        {"\xE2\x9A\xAB", CELL_BLACK}, {"\xE2\x9A\xAA", CELL_WHITE},
        {"\xE3\x83\xBB", CELL_EMPTY}, {"\xC2\xB7", CELL_EMPTY},     /* dots */
        {"\xE2\x96\xA1", CELL_EMPTY}, {"\xEF\xBC\x8D", CELL_EMPTY},
        {"\xEF\xBC\x8B", CELL_EMPTY}};
    const int c = text_peek(text, 0);
    *n_bytes = 1;
    if (c > 0 && strchr("Xx*Bb", c))
        return CELL_BLACK;
    if (c > 0 && strchr("Oo0Ww", c))
        return CELL_WHITE;
    if (c > 0 && strchr("-._+", c))
        return CELL_EMPTY;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        const size_t n = strlen(wide[i].bytes);
        if (text->at + n <= text->length && memcmp(text->begin + text->at, wide[i].bytes, n) == 0) {
            *n_bytes = n;
            return wide[i].cell;
        }
    }
    return CELL_NONE;
}

static struct text line_at(struct text text)
{
    text.length = text_line_end(&text);
    return text;
}

static void skip_spaces(struct text *line)
{
    while (text_peek(line, 0) == ' ' || text_peek(line, 0) == '\t')
        line->at++;
}

/* GGS begins its lines with a bar. */
static void skip_margin(struct text *line)
{
    skip_spaces(line);
    line->at += text_peek(line, 0) == '|';
    skip_spaces(line);
}

/* "a b c d e f g h" at the start of a line, in any case and spacing. */
static bool is_header(struct text line)
{
    skip_margin(&line);
    for (int i = 0; i < 8; i++, line.at++) {
        for (int c; c = text_peek(&line, 0), c == ' ' || c == '\t' || c == '|';)
            line.at++;
        if (ascii_lower(text_peek(&line, 0)) != 'a' + i)
            return false;
    }
    return !ascii_is_letter(text_peek(&line, 0)) && !ascii_is_digit(text_peek(&line, 0));
}

/* "+---+---+" and what draws boxes; an empty line is none. */
static bool is_box(struct text line)
{
    bool has_any = false;
    for (int c; (c = text_peek(&line, 0)) >= 0; line.at++) {
        has_any |= c == '-' || c == '=' || c >= 0x80;
        /* U+2500 to U+257F */
        const bool is_drawn = c == 0xE2 && (text_peek(&line, 1) == 0x94 || text_peek(&line, 1) == 0x95);
        if (is_drawn)
            line.at += 2;
        else if (c != ' ' && c != '\t' && c != '+' && c != '-' && c != '|' && c != '=')
            return false;
    }
    return has_any;
}

struct row {
    int number; /* 0..7 */
    uint64_t discs[2];
};

/* Eight squares between bars, of which empty ones may be blank. */
static bool read_boxed(struct text *line, struct row *row)
{
    for (int column = 0; column < 8; column++) {
        size_t n = 0;
        skip_spaces(line);
        const enum cell cell = text_peek(line, 0) == '|' ? CELL_EMPTY : cell_at(line, &n);
        line->at += n;
        skip_spaces(line);
        if (cell == CELL_NONE || text_peek(line, 0) != '|')
            return false;
        line->at++;
        if (cell != CELL_EMPTY)
            row->discs[cell] |= bit_of(8 * row->number + column);
    }
    return true;
}

static bool read_plain(struct text *line, struct row *row)
{
    for (int column = 0; column < 8; column++) {
        size_t n;
        skip_spaces(line);
        const enum cell cell = cell_at(line, &n);
        if (cell == CELL_NONE)
            return false;
        line->at += n;
        if (cell != CELL_EMPTY)
            row->discs[cell] |= bit_of(8 * row->number + column);
    }
    return true;
}

/* "4 - - - O X - - - 4": a number and eight squares, no more. */
static bool read_row(struct text line, struct row *row)
{
    size_t n;
    skip_margin(&line);
    const int c = text_peek(&line, 0);
    const int number = c >= '1' && c <= '8' ? number_hex_digit((char)c) - 1 : -1;
    const int next = text_peek(&line, 1);
    if (number < 0 || (next != ' ' && next != '\t' && next != '|'))
        return false;
    line.at++;
    *row = (struct row){.number = number};
    skip_spaces(&line);
    const bool has_bar = text_peek(&line, 0) == '|';
    line.at += has_bar;
    struct text boxed = line;
    if (has_bar && read_boxed(&boxed, row))
        return true;
    *row = (struct row){.number = number};
    if (!read_plain(&line, row))
        return false;
    const bool is_glued = cell_at(&line, &n) != CELL_NONE;
    skip_spaces(&line);
    return !is_glued && !(cell_at(&line, &n) != CELL_NONE && text_peek(&line, 1) == text_peek(&line, 0));
}

/* ---- the side to move ---- */

static bool read_color(const char *word, size_t n, enum ofl_color *turn)
{
    static const struct { const char *word; enum ofl_color color; } words[] = {
        {"black", OFL_BLACK}, {"dark", OFL_BLACK}, {"x", OFL_BLACK}, {"*", OFL_BLACK},
        {"b", OFL_BLACK},     {"white", OFL_WHITE}, {"light", OFL_WHITE}, {"o", OFL_WHITE},
        {"w", OFL_WHITE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ascii_is_word(word, n, words[i].word)) {
            *turn = words[i].color;
            return true;
        }
    return false;
}

static bool is_word_byte(int c) { return ascii_is_letter(c) || ascii_is_digit(c) || c == '*'; }

/* The word that ends before `at`, blanks and "is" between. */
static bool color_before(struct text line, size_t at, enum ofl_color *turn)
{
    for (int tries = 0; tries < 2; tries++) {
        size_t end = at;
        while (end > line.at && !is_word_byte((unsigned char)line.begin[end - 1]))
            end--;
        size_t start = end;
        while (start > line.at && is_word_byte((unsigned char)line.begin[start - 1]))
            start--;
        if (read_color(line.begin + start, end - start, turn))
            return true;
        at = start;
    }
    return false;
}

/* "black to move", "X to play", "white's turn", "turn: O", "side to move = white". */
static bool find_side(struct text line, enum ofl_color *turn)
{
    static const char *const phrases[] = {"to move", "to play", "'s turn", "turn", "side", "player"};
    for (struct text t = line; !text_at_end(&t); t.at++)
        for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
            const size_t n = strlen(phrases[i]);
            if (t.length - t.at < n || !ascii_is_word(t.begin + t.at, n, phrases[i]))
                continue;
            struct text after = t;
            after.at += n;
            skip_spaces(&after);
            const bool is_told = text_peek(&after, 0) == ':' || text_peek(&after, 0) == '=';
            after.at += is_told;
            skip_spaces(&after);
            size_t length = 0;
            while (is_word_byte(text_peek(&after, length)))
                length++;
            if (is_told ? read_color(after.begin + after.at, length, turn)
                        : i < 3 && color_before(line, t.at, turn))
                return true;
        }
    return false;
}

/* ---- the row of the table ---- */

bool diagram_knows(struct text text)
{
    struct row row;
    const struct text first = line_at(text);
    if (read_row(first, &row))
        return row.number == 0 || row.number == 7;
    if (!is_header(first))
        return false;
    text_skip_line(&text);
    return text_at_end(&text) || is_header(line_at(text)) || is_box(line_at(text)) ||
           read_row(line_at(text), &row);
}

/* What stands below: letters again, and the side to move. */
static void read_foot(struct text *text, bool *has_side, enum ofl_color *turn)
{
    enum { MAX_LINES = 8 };
    struct row row;
    for (int i = 0; i < MAX_LINES && !text_at_end(text); i++) {
        struct text line = line_at(*text), next = *text;
        text_skip_line(&next);
        const bool is_letters = is_header(line) && !read_row(line_at(next), &row) &&
                                !is_box(line_at(next));
        const bool is_side = find_side(line, turn);
        if (!is_letters && !is_side && !is_box(line))
            return;
        *has_side |= is_side;
        *text = next;
    }
}

bool diagram_skip(struct text *text, bool has_ended)
{
    enum { MAX_LINES = 40 };
    struct row row;
    unsigned seen = 0;
    for (int i = 0; i < MAX_LINES && seen != 0xFF && !text_at_end(text); i++) {
        const struct text line = line_at(*text);
        if (line.length == text->length && !has_ended)
            return false;
        const bool is_row = read_row(line, &row);
        if (is_row ? seen >> row.number & 1 : !is_header(line) && !is_box(line))
            return true;
        seen |= is_row ? 1u << row.number : 0;
        text_skip_line(text);
    }
    if (seen == 0xFF)
        read_foot(text, &(bool){false}, &(enum ofl_color){OFL_BLACK});
    /* What stands below is told by a line, letters of columns by the line behind them, too. */
    struct text below = *text;
    for (int i = 0; i < 2 && !has_ended; i++) {
        const struct text line = line_at(below);
        if (line.length == text->length)
            return false;
        text_skip_line(&below);
        if (!is_header(line))
            break;
    }
    return true;
}

bool diagram_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    uint64_t discs[2] = {0, 0};
    unsigned seen = 0;
    bool has_side = false;
    enum ofl_color turn = OFL_BLACK;
    while (seen != 0xFF) {
        struct row row;
        const struct text line = line_at(*text);
        if (read_row(line, &row)) {
            if (seen >> row.number & 1)
                return text_fail(error, text, text->at, "row %d stands here a second time",
                                 row.number + 1);
            seen |= 1u << row.number;
            discs[OFL_BLACK] |= row.discs[OFL_BLACK];
            discs[OFL_WHITE] |= row.discs[OFL_WHITE];
        } else if (!is_header(line) && !is_box(line)) {
            struct text at = line;
            skip_margin(&at);
            return text_fail(error, text, at.at,
                             "expected a row of the board such as '4 - - - O X - - - 4', found %s",
                             text_found(text, at.at, found));
        }
        has_side |= find_side(line, &turn);
        text_skip_line(text);
    }
    read_foot(text, &has_side, &turn);
    if (!has_side)
        reading_note(reading, "no side to move is given: black is to move");
    reading->obf.position = (ofl_position){{discs[turn], discs[!turn]}, turn};
    ofl_game_init(&reading->game, reading->obf.position);
    return true;
}
