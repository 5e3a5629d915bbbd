/* text/sgf_write.c - writes a record in the Smart Game Format. */
#include "text/format.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "text/result.h"
#include "text/tag_names.h"
#include "text/variations.h"

static double komi_of(const struct ofl_game *game) { return isfinite(game->komi) ? game->komi : 0; }

static void add_komi(struct strbuf *out, const struct ofl_game *game)
{
    const long long hundredths = llround(100 * komi_of(game));
    if (!hundredths)
        return;
    strbuf_add(out, "KM[");
    strbuf_add_decimal(out, hundredths % 10 ? hundredths : hundredths / 10, hundredths % 10 ? 2 : 1, false);
    strbuf_add(out, "]");
}

/* A backslash keeps what would end the value. */
static void add_bytes(struct strbuf *out, const char *name, const char *value, size_t length)
{
    strbuf_addf(out, "%s[", name);
    for (const char *at = value; at < value + length; at++) {
        if (*at == ']' || *at == '\\')
            strbuf_add(out, "\\");
        strbuf_add_bytes(out, at, 1);
    }
    strbuf_add(out, "]");
}

static void add_property(struct strbuf *out, const char *name, const char *value)
{
    if (value && *value)
        add_bytes(out, name, value, strlen(value));
}

static void add_square(struct strbuf *out, int square)
{
    const char name[] = {'[', (char)('a' + square % 8), (char)('a' + square / 8), ']'};
    strbuf_add_bytes(out, name, sizeof name);
}

/* "B+10", "W+R", "0". */
static void add_result(struct strbuf *out, const struct reading *reading)
{
    struct result result = result_of(reading);
    if (!result.is_known)
        return;
    if (result.is_counted)
        result.difference -= komi_of(&reading->game);
    const char *winner = result.difference > 0 ? "B+" : result.difference < 0 ? "W+" : "";
    strbuf_addf(out, "RE[%s", winner);
    const long long hundredths = llround(fabs(result.difference) * 100);
    if (!*winner)
        strbuf_add(out, "0");
    else if (!result.has_difference)
        strbuf_add(out, result.ending == 't' ? "T" : result.ending == 'r' ? "R" : result.ending == 'f' ? "F" : "");
    else if (hundredths % 100)
        strbuf_add_decimal(out, hundredths, 2, false);
    else
        strbuf_addf(out, "%lld", hundredths / 100);
    strbuf_add(out, "]");
}

static void add_setup(struct strbuf *out, ofl_position start)
{
    const ofl_position usual = ofl_position_start();
    const bool is_black = start.turn == OFL_BLACK;
    const uint64_t discs[2] = {is_black ? start.board.player : start.board.opponent,
                               is_black ? start.board.opponent : start.board.player};
    static const char *const names[] = {"AB", "AW"};
    if (start.turn == usual.turn && start.board.player == usual.board.player &&
        start.board.opponent == usual.board.opponent)
        return;
    if (!(discs[0] | discs[1]))
        strbuf_add(out, "AE[aa:hh]"); /* without a word on squares it would be the usual start */
    for (int side = 0; side < 2; side++)
        if (discs[side]) {
            strbuf_add(out, names[side]);
            for (uint64_t left = discs[side]; left; left = bit_drop(left))
                add_square(out, bit_first(left));
        }
    strbuf_addf(out, "PL[%c]", is_black ? 'B' : 'W');
}

static void add_tags(struct strbuf *out, const struct tags *tags)
{
    struct tag tag;
    char own[TAG_NAME];
    for (size_t at = 0; tags_next(tags, &at, &tag);)
        if (tag.ply == 0 && tag_name_write(TAG_SGF, tag.name, own))
            add_property(out, own, tag.value);
}

static void add_move(struct strbuf *out, int move, bool is_black)
{
    strbuf_add(out, is_black ? ";B" : ";W");
    if (move == OFL_PASS)
        strbuf_add(out, "[]");
    else
        add_square(out, move);
}

/* Comments and other branches of the move before stand behind it. */
static const char *find_branches(const char *at)
{
    struct variation_part part;
    for (const char *next = at; variation_next(&next, &part); at = next)
        if (part.kind != VARIATION_COMMENT)
            return part.kind == VARIATION_OPEN ? at : NULL;
    return NULL;
}

/* A move with other branches opens one of its own, and they follow where its line ends. No deeper than
 * VARIATION_DEPTH. */
static void add_line(struct strbuf *out, const char *at, bool is_black)
{
    struct { const char *at; bool is_black; } branches[OFL_MAX_PLIES];
    int n = 0;
    bool is_behind_move = false;
    for (struct variation_part part; variation_next(&at, &part) && part.kind != VARIATION_CLOSE;) {
        const char *others = part.kind == VARIATION_MOVE ? find_branches(at) : NULL;
        if (others && n < OFL_MAX_PLIES) {
            strbuf_add(out, "(");
            branches[n].at = others;
            branches[n++].is_black = is_black;
        }
        if (part.kind == VARIATION_OPEN) {
            at = variation_behind(at);
        } else if (part.kind == VARIATION_COMMENT) {
            strbuf_add(out, is_behind_move ? "" : ";");
            add_bytes(out, "C", part.text, part.length);
        } else {
            add_move(out, part.move, is_black);
            is_black = !is_black;
        }
        is_behind_move = part.kind == VARIATION_MOVE;
    }
    while (n-- > 0) {
        struct variation_part part;
        strbuf_add(out, ")");
        for (at = branches[n].at; variation_next(&at, &part) && part.kind == VARIATION_OPEN;
             at = variation_behind(at)) {
            strbuf_add(out, "\n(");
            add_line(out, at, branches[n].is_black);
            strbuf_add(out, ")");
        }
    }
}

static void add_moves(struct strbuf *out, const struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    enum { IN_LINE = 10 };
    struct tag tag;
    bool is_black = game->start.turn == OFL_BLACK;
    for (int i = 0; i < game->n_played; i++, is_black = !is_black) {
        strbuf_add(out, i % IN_LINE == 0 ? "\n" : "");
        strbuf_add(out, tags_find(&reading->tags, i + 1, "variation") ? "(" : "");
        add_move(out, game->moves[i].move, is_black);
        add_property(out, "C", tags_find(&reading->tags, i + 1, "comment"));
    }
    for (int i = game->n_played; i > 0; i--) {
        is_black = !is_black;
        strbuf_add(out, tags_find(&reading->tags, i, "variation") ? ")" : "");
        for (size_t at = 0; tags_next(&reading->tags, &at, &tag);)
            if (tag.ply == i && variation_is(&tag)) {
                strbuf_add(out, "\n(");
                add_line(out, tag.value, is_black);
                strbuf_add(out, ")");
            }
    }
}

void sgf_add(struct strbuf *out, const struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    strbuf_add(out, "(;GM[2]FF[4]CA[UTF-8]AP[Outflank]SZ[8]");
    add_property(out, "PB", game->black);
    add_property(out, "PW", game->white);
    add_property(out, "DT", game->date);
    add_property(out, "PC", game->place);
    add_komi(out, game);
    add_result(out, reading);
    add_tags(out, &reading->tags);
    add_setup(out, game->start);
    add_moves(out, reading);
    strbuf_add(out, ")");
}
