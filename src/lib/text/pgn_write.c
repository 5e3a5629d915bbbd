/* text/pgn_write.c - writes a record in the Portable Game Notation.
 *
 * The seven tags of the standard come first. Results are discs, black's first, as PlayOK and files
 * made from WTHOR have them; where the discs are not known, those of chess. */
#include "text/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "text/fen.h"
#include "text/result.h"
#include "text/tag_names.h"
#include "text/variations.h"

static void add_tag(struct strbuf *out, const char *name, const char *value)
{
    strbuf_addf(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            strbuf_add(out, "\\");
        strbuf_add_bytes(out, value, 1);
    }
    strbuf_add(out, "\"]\n");
}

static const char *or_unknown(const char *value) { return value && *value ? value : "?"; }

/* "37-27" if that is whole discs, "1-0" if the winner is known, else "*". */
static const char *result_text(const struct reading *reading, char out[32])
{
    const struct result result = result_of(reading);
    const ofl_board board = reading->game.position.board;
    const int sign = reading->game.position.turn == OFL_BLACK ? 1 : -1;
    const double d = result.difference;
    if (!result.is_known)
        return "*";
    if (result.has_difference && ofl_is_over(board) && d == sign * ofl_score(board, OFL_SCORE_RAW)) {
        const int player = bit_count(board.player), opponent = bit_count(board.opponent);
        if (player + opponent == 64 || d != sign * ofl_score(board, OFL_SCORE_TOURNAMENT)) {
            snprintf(out, 32, "%d-%d", sign > 0 ? player : opponent, sign > 0 ? opponent : player);
            return out;
        }
    }
    if (!result.has_difference || fmod(d, 2) != 0 || fabs(d) > 64)
        return d > 0 ? "1-0" : d < 0 ? "0-1" : "1/2-1/2";
    snprintf(out, 32, "%d-%d", 32 + (int)d / 2, 32 - (int)d / 2);
    return out;
}

static bool is_usual_start(ofl_position start)
{
    const ofl_position usual = ofl_position_start();
    return start.turn == usual.turn && start.board.player == usual.board.player &&
           start.board.opponent == usual.board.opponent;
}

static void add_tags(struct strbuf *out, const struct reading *reading)
{
    const struct result result = result_of(reading);
    struct tag tag;
    char own[TAG_NAME];
    for (size_t at = 0; tags_next(&reading->tags, &at, &tag);)
        if (tag.ply == 0 && strcmp(tag.name, "event") && strcmp(tag.name, "round") &&
            strcmp(tag.name, "comment") && strcmp(tag.name, "winner") &&
            strcmp(tag.name, "termination") && tag_name_write(TAG_PGN, tag.name, own))
            add_tag(out, own, tag.value);
    /* Half discs of komi. */
    if (result.has_difference && reading->game.result[0] &&
        (fmod(result.difference, 2) != 0 || fabs(result.difference) > 64))
        add_tag(out, "GGF_RE", reading->game.result);
    const char *ending = tags_find(&reading->tags, 0, "termination");
    if (ending || result.ending)
        add_tag(out, "Termination", ending ? ending : result_ending_name(result.ending));
}

/* Words go to the next line before column 80. */
static void add_word(struct strbuf *out, size_t *column, const char *word)
{
    const size_t n = strlen(word);
    const bool wraps = *column + 1 + n > 79;
    if (*column)
        strbuf_add(out, wraps ? "\n" : " ");
    *column = wraps || !*column ? n : *column + 1 + n;
    strbuf_add(out, word);
}

/* A '}' would end it. */
static void add_comment(struct strbuf *out, size_t *column, const char *comment)
{
    if (!comment)
        return;
    strbuf_add(out, *column ? " {" : "{");
    for (; *comment; comment++)
        strbuf_add_bytes(out, *comment == '}' ? ")" : comment, 1);
    strbuf_add(out, "}");
    *column = 80;
}

static void add_moves(struct strbuf *out, const struct reading *reading, const char *result)
{
    const struct ofl_game *game = &reading->game;
    size_t column = 0;
    const int first = game->start.turn != OFL_BLACK;
    add_comment(out, &column, tags_find(&reading->tags, 0, "comment"));
    for (int i = 0; i < game->n_played; i++) {
        char word[16], name[8];
        const int ply = i + first;
        if (ply % 2 == 0 || i == 0) {
            snprintf(word, sizeof word, "%d.%s", ply / 2 + 1, ply % 2 ? ".." : "");
            add_word(out, &column, word);
        }
        const int move = game->moves[i].move;
        add_word(out, &column, move == OFL_PASS ? "--" : ofl_move_to_text(move, false, name));
        add_comment(out, &column, tags_find(&reading->tags, i + 1, "comment"));
        struct tag tag;
        for (size_t at = 0; tags_next(&reading->tags, &at, &tag);)
            if (tag.ply == i + 1 && variation_is(&tag)) {
                strbuf_addf(out, " (%s)", tag.value);
                column = 80;
            }
    }
    add_word(out, &column, result);
    strbuf_add(out, "\n");
}

void pgn_add(struct strbuf *out, const struct reading *reading)
{
    const struct ofl_game *game = &reading->game;
    char room[32];
    const char *result = result_text(reading, room);
    add_tag(out, "Event", or_unknown(tags_find(&reading->tags, 0, "event")));
    add_tag(out, "Site", or_unknown(game->place));
    add_tag(out, "Date", game->date[0] ? game->date : "????.??.??");
    add_tag(out, "Round", or_unknown(tags_find(&reading->tags, 0, "round")));
    add_tag(out, "Black", or_unknown(game->black));
    add_tag(out, "White", or_unknown(game->white));
    add_tag(out, "Result", result);
    if (!is_usual_start(game->start)) {
        struct strbuf fen = {0};
        fen_add(&fen, FEN_FROM_8, game->start);
        add_tag(out, "SetUp", "1");
        add_tag(out, "FEN", fen.data ? fen.data : "?");
        strbuf_free(&fen);
    }
    add_tags(out, reading);
    strbuf_add(out, "\n");
    add_moves(out, reading, result);
}
