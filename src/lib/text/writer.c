/* text/writer.c - see text/writer.h. */
#include "text/writer.h"

#include <assert.h>
#include <string.h>

#include "base/ascii.h"
#include "board/variant.h"
#include "text/bitboards.h"
#include "text/fen.h"
#include "text/format.h"
#include "text/json.h"
#include "text/result.h"
#include "text/tag_names.h"
#include "text/variations.h"

/* ---- small formats ---- */

/* A board of its own, if the game begins at one. Passes are left out, as is usual, but for one at the
 * end: nothing behind it would tell. */
static bool add_moves(struct strbuf *out, const struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    const bool ends_by_pass = game->n_played && game->moves[game->n_played - 1].move == OFL_PASS;
    char moves[2 * OFL_MAX_PLIES + 1], board[OFL_BOARD_TEXT];
    ofl_game_to_transcript(game, ends_by_pass, moves);
    if (writer_has_own_start(reading))
        strbuf_addf(out, "%s;%s%s", ofl_position_to_text(game->start, board), moves[0] ? " " : "",
                    moves);
    else
        strbuf_add(out, moves[0] ? moves : "start");
    return true;
}

/* 64 squares, a blank and the side, in the letters for black, white and empty. */
static bool add_letters(struct strbuf *out, ofl_position position, const char *letters)
{
    char text[OFL_BOARD_TEXT];
    ofl_position_to_text(position, text);
    for (char *at = text; *at; at++)
        *at = *at == 'X' ? letters[0] : *at == 'O' ? letters[1] : *at == '-' ? letters[2] : *at;
    strbuf_add(out, text);
    return true;
}

static bool add_board(struct strbuf *out, const struct reading *reading)
{
    return add_letters(out, reading->obf.position, "XO-");
}

static bool add_egaroucid(struct strbuf *out, const struct reading *reading)
{
    return add_letters(out, reading->obf.position, "01.");
}

static bool add_nboard(struct strbuf *out, const struct reading *reading)
{
    return add_letters(out, reading->obf.position, "*O-");
}

static bool add_obf(struct strbuf *out, const struct reading *reading)
{
    add_board(out, reading);
    strbuf_add(out, ";");
    for (int i = 0; i < reading->obf.n_scores; i++) {
        char name[8];
        const int move = reading->obf.scores[i].move;
        strbuf_addf(out, " %s:%+d;", move == OFL_PASS ? "ps" : ofl_move_to_text(move, false, name),
                    reading->obf.scores[i].score);
    }
    return true;
}

static bool add_hex(struct strbuf *out, const struct reading *reading)
{
    bitboards_add(out, BITS_FROM_A1, reading->obf.position);
    return true;
}

static bool add_hex_msb(struct strbuf *out, const struct reading *reading)
{
    bitboards_add(out, BITS_FROM_H8, reading->obf.position);
    return true;
}

static bool add_fen(struct strbuf *out, const struct reading *reading)
{
    fen_add(out, FEN_FROM_8, reading->obf.position);
    return true;
}

static bool add_fen1(struct strbuf *out, const struct reading *reading)
{
    fen_add(out, FEN_FROM_1, reading->obf.position);
    return true;
}

static bool add_diagram(struct strbuf *out, const struct reading *reading)
{
    char text[OFL_BOARD_TEXT];
    ofl_position_to_text(reading->obf.position, text);
    strbuf_add(out, "  a b c d e f g h\n");
    for (int row = 0; row < 8; row++) {
        strbuf_addf(out, "%d", row + 1);
        for (int column = 0; column < 8; column++)
            strbuf_addf(out, " %c", text[8 * row + column]);
        strbuf_addf(out, " %d\n", row + 1);
    }
    strbuf_addf(out, "%s to move\n", text[65] == 'X' ? "black" : "white");
    return true;
}

static bool add_sgf(struct strbuf *out, const struct reading *reading)
{
    sgf_add(out, reading);
    return true;
}

static bool add_pgn(struct strbuf *out, const struct reading *reading)
{
    pgn_add(out, reading);
    return true;
}

/* ---- the table ---- */

enum {
    MOVES = HOLDS_MOVES | HOLDS_LAST_PASS,
    RECORD = MOVES | HOLDS_NAMES | HOLDS_RESULTS | HOLDS_TAGS
};

