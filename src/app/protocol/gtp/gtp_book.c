/* protocol/gtp/gtp_book.c - GTP commands about the opening book. */
#include "protocol/gtp/gtp_state.h"
#include "protocol/show_book.h"

/* x-book [info|learn] */
static bool do_book(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    ofl_engine *engine = gtp->session->engine;
    const ofl_board board = gtp->game.position.board;
    struct ofl_book_answer answer;
    struct ofl_book_error error;
    ofl_book *book = ofl_engine_book(engine);
    const bool is_info = call->n_args && word_is(call->args[0], "info");
    const bool is_learn = call->n_args && word_is(call->args[0], "learn");
    if (call->n_args && !is_info && !is_learn)
        return gtp_fail(gtp, "syntax error: expected info, learn or nothing");
    if (!book)
        return gtp_fail(gtp, "there is no book");
    if (is_learn && !gtp->session->config->allow_files)
        return gtp_fail(gtp, "learning changes a file: start with --allow-files");
    if (is_learn)
        return session_learn(gtp->session, &gtp->game);
    if (is_info) {
        show_book_head(gtp_reply(gtp), engine);
        return true;
    }
    const int found = ofl_book_ask(book, board, &answer, &error);
    if (found < 0)
        return gtp_fail(gtp, "%s", error.text);
    if (found)
        show_book_lines(gtp_reply(gtp), &answer, ofl_count_empties(board),
                        gtp->session->config->has_upper_case);
    return true;
}

const struct command gtp_book_commands[] = {
    {{"x-book"}, 0, 1, do_book, "[info|learn]",
     "the book moves here: score, source, depth, games, line; the book itself; learn the game"},
    COMMAND_END,
};
