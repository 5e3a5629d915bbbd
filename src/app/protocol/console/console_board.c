/* protocol/console/console_board.c - implements console_board.h.
 *
 * Discs lie on squares of their own colour, so that both can be told on any background. Where the
 * locale's characters are UTF-8 they are discs, else the letters X and O; with NO_COLOR these alone
 * tell the sides apart. The last move stands in brackets. */
#include "protocol/console/console_board.h"

#include "base/bits.h"
#include "text/variations.h"
#include "protocol/show.h"

enum ink { INK_SQUARE, INK_BLACK, INK_WHITE, INK_LEGAL, N_INKS, INK_NONE = N_INKS };

/* Foregrounds for terminals of 256 colours, and for others; green squares behind all. */
static const char *const inks[2][N_INKS] = {
    {"\033[30;42m", "\033[30;42m", "\033[1;97;42m", "\033[93;42m"},
    {"\033[38;5;22;48;5;28m", "\033[38;5;16;48;5;28m", "\033[1;38;5;231;48;5;28m",
     "\033[38;5;226;48;5;28m"}};

/* The ink in use goes on from text to text; INK_NONE is the terminal's own. */
struct pen {
    const struct console_look *look;
    struct strbuf *out;
    enum ink ink;
};

static void write_with(struct pen *pen, enum ink ink, const char *text)
{
    const struct console_look *look = pen->look;
    if (look->has_color && ink != pen->ink) {
        strbuf_add(pen->out, pen->ink == INK_NONE ? "" : "\033[0m");
        strbuf_add(pen->out, ink == INK_NONE ? "" : inks[look->has_many_colors][ink]);
    }
    pen->ink = ink;
    strbuf_add(pen->out, text);
}

const char *console_board_disc(const struct console_look *look, enum ofl_color color)
{
    if (look->has_unicode)
        return color == OFL_BLACK ? "\u25cf" : "\u25cb";
    return color == OFL_BLACK ? "X" : "O";
}

/* The square of the last move that was no pass, or -1. */
static int last_square(const struct ofl_game *game)
{
    for (int i = game->n_played - 1; i >= 0; i--)
        if (game->moves[i].move < 64)
            return game->moves[i].move;
    return -1;
}

static void add_disc(struct pen *pen, enum ofl_color color)
{
    write_with(pen, color == OFL_BLACK ? INK_BLACK : INK_WHITE, console_board_disc(pen->look, color));
}

static void add_square(struct pen *pen, ofl_position position, int square, uint64_t legal)
{
    const uint64_t bit = bit_of(square);
    if (show_discs(position, OFL_BLACK) & bit)
        add_disc(pen, OFL_BLACK);
    else if (show_discs(position, OFL_WHITE) & bit)
        add_disc(pen, OFL_WHITE);
    else
        write_with(pen, legal & bit ? INK_LEGAL : INK_SQUARE, legal & bit ? "+" : ".");
}

static void add_count(struct pen *pen, ofl_position position, enum ofl_color color)
{
    write_with(pen, INK_NONE, "   ");
    add_disc(pen, color);
    write_with(pen, INK_NONE, " ");
    strbuf_addf(pen->out, "%s %d", show_color(color), show_count(position, color));
}

/* What stands beside a row. */
static void add_note(struct pen *pen, ofl_position position, int row, int last,
                     const char *opening)
{
    struct strbuf *out = pen->out;
    if (row == 2)
        add_count(pen, position, OFL_BLACK);
    if (row == 3)
        add_count(pen, position, OFL_WHITE);
    if (row == 4 && ofl_is_over(position.board))
        strbuf_add(out, "   game over");
    else if (row == 4)
        strbuf_addf(out, "   %s to move%s", show_color(position.turn),
                    ofl_legal_moves(position.board) ? "" : " (must pass)");
    if (row == 5 && opening)
        strbuf_addf(out, "   opening: %s", opening);
    if (row == 6 && last >= 0) {
        strbuf_add(out, "   last move: ");
        show_move(out, last, false);
    }
}

void console_board_add(struct strbuf *out, const struct console_look *look,
                       const struct ofl_game *game, const char *opening)
{
    const ofl_position position = game->position;
    const uint64_t legal = ofl_legal_moves(position.board);
    const int last = last_square(game);
    struct pen pen = {.look = look, .out = out, .ink = INK_NONE};
    strbuf_add(out, "  a b c d e f g h\n");
    for (int row = 0; row < 8; row++) {
        strbuf_addf(out, "%d", row + 1);
        for (int column = 0; column < 8; column++) {
            const int square = 8 * row + column;
            const bool is_after_last = column > 0 && square == last + 1;
            const bool is_mark = square == last || is_after_last;
            write_with(&pen, is_mark || pen.ink == INK_NONE ? INK_LEGAL : pen.ink,
                       square == last ? "(" : is_after_last ? ")" : " ");
            add_square(&pen, position, square, legal);
        }
        write_with(&pen, INK_LEGAL, last == 8 * row + 7 ? ")" : " ");
        write_with(&pen, INK_NONE, "");
        strbuf_addf(out, "%d", row + 1);
        add_note(&pen, position, row, last, opening);
        strbuf_add(out, "\n");
    }
    strbuf_add(out, "  a b c d e f g h\n");
}

void console_board_add_beside(struct strbuf *out, const struct reading *record, const struct ofl_game *game)
{
    const int ply = game->n_played;
    struct tag tag;
    if (reading_common(&record->game, game) < ply)
        return;
    const char *const comment = tags_find(&record->tags, ply, "comment");
    if (comment)
        strbuf_addf(out, "Comment: %s\n", comment);
    for (int n = 1; variation_find(&record->tags, n, &tag); n++)
        if (tag.ply == ply)
            strbuf_addf(out, "Variation %d: %s\n", n, tag.value);
}
