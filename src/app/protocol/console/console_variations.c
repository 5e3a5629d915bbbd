/* protocol/console/console_variations.c - comments, and moves beside those of the game.
 *
 * They are tags of the record that the session keeps (session_keep()). Whoever plays a variation leaves
 * the game, which stays in the record; "leave" goes back to it. */
#include "protocol/console/console_state.h"

#include <string.h>

#include "text/format.h"
#include "text/variations.h"

/* The record whose moves begin as the game does; NULL: they part. */
static struct reading *record_of(struct console *console)
{
    struct reading *const record = &console->session->record;
    return reading_common(&record->game, &console->game) == console->game.n_played ? record : NULL;
}

/* The same; a record of the game in work where there is none. */
static struct reading *keep_record(struct console *console)
{
    struct reading now;
    if (!record_of(console)) {
        session_record(console->session, &console->game, &now);
        console->session->record = now;
    }
    return &console->session->record;
}

static void drop_comment(struct tags *tags, int ply)
{
    struct tag tag;
    for (size_t at = 0; tags_next(tags, &at, &tag);)
        if (tag.ply == ply && strcmp(tag.name, "comment") == 0) {
            tags_drop(tags, &tag);
            return;
        }
}

static bool do_comment(void *state, const struct command_call *call)
{
    struct console *console = state;
    const int ply = console->game.n_played;
    const bool is_off = call->n_args == 1 && word_is_any_case(call->args[0], "off");
    struct tags *const tags = call->n_args || record_of(console) ? &keep_record(console)->tags : NULL;
    if (call->n_args)
        drop_comment(tags, ply);
    if (call->n_args && !is_off && !tags_add(tags, ply, "comment", call->rest.text, call->rest.length))
        return console_fail(console, "The comment is longer than there is room for, and is cut.");
    const char *const comment = tags ? tags_find(tags, ply, "comment") : NULL;
    strbuf_addf(console_out(console), "%s%s\n", comment ? "Comment: " : "No comment.", comment ? comment : "");
    return true;
}

static bool do_variations(void *state, const struct command_call *call)
{
    struct console *console = state;
    const struct reading *const record = &console->session->record;
    struct tag tag;
    int n = 0;
    while (reading_common(&record->game, &console->game) >= 0 && variation_find(&record->tags, n + 1, &tag))
        strbuf_addf(console_out(console), "%2d  for move %d: %s\n", ++n, tag.ply, tag.value);
    if (!n)
        strbuf_add(console_out(console), "The game has no variations.\n");
    return true;
}

/* The game that the variation makes of that of the record. */
static struct ofl_game game_of(const struct reading *record, const struct tag *tag)
{
    struct ofl_game game = record->game;
    game.result[0] = '\0';
    while (game.n_played >= tag->ply)
        ofl_game_undo(&game);
    ofl_game_add_transcript(&game, tag->value, strlen(tag->value), NULL);
    return game;
}

static void show_game(struct console *console, const struct ofl_game *game)
{
    console_play_on(console);
    console->game = *game;
    console_show(console);
}

/* A number of "variations". */
static bool find(struct console *console, struct word number, struct tag *tag)
{
    int64_t n;
    const struct reading *const record = &console->session->record;
    return console_read_int(console, number, "The number of the variation", 1, TAGS_SIZE, &n) &&
           ((reading_common(&record->game, &console->game) >= 0 && variation_find(&record->tags, (int)n, tag)) ||
            console_fail(console, "The game has no variation %d; 'variations' lists them.", (int)n));
}

static bool do_variation(void *state, const struct command_call *call)
{
    struct console *console = state;
    struct tag tag;
    const bool deletes = call->n_args == 2 && word_is_any_case(call->args[0], "delete");
    if (deletes || (call->n_args == 1 && word_to_int(call->args[0], 0, INT32_MAX, &(int64_t){0}))) {
        if (!find(console, call->args[call->n_args - 1], &tag))
            return false;
        const struct ofl_game game = game_of(&console->session->record, &tag);
        if (!deletes)
            show_game(console, &game);
        else
            tags_drop(&console->session->record.tags, &tag);
        strbuf_add(console_out(console), deletes ? "Deleted.\n" : "'leave' goes back to the game.\n");
        return true;
    }
    struct reading *const record = keep_record(console);
    const struct text moves = text_of(call->rest.text, call->rest.length);
    if (!transcript_keep_variation(&record->game, console->game.n_played, moves, &record->tags))
        return console_fail(console, "Expected a number of 'variations', 'delete' and a number, or moves that "
                                     "might be played in place of the last one.");
    console_board_add_beside(console_out(console), record, &console->game);
    return true;
}

/* Moves that no variation has become one; those that go on where one ends are added to it. False: there is
 * no room. */
static bool keep_moves(struct reading *record, const struct ofl_game *game, int n_common)
{
    struct strbuf line = {0};
    struct tag tag;
    bool goes_on = false;
    int n_there = n_common;
    for (int n = 1; !goes_on && variation_find(&record->tags, n, &tag); n++) {
        const struct ofl_game other = game_of(record, &tag);
        const int n_same = reading_common(&other, game);
        if (tag.ply == n_common + 1 && n_same == game->n_played)
            return true;
        goes_on = tag.ply == n_common + 1 && n_same == other.n_played;
        n_there = goes_on ? n_same : n_there;
    }
    if (goes_on)
        strbuf_add(&line, tag.value);
    variation_add_moves(&line, game, n_there);
    const bool is_kept = tags_add(&record->tags, n_common + 1, "variation", line.data, line.length);
    if (goes_on && is_kept)
        tags_drop(&record->tags, &tag);
    strbuf_free(&line);
    return is_kept;
}

static bool do_leave(void *state, const struct command_call *call)
{
    struct console *console = state;
    struct reading *const record = &console->session->record;
    const int n_common = reading_common(&record->game, &console->game);
    if (n_common < 0 || n_common == console->game.n_played || n_common == record->game.n_played)
        return console_fail(console, "These are the moves of the game.");
    if (!keep_moves(record, &console->game, n_common))
        return console_fail(console, "The record has no room for these moves.");
    struct ofl_game game = record->game;
    while (game.n_played > n_common)
        ofl_game_undo(&game);
    game.result[0] = '\0';
    show_game(console, &game);
    return true;
}

const struct command console_variations_commands[] = {
    {{"comment"}, 0, COMMAND_ANY, do_comment, "[TEXT | off]", "the comment of the last move"},
    {{"variations"}, 0, 0, do_variations, "", "the moves that the game has beside those that were played"},
    {{"variation"}, 1, COMMAND_ANY, do_variation, "N | delete N | MOVES",
     "play variation N; delete it; add moves that might be played in place of the last one"},
    {{"leave"}, 0, 0, do_leave, "", "go back to the game from other moves, which become a variation"},
    COMMAND_END,
};
