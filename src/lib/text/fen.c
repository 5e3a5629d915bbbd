/* text/fen.c - see text/fen.h; two rows of the table of formats (text/format.h). */
#include "text/fen.h"

#include <string.h>

#include "base/ascii.h"
#include "base/bits.h"
#include "base/number.h"
#include "text/format.h"

static const char black_letters[] = "pXx*Bb", white_letters[] = "POoWw";

bool fen_is_at(struct text text)
{
    int n_slashes = 0, n_marks = 0, n_wrong = 0; /* marks: digits and pawns, which other boards have not */
    int n_squares = 0, n_full = 0;
    for (int c; c = text_peek(&text, 0), ascii_is_digit(c) || ascii_is_letter(c) || c == '/' || c == '*';
         text.at++) {
        n_slashes += c == '/';
        n_marks += ascii_is_digit(c) || c == 'p' || c == 'P';
        n_wrong += ascii_is_letter(c) && !strchr(black_letters, c) && !strchr(white_letters, c);
        n_squares = c == '/' ? 0 : n_squares + (ascii_is_digit(c) ? number_hex_digit((char)c) : 1);
        n_full += n_squares == 8;
        if (n_slashes > 7)
            return false;
    }
    /* A wrong letter stands for a square, if all rows are full: "f5/d6/..." are moves. */
    return n_slashes == 7 && n_marks > 0 && (n_wrong == 0 || n_full == 8);
}

/* One row of eight squares, from column a. */
static bool read_row(struct text *text, int row, uint64_t discs[2], struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    int column = 0;
    for (int c; column < 8; text->at++) {
        c = text_peek(text, 0);
        const int n = c > 0 && ascii_is_digit(c) ? number_hex_digit((char)c) : 0;
        const bool is_disc = c > 0 && (strchr(black_letters, c) || strchr(white_letters, c));
        if (!is_disc && (n < 1 || column + n > 8))
            return text_fail(error, text, text->at,
                             "expected discs (p, P) and empties that fill row %d, found %s", row + 1,
                             text_found(text, text->at, found));
        if (is_disc)
            discs[strchr(black_letters, c) ? OFL_BLACK : OFL_WHITE] |= bit_of(8 * row + column);
        column += is_disc ? 1 : n;
    }
    return true;
}

/* "b" or "w", X or O, or the words. */
static bool read_side(struct text *text, enum ofl_color *turn, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    size_t n = 0;
    while (ascii_is_letter(text_peek(text, n)) || text_peek(text, n) == '*')
        n++;
    const char *word = text->begin + text->at;
    const int c = ascii_lower(text_peek(text, 0));
    const bool is_word = ascii_is_word(word, n, "black") || ascii_is_word(word, n, "white");
    if (!is_word && (n != 1 || !strchr("bwxo*", c)))
        return text_fail(error, text, text->at, "expected the side to move (b or w), found %s",
                         text_found(text, text->at, found));
    *turn = strchr("bx*", c) ? OFL_BLACK : OFL_WHITE;
    text->at += n;
    return true;
}

/* "[PPpp]": what each side has left to place. */
static bool skip_discs_left(struct text *text)
{
    if (text_peek(text, 0) != '[')
        return false;
    do
        text->at++;
    while (text_peek(text, 0) == 'P' || text_peek(text, 0) == 'p');
    text->at += text_peek(text, 0) == ']';
    return true;
}

