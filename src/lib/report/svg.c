/* report/svg.c - implements svg.h. A square is 40 units wide; 20 units of border hold the names. */
#include "report/svg.h"

#include <outflank/notation.h>

#include "base/ascii.h"
#include "base/bits.h"
#include "base/visible.h"
#include "report/page.h"

enum { SQUARE = 40, BORDER = 20, SIZE = 8 * SQUARE + 2 * BORDER };

/* `text` with & < > " ' written as entities, and what is not visible as '?'. */
static void svg_add_escaped(struct strbuf *out, const char *text)
{
    const struct visible shown = visible(text);
    for (const char *c = shown.text; *c; c++) {
        const char *entity = *c == '&'    ? "&amp;"
                             : *c == '<'  ? "&lt;"
                             : *c == '>'  ? "&gt;"
                             : *c == '"'  ? "&quot;"
                             : *c == '\'' ? "&#39;"
                                          : NULL;
        if (entity)
            strbuf_add(out, entity);
        else
            strbuf_add_bytes(out, c, 1);
    }
}

static int centre_x(int square) { return BORDER + square % 8 * SQUARE + SQUARE / 2; }
static int centre_y(int square) { return BORDER + square / 8 * SQUARE + SQUARE / 2; }

static void add_square(struct strbuf *text, const struct svg_board *board, int square)
{
    static const char *const marks[] = {"", " played", " better", " other", " last"};
    const ofl_position position = board->position;
    const bool is_black_turn = position.turn == OFL_BLACK;
    const uint64_t black = is_black_turn ? position.board.player : position.board.opponent;
    const uint64_t white = is_black_turn ? position.board.opponent : position.board.player;
    const char *what = black & bit_of(square)   ? "black"
                       : white & bit_of(square) ? "white"
                                                : "empty";
    const int x = centre_x(square), y = centre_y(square);
    strbuf_addf(text, "<g class=\"square %s%s\"><rect x=\"%d\" y=\"%d\" width=\"%d\" "
                "height=\"%d\"/><circle cx=\"%d\" cy=\"%d\" r=\"16\"/>", what,
                marks[board->squares[square].mark], x - SQUARE / 2, y - SQUARE / 2, SQUARE, SQUARE,
                x, y);
    strbuf_addf(text, "<rect class=\"badge\" x=\"%d\" y=\"%d\" width=\"36\" height=\"18\" "
                "rx=\"4\"/><text x=\"%d\" y=\"%d\">", x - 18, y - 9, x, y + 4);
    svg_add_escaped(text, board->squares[square].text);
    strbuf_add(text, "</text></g>\n");
}

static void add_names(struct strbuf *text)
{
    for (int i = 0; i < 8; i++) {
        const int at = BORDER + i * SQUARE + SQUARE / 2;
        strbuf_addf(text, "<text class=\"name\" x=\"%d\" y=\"15\">%c</text>"
                    "<text class=\"name\" x=\"10\" y=\"%d\">%d</text>\n", at, "abcdefgh"[i], at + 4,
                    i + 1);
    }
}

static void add_arrows(struct strbuf *text, const struct svg_board *board)
{
    strbuf_add(text, "<g class=\"arrows\">");
    for (int i = 0; i < board->n_arrows; i++)
        strbuf_addf(text, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" "
                    "marker-end=\"url(#head)\"/>", centre_x(board->arrows[i].from),
                    centre_y(board->arrows[i].from), centre_x(board->arrows[i].to),
                    centre_y(board->arrows[i].to));
    strbuf_add(text, "</g>\n");
}

void svg_add_board(struct strbuf *text, const struct svg_board *board)
{
    strbuf_addf(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" "
                "viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", (int)SIZE, (int)SIZE);
    svg_add_escaped(text, board->title);
    strbuf_add(text, "\">\n");
    strbuf_add(text, "<style>");
    strbuf_add(text, page_board_style);
    strbuf_add(text, "</style>\n");
    strbuf_addf(text, "<defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"8\" refY=\"5\" "
                "markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\"/>"
                "</marker></defs>\n<rect class=\"frame\" width=\"%d\" height=\"%d\"/>\n",
                (int)SIZE, (int)SIZE);
    add_names(text);
    for (int square = 0; square < 64; square++)
        add_square(text, board, square);
    add_arrows(text, board);
    strbuf_add(text, "</svg>\n");
}

static bool add_picture(struct strbuf *out, const struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    const int last = game->n_played ? game->moves[game->n_played - 1].move : OFL_PASS;
    struct svg_board board = {.position = reading->obf.position, .title = "Board"};
    if (last < OFL_PASS)
        board.squares[last].mark = SVG_PLAYED;
    svg_add_board(out, &board);
    return !out->is_failed;
}

const struct writer_row svg_writer = {"svg", "svg", "a picture of a board", 0, false, add_picture};

const struct writer_row *svg_or_writer(const struct writer_row *row, const char *name,
                                       size_t length)
{
    const char *end = name + length;
    const bool is_svg = length >= 3 && ascii_is_word(end - 3, 3, "svg") &&
                        (length == 3 || end[-4] == '.');
    return !row && is_svg ? &svg_writer : row;
}
