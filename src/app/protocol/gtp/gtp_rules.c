/* protocol/gtp/gtp_rules.c - GTP commands that describe the game: showboard, the
 * score, SGF files and the gogui-* commands by which GoGui learns the rules. */
#include "protocol/gtp/gtp_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bits.h"
#include "text/reader.h"
#include "protocol/small_file.h"
#include "protocol/load.h"
#include "protocol/save.h"

static bool do_showboard(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    strbuf_add(gtp_reply(gtp), "\n");
    show_board(gtp_reply(gtp), gtp->game.position, '.', NULL);
    return true;
}

/* Discs with as many decimals as they need: 57.5. */
static void add_discs(struct strbuf *text, int64_t discs_cd)
{
    const int decimals = discs_cd % 100 == 0 ? 0 : discs_cd % 10 == 0 ? 1 : 2;
    static const int64_t units[] = {100, 10, 1};
    strbuf_add_decimal(text, discs_cd / units[decimals], decimals, false);
}

/* "B+57.5", "0": with the komi, of a finished game. */
static void add_final_score(struct gtp *gtp)
{
    const enum ofl_score_rule rule = session_score_rule(gtp->session);
    int64_t score = 100 * (int64_t)show_difference(gtp->game.position, rule) - gtp->komi_cd;
    if (score)
        strbuf_add(gtp_reply(gtp), score > 0 ? "B+" : "W+");
    add_discs(gtp_reply(gtp), score > 0 ? score : -score);
}

static bool do_final_score(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    if (!ofl_is_over(gtp->game.position.board))
        return gtp_fail(gtp, "cannot score: the game is not over");
    add_final_score(gtp);
    return true;
}

static bool do_list_games(void *state, const struct command_call *call)
{
    return gtp_say(state, "Othello");
}

static bool do_set_game(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    if (!word_is_any_case(call->args[0], "Othello") &&
        !word_is_any_case(call->args[0], "Reversi"))
        return gtp_fail(gtp, "unknown game: only Othello is played");
    return true;
}

static bool do_board_size(void *state, const struct command_call *call)
{
    return gtp_say(state, "8");
}

/* Rows from 8 to 1, because GoGui counts rows from below. */
static bool do_rules_board(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    uint64_t black = show_discs(gtp->game.position, OFL_BLACK);
    uint64_t white = show_discs(gtp->game.position, OFL_WHITE);
    char text[8 * 16 + 1];
    size_t n = 0;
    for (int row = 7; row >= 0; row--)
        for (int column = 0; column < 8; column++) {
            uint64_t bit = bit_of(8 * row + column);
            text[n++] = black & bit ? 'X' : white & bit ? 'O' : '.';
            text[n++] = column == 7 ? '\n' : ' ';
        }
    strbuf_add_bytes(gtp_reply(gtp), text, n);
    return true;
}

/* In upper case, which GoGui needs; nothing at all when the game is over. */
static bool do_legal_moves(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    ofl_board board = gtp->game.position.board;
    if (ofl_is_legal(board, OFL_PASS))
        show_move(gtp_reply(gtp), OFL_PASS, true);
    const char *separator = "";
    for (uint64_t left = ofl_legal_moves(board); left; left = bit_drop(left)) {
        strbuf_add(gtp_reply(gtp), separator);
        show_move(gtp_reply(gtp), bit_first(left), true);
        separator = " ";
    }
    return true;
}

static bool do_side_to_move(void *state, const struct command_call *call)
{
    return gtp_say(state, show_color(((struct gtp *)state)->game.position.turn));
}

static bool do_final_result(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    if (!ofl_is_over(gtp->game.position.board))
        return gtp_fail(gtp, "the game is not over");
    show_result(gtp_reply(gtp), gtp->game.position, session_score_rule(gtp->session));
    if (gtp->komi_cd) {
        strbuf_add(gtp_reply(gtp), "; with komi ");
        add_discs(gtp_reply(gtp), gtp->komi_cd);
        strbuf_add(gtp_reply(gtp), ": ");
        add_final_score(gtp);
    }
    return true;
}

/* The game up to before its move `number`, counted as the file has them, and whose turn it is. */
static void take_game(struct gtp *gtp, const struct reading *reading, int64_t number)
{
    struct ofl_game *game = &gtp->game;
    const bool had_komi = gtp->session->record.game.komi != 0; /* it goes with its record */
    gtp_start_game(gtp, reading->game.start);
    session_keep(gtp->session, reading, game);
    while (reader_count_written(game, game->n_played) >= number)
        ofl_game_undo(game);
    if (game->komi != 0 || had_komi)
        gtp_set_komi(gtp, (int64_t)round(100 * game->komi));
    for (int i = 0; i < game->n_known; i++)
        gtp->is_inserted[i] = game->moves[i].is_implied;
    strbuf_add(gtp_reply(gtp), show_color(game->position.turn));
    if (reading->note.text[0])
        strbuf_addf(gtp_reply(gtp), "\n%s", reading->note.text);
}

