/* text/notation.c - moves and boards as text (outflank/notation.h).
 *
 * Readers work through a bounded cursor (text/text.h) and write their result
 * only after everything has been read. */
#include <outflank/notation.h>

#include "base/ascii.h"
#include "base/bits.h"
#include "text/text.h"

static int square_of(const char *text)
{
    const int column = ascii_lower((unsigned char)text[0]) - 'a', row = text[1] - '1';
    return column >= 0 && column < 8 && row >= 0 && row < 8 ? row * 8 + column : OFL_NO_MOVE;
}

int ofl_move_from_text(const char *text, size_t length)
{
    static const char *const passes[] = {"pass", "pa", "ps", "--", "@@", "pas", "p", "@@@@", "0000"};
    const int square = length >= 2 ? square_of(text + length - 2) : OFL_NO_MOVE;
    /* "@f5" and "P@f5": a piece that is dropped. "h6h6": one that goes nowhere, a pass. */
    if (square != OFL_NO_MOVE && (length == 2 || (length == 3 && *text == '@') ||
                                  (length == 4 && ascii_is_word(text, 2, "p@"))))
        return square;
    if (square != OFL_NO_MOVE && length == 4 && square_of(text) == square)
        return OFL_PASS;
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
        if (ascii_is_word(text, length, passes[i]))
            return OFL_PASS;
    return OFL_NO_MOVE;
}

size_t text_leading_move(const char *text, size_t length, int *move)
{
    enum { LONGEST = 4, SHORTEST = 2 }; /* "p" may begin any word */
    int found = OFL_NO_MOVE;
    /* A square twice is a pass only where it stands alone. */
    const bool is_square = length >= 2 && square_of(text) != OFL_NO_MOVE;
    size_t n = is_square ? 2 : length < LONGEST ? length : LONGEST;
    while (n >= SHORTEST && (found = ofl_move_from_text(text, n)) == OFL_NO_MOVE)
        n--;
    if (move)
        *move = found;
    return n >= SHORTEST ? n : 0;
}

enum cell { CELL_BLACK, CELL_WHITE, CELL_EMPTY, CELL_NONE };

static enum cell cell_of(int c)
{
    switch (c) {
    case 'X': case 'x': case '*': case 'B': case 'b':
        return CELL_BLACK;
    case 'O': case 'o': case '0': case 'W': case 'w':
        return CELL_WHITE;
    case '-': case '.': case '_':
        return CELL_EMPTY;
    default:
        return CELL_NONE;
    }
}

/* The letter of a square or side where 0 and 1 are black and white. */
static int letter_of(int c, bool is_01) { return !is_01 ? c : c == '0' ? 'X' : c == '1' ? 'O' : c; }

/* Reads the letter or the word of the side; false if there is none. */
static bool read_side(struct text *text, bool is_01, enum ofl_color *turn)
{
    size_t n = 0;
    while (ascii_is_letter(text_peek(text, n)) || ascii_is_digit(text_peek(text, n)))
        n++;
    const char *word = text->begin + text->at;
    enum cell cell = cell_of(letter_of(text_peek(text, 0), is_01));
    if (n == 5 && (ascii_is_word(word, n, "black") || ascii_is_word(word, n, "white")))
        ;
    else if (n > 1 || (cell != CELL_BLACK && cell != CELL_WHITE))
        return false;
    else
        n = 1;
    *turn = cell == CELL_BLACK ? OFL_BLACK : OFL_WHITE;
    text->at += n;
    return true;
}

/* A 65th square glued to the board looks like its side; what follows gives it away. */
static bool is_65th_square(struct text after)
{
    if (cell_of(text_peek(&after, 0)) != CELL_NONE)
        return true;
    while (text_peek(&after, 0) == ' ' || text_peek(&after, 0) == '\t')
        after.at++;
    enum cell cell = cell_of(text_peek(&after, 0));
    int next = text_peek(&after, 1);
    return (cell == CELL_BLACK || cell == CELL_WHITE) &&
           (next < 0 || next == ';' || ascii_is_blank(next));
}

/* How the squares stand: whether a side that is missing could hide among them. */
struct grouping {
    int in_group, first_group, n_row_ends;
    bool is_uneven, has_odd_line_end;
};

/* A separator before `square` (of 64: the one behind the last). */
static void end_group(struct grouping *g, int square, bool is_line_end)
{
    if (g->in_group == 0 && !is_line_end)
        return;
    if (g->in_group) {
        g->is_uneven |= g->first_group && g->in_group != g->first_group;
        g->first_group = g->first_group ? g->first_group : g->in_group;
        g->in_group = 0;
    }
    if (is_line_end && square > 0 && square < 64) {
        g->has_odd_line_end |= square % 8 != 0;
        g->n_row_ends += square % 8 == 0;
    }
}

/* Equal groups, or eight rows. A lone square at the end would be a side behind 63 squares. */
static bool is_even(const struct grouping *g)
{
    return (!g->is_uneven && g->first_group % 8 == 0) ||
           (g->n_row_ends >= 7 && !g->has_odd_line_end);
}

/* Blanks and, between rows, a '/'. */
static void skip_separators(struct text *t, int square, struct grouping *grouping)
{
    for (int c; c = text_peek(t, 0),
                ascii_is_blank(c) || (c == '/' && square > 0 && square % 8 == 0);) {
        end_group(grouping, square, c == '\n' || c == '\r' || c == '/');
        t->at++;
    }
}

/* Egaroucid writes 0 for black, 1 for white and '.'; elsewhere 0 is white. A 1 tells, and so does a 0
 * with nothing but dots and 0s. */
