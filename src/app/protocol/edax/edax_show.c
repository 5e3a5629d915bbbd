/* protocol/edax/edax_show.c - implements edax_show.h. */
#include "protocol/edax/edax_show.h"

#include "base/bits.h"
#include "protocol/show.h"

enum { PV_COLUMN = 53 };

const char *edax_move_text(int move, bool is_upper, char out[8])
{
    if (move == OFL_PASS)
        return is_upper ? "PS" : "ps";
    return ofl_move_to_text(move, is_upper, out);
}

void edax_add_header(struct strbuf *text, bool is_solve)
{
    strbuf_addf(text, "%s depth|score|       time   |  nodes (N)  |   N/s    | principal variation\n",
                is_solve ? " # |" : "");
}

void edax_add_separator(struct strbuf *text, bool is_solve)
{
    strbuf_addf(text, "%s------+-----+--------------+-------------+----------+---------------------%s\n",
                is_solve ? "---+" : "", is_solve ? "" : "-");
}

/* "0:01.500" right in its column, of 15 characters. */
static void edax_add_time(struct strbuf *text, int64_t time_ms)
{
    const int ms = (int)(time_ms % 1000), seconds = (int)(time_ms / 1000 % 60);
    const int minutes = (int)(time_ms / 60000 % 60), hours = (int)(time_ms / 3600000);
    if (hours)
        strbuf_addf(text, "   %2d:%02d:%02d.%03d", hours, minutes, seconds, ms);
    else
        strbuf_addf(text, "      %2d:%02d.%03d", minutes, seconds, ms);
}

/* Whole discs, halves away from 0. */
static int to_discs(int score_cd) { return (score_cd + (score_cd < 0 ? -50 : 50)) / 100; }

/* `n` moves with a blank between; what is missing of them is blank, too. */
static void add_pv(struct strbuf *text, const struct edax_row *row, int n)
{
    const struct ofl_line *line = row->line;
    bool is_black = row->color == OFL_BLACK;
    char name[8];
    for (int i = 0; i < n; i++) {
        const bool has_move = i < line->pv_length && i < OFL_MAX_PV;
        strbuf_add(text, i ? " " : "");
        strbuf_add(text, has_move ? edax_move_text(line->pv[i], !is_black, name) : "  ");
        is_black = !is_black;
    }
}

static void add_costs(struct strbuf *text, const struct edax_row *row)
{
    const int64_t time_ms = row->time_ms > 0 ? row->time_ms : 1;
    const uint64_t nodes = row->nodes ? row->nodes : 1;
    edax_add_time(text, time_ms);
    strbuf_addf(text, " %13llu %10.0f ", (unsigned long long)nodes,
                1000.0 * (double)nodes / (double)time_ms);
}

void edax_add_row(struct strbuf *text, const struct edax_row *row)
{
    const struct ofl_line *line = row->line;
    const int n_moves = row->width > PV_COLUMN ? (row->width - PV_COLUMN) / 3 : 0;
    const char bound = line->bound == OFL_BOUND_LOWER   ? '>'
                       : line->bound == OFL_BOUND_UPPER ? '<'
                                                        : ' ';
    if (line->source != OFL_FROM_SEARCH) {
        strbuf_addf(text, "book    %+02d%42s", to_discs(line->score), "");
    } else {
        if (line->confidence < 100 && line->confidence > 0)
            strbuf_addf(text, "%2d@%2d%%", line->depth, line->confidence);
        else
            strbuf_addf(text, "   %2d ", line->depth);
        strbuf_addf(text, " %c%+03d ", bound, to_discs(line->score));
        add_costs(text, row);
    }
    add_pv(text, row, n_moves);
    strbuf_add(text, "\n");
}

/* ---- the board ---- */

/* The middle of row `row`, 0..7: 24 characters. */
static void add_middle(struct strbuf *text, const struct ofl_game *game, int row,
                       const int64_t used_ms[2])
{
    const ofl_position position = game->position;
    const bool is_over = ofl_is_over(position.board), is_black = row < 4;
    const enum ofl_color color = is_black ? OFL_BLACK : OFL_WHITE;
    const int difference = show_difference(position, OFL_SCORE_RAW);
    const ofl_board seen = position.turn == color ? position.board : ofl_swap(position.board);
    switch (row) {
    case 0:
    case 7:
        strbuf_add(text, "  ");
        edax_add_time(text, used_ms[color]);
        strbuf_add(text, "       ");
        break;
    case 1:
    case 6:
        strbuf_addf(text, "   %2d discs  %2d moves   ", bit_count(seen.player),
                    bit_count(ofl_legal_moves(seen)));
        break;
    case 3:
        if (is_over)
            strbuf_add(text, "       Game over        ");
        else
            strbuf_addf(text, "  ply %2d (%2d empties)   ", game->n_played + 1,
                        ofl_count_empties(position.board));
        break;
    case 4:
        if (is_over)
            strbuf_add(text, difference > 0   ? "       Black won        "
                             : difference < 0 ? "       White won        "
                                              : "          draw          ");
        else
            strbuf_add(text, position.turn == OFL_BLACK ? "    Black's turn (*)    "
                                                        : "    White's turn (O)    ");
        break;
    default:
        strbuf_addf(text, "%24s", "");
        break;
    }
}

/* The discs of the start, and the numbers of the moves. */
static void add_numbers(struct strbuf *text, const struct ofl_game *game, int row)
{
    const uint64_t black = show_discs(game->start, OFL_BLACK), white = show_discs(game->start, OFL_WHITE);
    int number[64] = {0}, n = 0;
    for (int i = 0; i < game->n_played; i++)
        if (game->moves[i].move < 64)
            number[game->moves[i].move] = ++n;
    for (int square = 8 * row; square < 8 * row + 8; square++) {
        const uint64_t bit = bit_of(square);
        if (number[square])
            strbuf_addf(text, "|%2d", number[square]);
        else
            strbuf_add(text, black & bit ? "|##" : white & bit ? "|()" : "|  ");
    }
}

void edax_add_board(struct strbuf *text, const struct ofl_game *game, const int64_t used_ms[2])
{
    const ofl_position position = game->position;
    const uint64_t black = show_discs(position, OFL_BLACK), white = show_discs(position, OFL_WHITE);
    const uint64_t legal = ofl_legal_moves(position.board);
    const char left[] = "  A B C D E F G H ", right[] = "A  B  C  D  E  F  G  H";
    strbuf_addf(text, "%s           BLACK            %s\n", left, right);
    for (int row = 0; row < 8; row++) {
        strbuf_addf(text, "%d ", row + 1);
        for (int square = 8 * row; square < 8 * row + 8; square++) {
            const uint64_t bit = bit_of(square);
            strbuf_add(text, black & bit ? "* " : white & bit ? "O " : legal & bit ? ". " : "- ");
        }
        strbuf_addf(text, "%d", row + 1);
        add_middle(text, game, row, used_ms);
        strbuf_addf(text, "%d ", row + 1);
        add_numbers(text, game, row);
        strbuf_addf(text, "| %d\n", row + 1);
    }
    strbuf_addf(text, "%s           WHITE            %s\n", left, right);
}
