/* report/beside.c - implements beside.h. */
#include "report/beside.h"

#include <string.h>

#include "base/bits.h"
#include "board/squares.h"
#include "report/facts.h"
#include "report/svg.h"
#include "text/json_build.h"

static uint64_t empties_of(ofl_board board) { return ~(board.player | board.opponent); }

static void find_regions(struct beside_board *found)
{
    uint64_t left = empties_of(found->position.board);
    while (left) {
        const int square = bit_first(left);
        const uint64_t region = facts_region(left, square);
        const int size = bit_count(region);
        int i = found->n_regions++;
        for (; i > 0 && found->regions[i - 1].size < size; i--)
            found->regions[i] = found->regions[i - 1];
        found->regions[i].square = square;
        found->regions[i].size = size;
        left &= ~region;
    }
}

static struct beside_board board_after(ofl_position position, const uint8_t *line, int n)
{
    struct beside_board found = {0};
    for (int i = 0; i < n; i++) {
        found.line[i] = line[i];
        position = (ofl_position){ofl_play(position.board, line[i]), !position.turn};
    }
    found.position = position;
    const ofl_board board = position.board;
    for (int i = 0; i < 2; i++) { /* the side to move, then the other */
        const ofl_board seen = i ? ofl_swap(board) : board;
        const int color = i ? !position.turn : position.turn;
        found.discs[color] = bit_count(seen.player);
        found.moves[color] = bit_count(ofl_legal_moves(seen));
        found.corners[color] = bit_count(seen.player & SQUARES_CORNERS);
        found.stable[color] = bit_count(ofl_stable_discs(seen));
    }
    const bool is_odd = ofl_count_empties(board) % 2 != 0;
    found.last = is_odd ? position.turn : !position.turn;
    find_regions(&found);
    return found;
}

static int least(int a, int b) { return a < b ? a : b; }

struct beside beside_of_lines(ofl_position position, const uint8_t *better, int n_better,
                              const uint8_t *worse, int n_worse)
{
    struct beside beside = {.n_plies = least(least(n_better, n_worse), BESIDE_PLIES)};
    beside.better = board_after(position, better, beside.n_plies);
    beside.worse = board_after(position, worse, beside.n_plies);
    const ofl_board a = beside.better.position.board, b = beside.worse.position.board;
    beside.differ = (a.player ^ b.player) | (a.opponent ^ b.opponent);
    return beside;
}

struct beside beside_of(const struct comparison *found)
{
    const struct ofl_line *best = &found->best, *second = &found->second;
    if (!found->has_second)
        return (struct beside){0};
    return beside_of_lines(found->position, best->pv, best->pv_length, second->pv,
                           second->pv_length);
}

int beside_played(const struct review *review, const struct review_move *move,
                  uint8_t line[BESIDE_PLIES])
{
    const struct review_point *after = &review->points[move->ply + 1];
    const int n = least(after->pv_length, BESIDE_PLIES - 1);
    line[0] = (uint8_t)move->move;
    memcpy(line + 1, after->pv, (size_t)n);
    return n + 1;
}

struct beside beside_of_move(const struct review *review, const struct review_move *move)
{
    const struct review_point *before = &review->points[move->ply];
    uint8_t played[BESIDE_PLIES];
    const int n = beside_played(review, move, played);
    return beside_of_lines(before->position, before->pv, before->pv_length, played, n);
}

/* ---- text ---- */

enum { COLUMN = 38 };

/* Blanks up to column `at` behind `from`. */
static void pad(struct strbuf *text, size_t from, size_t at)
{
    while (!text->is_failed && text->length < from + at)
        strbuf_add(text, " ");
}

static void add_line(struct strbuf *text, const uint8_t *line, int n)
{
    char square[8];
    for (int i = 0; i < n; i++)
        strbuf_addf(text, "%s%s", i ? " " : "", ofl_move_to_text(line[i], false, square));
}

/* A row; squares that differ have a colon before them. */
static void add_row(struct strbuf *text, ofl_position position, uint64_t differ, int row)
{
    const char *discs = position.turn == OFL_BLACK ? "XO" : "OX";
    strbuf_addf(text, "%d ", row + 1);
    for (int s = 8 * row; s < 8 * row + 8; s++)
        strbuf_addf(text, "%c%c", differ & bit_of(s) ? ':' : ' ',
                    position.board.player & bit_of(s)     ? discs[0]
                    : position.board.opponent & bit_of(s) ? discs[1]
                                                          : '.');
}

/* A number of both boards, "Black 5, White 7". */
static void add_counts(struct strbuf *text, const char *what, const int better[2],
                       const int worse[2])
{
    const size_t from = text->length;
    strbuf_addf(text, "%s: Black %d, White %d", what, better[OFL_BLACK], better[OFL_WHITE]);
    pad(text, from, COLUMN);
    strbuf_addf(text, "%s: Black %d, White %d\n", what, worse[OFL_BLACK], worse[OFL_WHITE]);
}

static void add_regions(struct strbuf *text, const struct beside_board *board)
{
    enum { SHOWN = 3 };
    char square[8];
    strbuf_add(text, "regions:");
    for (int i = 0; i < board->n_regions && i < SHOWN; i++)
        strbuf_addf(text, "%s %d at %s", i ? "," : "", board->regions[i].size,
                    ofl_move_to_text(board->regions[i].square, false, square));
    if (board->n_regions > SHOWN)
        strbuf_add(text, ", ...");
}

