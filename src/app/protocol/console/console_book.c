/* protocol/console/console_book.c - console commands about the opening book. */
#include "protocol/console/console_state.h"
#include "protocol/show_book.h"

static bool learn(struct console *console)
{
    if (!console_may_use_files(console))
        return false;
    if (!session_learn(console->session, &console->game))
        return console_fail(console, ".");
    strbuf_add(console_out(console), "The book has learned the game.\n");
    return true;
}

static bool do_book(void *state, const struct command_call *call)
{
    struct console *console = state;
    ofl_engine *engine = console->session->engine;
    struct ofl_book_answer answer;
    struct ofl_book_error error;
    ofl_book *book = ofl_engine_book(engine);
    if (call->n_args && !word_is_any_case(call->args[0], "learn"))
        return console_fail(console, "'book' shows what the book says here, 'book learn' adds the "
                                     "game to it; 'option book FILE' opens one.");
    if (!book)
        return console_fail(console, "There is no book; 'option book FILE' opens one.");
    if (call->n_args)
        return learn(console);
    const int found = ofl_book_ask(book, console->game.position.board, &answer, &error);
    if (found < 0)
        return console_fail(console, "%s.", error.text);
    show_book_head(console_out(console), engine);
    if (!found)
        return console_fail(console, "This position is not in the book.");
    show_book_lines(console_out(console), &answer, ofl_count_empties(console->game.position.board),
                    false);
    return true;
}

const struct command console_book_commands[] = {
    {{"book"}, 0, 1, do_book, "[learn]", "what the opening book says of the position; learn: add the game to it"},
    COMMAND_END,
};