static const struct writer_row rows[] = {
    {"moves", "txt moves", "the moves of a game on a line", MOVES, false, add_moves},
    {"ggf", "ggf", "Generic Game Format", RECORD | HOLDS_VALUES | HOLDS_COMMENTS, false, ggf_add},
    {"sgf", "sgf", "Smart Game Format", RECORD | HOLDS_COMMENTS | HOLDS_VARIATIONS, false, add_sgf},
    {"pgn", "pgn", "Portable Game Notation", RECORD | HOLDS_COMMENTS | HOLDS_VARIATIONS, false, add_pgn},
    {"json", "json jsonl", "one JSON object on a line",
     RECORD | HOLDS_SCORES | HOLDS_VALUES | HOLDS_COMMENTS | HOLDS_VARIATIONS, false, json_add},
    {"logbook", "gam", "a line of Logistello's logbook", HOLDS_MOVES | HOLDS_RESULTS, false,
     logbook_add},
    {"wthor", "wtb", "a base of WTHOR", HOLDS_MOVES | HOLDS_NAMES | HOLDS_RESULTS, true, NULL},
    {"obf", "obf", "64 squares, the side, scores of moves", HOLDS_SCORES, false, add_obf},
    {"board", "board", "64 squares (X O -) and the side", 0, false, add_board},
    {"nboard", "", "64 squares (* O -) and the side", 0, false, add_nboard},
    {"egaroucid", "", "64 squares (0 1 .) and the side", 0, false, add_egaroucid},
    {"fen", "fen", "rows 8 to 1 as chess writes them, p for black", 0, false, add_fen},
    {"fen1", "", "the same with rows 1 to 8", 0, false, add_fen1},
    {"hex", "hex", "two numbers of 64 bits, bit 0 is a1", 0, false, add_hex},
    {"hexmsb", "", "the same, bit 63 is a1", 0, false, add_hex_msb},
    {"diagram", "", "a board with coordinates", 0, false, add_diagram},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

const struct writer_row *writer_at(size_t index) { return index < N_ROWS ? &rows[index] : NULL; }

static bool is_called(const char *word, size_t length, const char *name, size_t n)
{
    for (size_t i = 0; i < length && length == n; i++)
        if (ascii_lower((unsigned char)word[i]) != name[i])
            return false;
    return length == n;
}

const struct writer_row *writer_find(const char *name, size_t length)
{
    for (int i = 0; i < N_ROWS; i++)
        if (is_called(name, length, rows[i].name, strlen(rows[i].name)))
            return &rows[i];
    return NULL;
}

const struct writer_row *writer_of_file(const char *path, size_t length)
{
    size_t dot = length;
    while (dot > 0 && path[dot - 1] != '.' && path[dot - 1] != '/')
        dot--;
    if (dot == 0 || path[dot - 1] != '.')
        return NULL;
    for (int i = 0; i < N_ROWS; i++)
        for (const char *ending = rows[i].endings; *ending;) {
            const size_t n = strcspn(ending, " ");
            if (is_called(path + dot, length - dot, ending, n))
                return &rows[i];
            ending += n + (ending[n] == ' ');
        }
    return NULL;
}

/* ---- what a format holds ---- */

bool writer_has_own_start(const struct reading *reading)
{
    const ofl_position start = reading->game.start, usual = ofl_position_start();
    return start.turn != usual.turn || start.board.player != usual.board.player ||
           start.board.opponent != usual.board.opponent;
}

static bool has_values(const struct ofl_game *game)
{
    for (int i = 0; i < game->n_played; i++)
        if (game->moves[i].has_eval || game->moves[i].has_time)
            return true;
    return game->clock[0].known || game->clock[1].known;
}

/* Does the format have a name for the tag, and take its value? */
static bool holds_tag(const struct writer_row *row, const struct tag *tag)
{
    char own[TAG_NAME];
    if (strcmp(tag->name, "winner") == 0 || strcmp(tag->name, "termination") == 0)
        return row->holds & HOLDS_RESULTS;
    if (row->add == ggf_add)
        return tag_name_write(TAG_GGF, tag->name, own) && ggf_holds(tag->name, tag->value);
    if (row->add == add_sgf)
        return tag_name_write(TAG_SGF, tag->name, own);
    /* A rating loses its marks. */
    const size_t n = strlen(tag->value);
    return row->add != add_pgn ||
           (tag_name_write(TAG_PGN, tag->name, own) &&
            !(strstr(tag->name, "-rating") && (*tag->value == '?' || tag->value[n - 1] == '?')));
}

/* Does a value stay as it is? GGF has no brackets, PGN takes "?" for unknown. */
static bool holds_value(const struct writer_row *row, const char *value)
{
    if (row->add == ggf_add)
        return !strpbrk(value, "[]");
    return row->add != add_pgn || !*value || value[strspn(value, "?-.")];
}

/* Of the names. */
static bool holds_names(const struct writer_row *row, const struct ofl_game *game)
{
    return holds_value(row, game->black) && holds_value(row, game->white) &&
           holds_value(row, game->place) && holds_value(row, game->date);
}

/* A result in other words than ours stays in GGF alone, SGF says either how or by how much, and a
 * logbook by how much. */
static bool holds_result(const struct writer_row *row, const struct reading *reading)
{
    const struct result result = result_of(reading);
    const char *const said = reading->game.result;
    if (row->add == ggf_add)
        return holds_value(row, said) && (said[0] || !result.is_known || result.is_counted);
    if (row->add == logbook_add && result.is_known && (result.ending || !result.has_difference))
        return false;
    return !(said[0] && strcmp(said, "?") && (!result.is_known || result.is_counted)) &&
           !(row->add == add_sgf && result.ending &&
             (result.has_difference || !strchr("rtf", result.ending)));
}

/* A comment of a move that was played, in the signs of the format. */
static bool holds_comment(const struct writer_row *row, const struct reading *reading,
                          const struct tag *tag)
{
    return row->add == json_add || (tag->ply <= reading->game.n_played &&
                                    !(row->add == add_pgn && strchr(tag->value, '}')) &&
                                    !(row->add == ggf_add && strpbrk(tag->value, "[]")));
}

unsigned writer_losses(const struct writer_row *row, const struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    unsigned has = 0, lost = 0;
    struct tag tag;
    has |= game->n_played ? HOLDS_MOVES : 0;
    if ((row->holds & HOLDS_MOVES) && game->n_played &&
        game->moves[game->n_played - 1].move == OFL_PASS)
        has |= HOLDS_LAST_PASS;
    has |= game->black[0] || game->white[0] || game->date[0] || game->place[0] ? HOLDS_NAMES : 0;
    has |= game->result[0] && strcmp(game->result, "?") ? HOLDS_RESULTS : 0;
    has |= reading->obf.n_scores ? HOLDS_SCORES : 0;
    const bool loses_komi = game->komi != 0 && row->add != add_sgf;
    has |= has_values(game) || loses_komi ? HOLDS_VALUES : 0;
    lost |= holds_names(row, game) ? 0 : HOLDS_NAMES;
    lost |= (row->holds & HOLDS_RESULTS) && !holds_result(row, reading) ? HOLDS_RESULTS : 0;
    for (size_t at = 0; tags_next(&reading->tags, &at, &tag);) {
        const bool is_comment = strcmp(tag.name, "comment") == 0;
        if (variation_is(&tag)) {
            has |= HOLDS_VARIATIONS;
            lost |= tag.ply > game->n_played ? HOLDS_VARIATIONS : 0;
            continue;
        }
        if (is_comment && tag.ply > 0)
            has |= HOLDS_COMMENTS;
        if (is_comment && !holds_comment(row, reading, &tag))
            lost |= HOLDS_COMMENTS;
        if ((!is_comment || tag.ply == 0) && (!(row->holds & HOLDS_TAGS) || !holds_tag(row, &tag)))
            lost |= HOLDS_TAGS;
        if (!holds_value(row, tag.value) && !(is_comment && row->add == add_pgn))
            lost |= HOLDS_TAGS;
    }
    return lost | (has & ~row->holds);
}

void writer_add_losses(const struct writer_row *row, const struct reading *reading,
                       struct strbuf *out)
{
    const unsigned lost = writer_losses(row, reading);
    const char *before = "left out: ";
    for (int bit = 0; bit < N_HOLDS; bit++)
        if (lost >> bit & 1) {
            strbuf_addf(out, "%s%s", before, writer_loss_name(bit));
            before = ", ";
        }
}

const char *writer_loss_name(int bit)
{
    static const char *const names[N_HOLDS] = {"moves", "names", "results",
                                               "scores", "values", "comments", "tags",
                                               "the last pass", "variations"};
    return names[bit];
}

bool writer_add(const struct writer_row *row, struct strbuf *out, const struct reading *reading,
                struct reason *reason)
{
    assert(row && reading->game.n_played >= 0 && reading->game.n_played <= OFL_MAX_PLIES);
    if (row->is_binary)
        return reason_set(reason, "%s is written by 'outflank convert'", row->what);
    const struct ofl_variant variant = reading->game.variant;
    if (variant.holes && (row->add != ggf_add || variant_size(variant) == 8))
        return reason_set(reason, "%s holds no such board: ggf takes 6x6 and 4x4", row->name);
    if (variant.fewer_wins && row->add != ggf_add && !tags_find(&reading->tags, 0, "type"))
        return reason_set(reason, "%s does not say that fewer discs win: ggf does", row->name);
    if (row->add == logbook_add && (writer_has_own_start(reading) || !reading->game.n_played))
        return reason_set(reason, "a logbook holds moves from the usual start only");
    if (!row->add(out, reading))
        return reason_set(reason, "out of memory");
    strbuf_add(out, "\n");
    return !out->is_failed || reason_set(reason, "out of memory");
}