static bool is_zero_one(struct text t)
{
    struct grouping none = {0};
    bool has_others = false;
    for (int square = 0; square < 64; square++, t.at++) {
        skip_separators(&t, square, &none);
        const int c = text_peek(&t, 0);
        if (c == '1')
            return true;
        if (cell_of(c) == CELL_NONE)
            return false;
        has_others |= c != '0' && c != '.';
    }
    while (text_peek(&t, 0) == ' ' || text_peek(&t, 0) == '\t')
        t.at++;
    const int side = text_peek(&t, 0), after = text_peek(&t, 1);
    const bool is_alone = after < 0 || ascii_is_blank(after) || after == ';' || after == ']';
    return is_alone && !has_others && (side == '1' || side == '0');
}

static bool read_squares(struct text *t, bool is_01, uint64_t discs[2], struct grouping *grouping,
                         struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    for (int square = 0; square < 64; square++, t->at++) {
        skip_separators(t, square, grouping);
        enum cell cell = cell_of(letter_of(text_peek(t, 0), is_01));
        if (cell == CELL_NONE)
            return text_fail(error, t, t->at, "expected square %c%c of 64 (X, O or -), found %s",
                             'a' + square % 8, '1' + square / 8, text_found(t, t->at, found));
        if (cell != CELL_EMPTY)
            discs[cell] |= bit_of(square);
        grouping->in_group++;
    }
    end_group(grouping, 64, false);
    return true;
}

bool text_skip_size(struct text *text, int64_t *size)
{
    struct text t = *text;
    if (text_peek(&t, 0) == '0' || !text_read_integer(&t, 999, size) || *size == 1 ||
        t.at - text->at > 3 || (*size != 8 && !ascii_is_blank(text_peek(&t, 0))))
        return false;
    text_skip_blanks(&t);
    *text = t;
    return true;
}

/* "[8 ", "BO [8 " or "8 " as in GGF and on GGS; *is_open if a ']' must follow. */
static bool read_frame(struct text *t, bool *is_open, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    int64_t size;
    text_skip_blanks(t);
    struct text bo = *t;
    if (ascii_lower(text_peek(&bo, 0)) == 'b' && ascii_lower(text_peek(&bo, 1)) == 'o') {
        bo.at += 2;
        text_skip_blanks(&bo);
        if (text_peek(&bo, 0) == '[')
            *t = bo;
    }
    *is_open = text_peek(t, 0) == '[';
    t->at += *is_open;
    text_skip_blanks(t);
    size_t at = t->at;
    if (!text_skip_size(t, &size) || size == 8)
        return true;
    return text_fail(error, t, at, "expected board size 8 and 64 squares, found %s",
                     text_found(t, at, found));
}

/* Nothing that could be a side, or a square too many, stands where the side should. */
static bool is_no_side(const struct text *t, bool is_open)
{
    int c = text_peek(t, 0);
    return c < 0 || c == ';' || c == '%' || c == '#' || c == '\n' || c == '\r' ||
           (is_open && c == ']');
}

bool text_read_position(struct text *text, ofl_position *position, bool *lacks_side,
                        struct ofl_text_error *error)
{
    struct text t = *text;
    char found[TEXT_FOUND];
    uint64_t discs[2] = {0, 0};
    struct grouping grouping = {0};
    bool is_open;
    if (!read_frame(&t, &is_open, error))
        return false;
    const bool is_01 = is_zero_one(t);
    if (!read_squares(&t, is_01, discs, &grouping, error))
        return false;
    size_t board_end = t.at;
    while (text_peek(&t, 0) == ' ' || text_peek(&t, 0) == '\t' || text_peek(&t, 0) == '/')
        t.at++;
    struct text line = t;
    text_skip_blanks(&t);
    size_t side_at = t.at;
    enum ofl_color turn = OFL_BLACK;
    bool has_side = read_side(&t, is_01, &turn);
    /* A side on a line of its own is one only if it is alone there. */
    bool may_lack = lacks_side && is_no_side(&line, is_open);
    if (has_side && may_lack && cell_of(text_peek(&t, 0)) != CELL_NONE)
        has_side = false;
    if (!has_side && may_lack && is_even(&grouping))
        t = line;
    else if (!has_side)
        return text_fail(error, &t, side_at,
                         "expected the side to move (X or O) after 64 squares, found %s",
                         text_found(&t, side_at, found));
    if (has_side && side_at == board_end && is_65th_square(t))
        return text_fail(error, &t, side_at,
                         "expected 64 squares and the side, found more squares");
    if (is_open) {
        text_skip_blanks(&t);
        if (text_peek(&t, 0) != ']')
            return text_fail(error, &t, t.at, "expected ']' after the side to move, found %s",
                             text_found(&t, t.at, found));
        t.at++;
    }
    position->board.player = discs[turn];
    position->board.opponent = discs[!turn];
    position->turn = turn;
    if (lacks_side)
        *lacks_side = !has_side;
    *text = t;
    return true;
}

bool ofl_position_from_text(const char *text, size_t length, ofl_position *position,
                            size_t *used, struct ofl_text_error *error)
{
    struct text t = text_of(text, length);
    if (!text_read_position(&t, position, NULL, error))
        return false;
    if (used)
        *used = t.at;
    return true;
}

const char *ofl_position_to_text(ofl_position position, char out[OFL_BOARD_TEXT])
{
    ofl_board board = position.board;
    if (position.turn == OFL_WHITE)
        board = ofl_swap(board);
    for (int square = 0; square < 64; square++)
        out[square] = board.player & bit_of(square)     ? 'X'
                      : board.opponent & bit_of(square) ? 'O'
                                                        : '-';
    out[64] = ' ';
    out[65] = position.turn == OFL_BLACK ? 'X' : 'O';
    out[66] = '\0';
    return out;
}