bool fen_read_position(struct text *text, enum fen_rows rows, ofl_position *position,
                       struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    uint64_t discs[2] = {0, 0};
    enum ofl_color turn = OFL_BLACK;
    for (int i = 0; i < 8; i++) {
        if (i > 0 && text_peek(text, 0) != '/')
            return text_fail(error, text, text->at, "expected '/' between two rows, found %s",
                             text_found(text, text->at, found));
        text->at += i > 0;
        if (!read_row(text, rows == FEN_FROM_8 ? 7 - i : i, discs, error))
            return false;
    }
    if (skip_discs_left(text) && rows == FEN_FROM_8) {
        discs[OFL_BLACK] = bit_mirror_rows(discs[OFL_BLACK]);
        discs[OFL_WHITE] = bit_mirror_rows(discs[OFL_WHITE]);
        rows = FEN_FAIRY;
    }
    text_skip_blanks(text);
    if (!read_side(text, &turn, error))
        return false;
    /* Castling, en passant and the counts of chess. */
    for (int c; c = text_peek(text, 0), c == '-' || c == ' ' || ascii_is_digit(c);)
        text->at++;
    *position = (ofl_position){{discs[turn], discs[!turn]}, rows == FEN_FAIRY ? !turn : turn};
    return true;
}

static void add_discs_left(struct strbuf *out, int n)
{
    strbuf_add(out, "[");
    for (int i = 0; i < 2 * n; i++)
        strbuf_add(out, i < n ? "P" : "p");
    strbuf_add(out, "]");
}

void fen_add(struct strbuf *out, enum fen_rows rows, ofl_position position)
{
    if (rows == FEN_FAIRY)
        position.turn = !position.turn;
    const ofl_board board =
        position.turn == OFL_BLACK ? position.board : ofl_swap(position.board);
    for (int i = 0; i < 8; i++) {
        int n_empty = 0;
        if (i > 0)
            strbuf_add(out, "/");
        for (int column = 0; column <= 8; column++) {
            const int square = 8 * (rows == FEN_FROM_8 ? 7 - i : i) + (column & 7);
            const bool is_black = board.player & bit_of(square);
            const bool is_white = board.opponent & bit_of(square);
            if (column < 8 && !is_black && !is_white) {
                n_empty++;
                continue;
            }
            if (n_empty)
                strbuf_addf(out, "%d", n_empty);
            if (column < 8)
                strbuf_add(out, is_black ? "p" : "P");
            n_empty = 0;
        }
    }
    if (rows == FEN_FAIRY)
        add_discs_left(out, ofl_count_empties(board));
    strbuf_add(out, position.turn == OFL_BLACK ? " b - - 0 1" : " w - - 0 1");
}

void fen_add_fairy_move(struct strbuf *out, ofl_board board, int move)
{
    const bool is_pass = move == OFL_PASS;
    const int square = is_pass && board.player ? bit_first(bit_mirror_rows(board.player)) : move ^ 56;
    const char name[3] = {(char)('a' + square % 8), (char)('1' + square / 8 % 8), '\0'};
    strbuf_addf(out, "%s%s", is_pass ? name : "P@", name);
}

int fen_read_fairy_move(const char *text, size_t length)
{
    const bool is_drop = length == 4 && ascii_lower(text[0]) == 'p' && text[1] == '@';
    if (length == 4 && text[0] == text[2] && text[1] == text[3])
        return OFL_PASS;
    const int move = is_drop ? ofl_move_from_text(text + 2, 2) : OFL_NO_MOVE;
    return move < 64 ? move ^ 56 : OFL_NO_MOVE;
}

/* ---- the rows of the table ---- */

bool fen_knows(struct text text) { return fen_is_at(text); }

bool fen1_knows(struct text text)
{
    return false; /* only where the user says so */
}

static bool read_board(struct text *text, enum fen_rows rows, struct reading *reading,
                       struct ofl_text_error *error)
{
    if (!fen_read_position(text, rows, &reading->obf.position, error))
        return false;
    ofl_game_init(&reading->game, reading->obf.position);
    return true;
}

bool fen_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    const size_t from = text->at;
    if (!read_board(text, FEN_FROM_8, reading, error))
        return false;
    if (!memchr(text->begin + from, '[', text->at - from))
        reading_note(reading, "a FEN is read from row 8 down, with p for black");
    return true;
}

bool fen1_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    return read_board(text, FEN_FROM_1, reading, error);
}