static const char *last_of(const struct beside_board *board)
{
    return board->last == OFL_BLACK ? "Black" : "White";
}

void beside_add_text(struct strbuf *text, const struct beside *beside)
{
    const struct beside_board *better = &beside->better, *worse = &beside->worse;
    size_t from = text->length + 1;
    if (!beside->n_plies)
        return;
    strbuf_add(text, "\n");
    add_line(text, better->line, beside->n_plies);
    pad(text, from, COLUMN);
    add_line(text, worse->line, beside->n_plies);
    from = text->length + 1;
    strbuf_add(text, "\n   a b c d e f g h");
    pad(text, from, COLUMN);
    strbuf_add(text, "   a b c d e f g h\n");
    for (int row = 0; row < 8; row++) {
        from = text->length;
        add_row(text, better->position, beside->differ, row);
        pad(text, from, COLUMN);
        add_row(text, worse->position, beside->differ, row);
        strbuf_add(text, "\n");
    }
    add_counts(text, "discs", better->discs, worse->discs);
    add_counts(text, "moves", better->moves, worse->moves);
    add_counts(text, "corners", better->corners, worse->corners);
    add_counts(text, "stable", better->stable, worse->stable);
    from = text->length;
    add_regions(text, better);
    pad(text, from, COLUMN);
    add_regions(text, worse);
    from = text->length + 1;
    strbuf_addf(text, "\nlast move: %s", last_of(better));
    pad(text, from, COLUMN);
    strbuf_addf(text, "last move: %s\n", last_of(worse));
}

/* ---- picture ---- */

enum { BOARD = 360, GAP = 20, LINE = 20, LINES = 7 };

static void add_words(struct strbuf *svg, int x, int line, struct strbuf *words)
{
    strbuf_addf(svg, "<text x=\"%d\" y=\"%d\">%s</text>\n", x, BOARD + LINE * (line + 1),
                words->data ? words->data : "");
    svg->is_failed |= words->is_failed;
    strbuf_free(words);
}

static void add_half(struct strbuf *svg, const struct beside *beside,
                     const struct beside_board *board, int x)
{
    const struct { const char *what; const int *n; } counts[] = {
        {"discs", board->discs}, {"moves", board->moves}, {"corners", board->corners},
        {"stable", board->stable}};
    struct svg_board picture = {.position = board->position, .title = "The board behind a line"};
    struct strbuf words = {0};
    for (uint64_t left = beside->differ; left; left = bit_drop(left))
        picture.squares[bit_first(left)].mark = SVG_DIFFERS;
    strbuf_addf(svg, "<svg x=\"%d\" width=\"%d\" height=\"%d\">", x, (int)BOARD, (int)BOARD);
    svg_add_board(svg, &picture);
    strbuf_add(svg, "</svg>\n");
    add_line(&words, board->line, beside->n_plies);
    add_words(svg, x, 0, &words);
    for (int i = 0; i < 4; i++) {
        words = (struct strbuf){0};
        strbuf_addf(&words, "%s: Black %d, White %d", counts[i].what, counts[i].n[OFL_BLACK],
                    counts[i].n[OFL_WHITE]);
        add_words(svg, x, i + 1, &words);
    }
    words = (struct strbuf){0};
    add_regions(&words, board);
    add_words(svg, x, 5, &words);
    words = (struct strbuf){0};
    strbuf_addf(&words, "last move: %s", last_of(board));
    add_words(svg, x, 6, &words);
}

void beside_add_svg(struct strbuf *text, const struct beside *beside)
{
    const int width = 2 * BOARD + GAP, height = BOARD + LINE * LINES + LINE / 2;
    strbuf_addf(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                "font-family=\"sans-serif\" font-size=\"13\">\n"
                "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height, width, height);
    add_half(text, beside, &beside->better, 0);
    add_half(text, beside, &beside->worse, BOARD + GAP);
    strbuf_add(text, "</svg>\n");
}

/* ---- JSON ---- */

static json_t *json_of_pair(const int n[2]) { return json_pack("[i, i]", n[0], n[1]); }

static json_t *json_of_board(const struct beside_board *board, int n_plies)
{
    char position[OFL_BOARD_TEXT];
    json_t *regions = json_array();
    for (int i = 0; i < board->n_regions; i++)
        regions = json_and(regions, json_pack("{s:o, s:i}", "square",
                                              json_from_move(board->regions[i].square), "size",
                                              board->regions[i].size));
    return json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:s}", "line",
                     json_from_moves(board->line, n_plies), "position",
                     ofl_position_to_text(board->position, position), "discs",
                     json_of_pair(board->discs), "moves", json_of_pair(board->moves), "corners",
                     json_of_pair(board->corners), "stable", json_of_pair(board->stable),
                     "regions", regions, "last", board->last == OFL_BLACK ? "black" : "white");
}

json_t *beside_to_json(const struct beside *beside)
{
    json_t *differ = json_array();
    if (!beside->n_plies)
        return json_null();
    for (uint64_t left = beside->differ; left; left = bit_drop(left))
        differ = json_and(differ, json_from_move(bit_first(left)));
    return json_pack("{s:i, s:o, s:o, s:o}", "plies", beside->n_plies, "better",
                     json_of_board(&beside->better, beside->n_plies), "worse",
                     json_of_board(&beside->worse, beside->n_plies), "differ", differ);
}