static bool do_loadsgf(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    int64_t number = OFL_MAX_PLIES, game = LOAD_ANY;
    if (!gtp->session->config->allow_files)
        return gtp_fail(gtp, "cannot load file: files are only read with --allow-files");
    char name[FILE_NAME_SIZE];
    struct word rest = call->rest, path = file_take_name(&rest, name);
    if (file_has_open_quote(path))
        return gtp_fail(gtp, "cannot load file: the quote of its name is not closed");
    struct word numbers[2] = {0};
    if (word_split(rest.text, rest.length, numbers, 2) > 2)
        return gtp_fail(gtp, "expected FILE, MOVE and GAME, found more");
    if ((numbers[0].length &&
         !gtp_read_int(gtp, numbers[0], "the move number", 1, OFL_MAX_PLIES, &number)) ||
        (numbers[1].length &&
         !gtp_read_int(gtp, numbers[1], "the number of the game", -INT32_MAX, INT32_MAX, &game)))
        return false;
    struct file_text file;
    struct strbuf reason = {0};
    if (!file_read(path, FILE_CONFINED, &file, &reason)) {
        gtp_fail(gtp, "cannot load file: %s", reason.data ? reason.data : "no memory");
        strbuf_free(&reason);
        return false;
    }
    strbuf_free(&reason);
    struct reading reading;
    struct ofl_text_error error;
    const bool is_ok = load_game(&file, game, false, "loadsgf FILE MOVE GAME", &reading, &error);
    free(file.data);
    if (!is_ok)
        return gtp_fail(gtp, "cannot load file: line %zu, column %zu: %s", error.line,
                        error.column, error.text);
    take_game(gtp, &reading, number);
    return true;
}

/* The file of printsgf or x-save. */
static bool save_file(struct gtp *gtp, struct word rest)
{
    if (!gtp->session->config->allow_files)
        return gtp_fail(gtp, "cannot save file: files are only written with --allow-files");
    char name[FILE_NAME_SIZE];
    struct strbuf said = {0};
    const struct ofl_game game = gtp_game_with_komi(gtp);
    const bool is_saved = save_game(gtp->session, file_whole_name(rest, name), FILE_CONFINED, &game,
                                    &said);
    if (!is_saved)
        gtp_fail(gtp, "cannot save file: %s", said.data ? said.data : "no memory");
    else
        strbuf_add_bytes(gtp_reply(gtp), said.data, said.length);
    strbuf_free(&said);
    return is_saved;
}

static bool do_save(void *state, const struct command_call *call)
{
    return save_file(state, call->rest);
}

bool gtp_add_game(struct gtp *gtp, const char *format)
{
    struct strbuf said = {0};
    const struct ofl_game game = gtp_game_with_komi(gtp);
    const bool is_made = save_add(gtp->session, format, &game, gtp_reply(gtp), &said);
    if (is_made && said.length)
        fprintf(stderr, "outflank: %s: %s\n", format, said.data);
    strbuf_free(&said);
    return is_made || gtp_fail(gtp, "no memory");
}

/* GTP: into a file, or as the reply. */
static bool do_printsgf(void *state, const struct command_call *call)
{
    return call->rest.length ? save_file(state, call->rest) : gtp_add_game(state, "sgf");
}

const struct command gtp_rules_commands[] = {
    {{"showboard"}, 0, 0, do_showboard, "", "the board"},
    {{"final_score"}, 0, 0, do_final_score, "", "the score of a finished game"},
    {{"loadsgf"}, 1, COMMAND_ANY, do_loadsgf, "FILE [MOVE [GAME]]",
     "load a game in any format, up to before its move number MOVE"},
    {{"printsgf"}, 0, COMMAND_ANY, do_printsgf, "[FILE]", "the game as SGF, or into a file"},
    {{"x-save"}, 1, COMMAND_ANY, do_save, "FILE", "save the game in the format that the name ends in"},
    {{"list_games"}, 0, 0, do_list_games, "", "the games that can be played"},
    {{"set_game"}, 1, 1, do_set_game, "Othello", "choose the game"},
    {{"gogui-rules_game_id"}, 0, 0, do_list_games, "", "the name of the game"},
    {{"gogui-rules_board"}, 0, 0, do_rules_board, "", "the board, row 8 first"},
    {{"gogui-rules_board_size"}, 0, 0, do_board_size, "", "8"},
    {{"gogui-rules_legal_moves"}, 0, 0, do_legal_moves, "", "the legal moves, in upper case"},
    {{"gogui-rules_side_to_move"}, 0, 0, do_side_to_move, "", "black or white"},
    {{"gogui-rules_final_result"}, 0, 0, do_final_result, "", "the result in words"},
    COMMAND_END,
};
