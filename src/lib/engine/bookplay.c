/* engine/bookplay.c - see bookplay.h. */
#include "engine/bookplay.h"

#include <stdlib.h>
#include <string.h>

#include "base/visible.h"
#include "book/ask.h"
#include "book/forced.h"
#include "engine/play_numbers.h"

static void close_book(struct bookplay *play)
{
    ofl_book_close(play->book);
    play->book = NULL;
}

void bookplay_finish(struct bookplay *play)
{
    close_book(play);
    book_forced_free(play->forced);
    free(play->book_name);
    free(play->forced_name);
    *play = (struct bookplay){0};
}

static bool open_book(const char *name, ofl_book **book, struct reason *reason)
{
    struct ofl_book_error error;
    *book = ofl_book_open(name, &error);
    return *book || reason_set(reason, "book %s", error.text);
}

static bool is_none(const char *name) { return !*name || strcmp(name, "none") == 0; }

static bool copy_name(const char *name, char **copy, struct reason *reason)
{
    *copy = is_none(name) ? NULL : strdup(name);
    return *copy || is_none(name) || reason_set(reason, "no memory for a file name");
}

bool bookplay_set_book(struct bookplay *play, const char *name, struct reason *reason)
{
    ofl_book *book = NULL;
    struct reason ignored; /* what is damaged is told of where it is asked */
    char *copy;
    if (!copy_name(name, &copy, reason))
        return false;
    if (copy && !open_book(name, &book, reason)) {
        free(copy);
        return false;
    }
    close_book(play);
    free(play->book_name);
    play->book = book;
    play->book_name = copy;
    play->problem.text[0] = '\0';
    play->is_waiting = false;
    if (book && book_ask_has_values(book, &ignored) == 0)
        reason_set(&play->problem, "book %s: no position has a value yet, so that it gives no "
                   "moves; \"outflank book grow\" searches them", visible(name).text);
    return true;
}

bool bookplay_set_lines(struct bookplay *play, const char *name, struct reason *reason)
{
    struct book_forced *forced = NULL;
    char *copy;
    if (!copy_name(name, &copy, reason))
        return false;
    if (copy && !book_forced_open(name, &forced, reason)) {
        free(copy);
        return reason_put_before(reason, "book-lines ");
    }
    book_forced_free(play->forced);
    free(play->forced_name);
    play->forced = forced;
    play->forced_name = copy;
    return true;
}

/* ---- the seed ---- */

void bookplay_set_seed(struct bookplay *play, uint64_t seed)
{
    play->seed = seed;
    play->is_seed_used = false;
}

void bookplay_new_game(struct bookplay *play)
{
    if (play->is_seed_used)
        bookplay_set_seed(play, rng_seed_after(play->seed));
}

struct rng bookplay_rng(struct bookplay *play, ofl_board board)
{
    if (!play->seed)
        play->seed = rng_fresh_seed();
    play->is_seed_used = true;
    struct rng rng = rng_seeded(play->seed);
    rng.state = rng_next(&rng) ^ board.player;
    rng.state = rng_next(&rng) ^ board.opponent;
    rng_next(&rng);
    return rng;
}

/* ---- the book ---- */

/* How far the book looks ahead: along the line, which ends one move behind its last search, and by
 * that search. */
static int reach_of(const struct ofl_line *line)
{
    int plies = 0;
    for (int i = 0; i < line->pv_length; i++)
        plies += line->pv[i] != OFL_PASS;
    return line->depth + (plies ? plies - 1 : 0);
}

static bool is_trusted(const struct ofl_line *line, int least_depth)
{
    return line->solved || reach_of(line) >= least_depth || line->source == OFL_FROM_BOOK_PERSON;
}

static void drop_shallow(struct ofl_book_answer *answer, int least_depth)
{
    int n = 0, best_dropped = INT16_MIN;
    for (int i = 0; i < answer->n_lines; i++) {
        if (!is_trusted(&answer->lines[i], least_depth)) {
            if (answer->lines[i].score > best_dropped)
                best_dropped = answer->lines[i].score;
            continue;
        }
        answer->lines[n] = answer->lines[i];
        answer->n_games[n++] = answer->n_games[i];
    }
    answer->n_lines = n;
    if (!n || (best_dropped > answer->lines[0].score - BOOK_NEAR_CD &&
               answer->lines[0].score < answer->high))
        answer->is_complete = false;
}

/* A proof tells by how much a game is won if empties count; by raw scores it may be less. */
static void take_proofs_away(struct ofl_book_answer *answer)
{
    for (int i = 0; i < answer->n_lines; i++) {
        answer->is_complete &= !answer->lines[i].solved;
        answer->lines[i].solved = false;
        answer->lines[i].bound = OFL_BOUND_ESTIMATE;
    }
    answer->low = -6400;
    answer->high = 6400;
}

/* A book that is being loaded is asked again; any other failure closes it. */
static void tell_failure(struct bookplay *play, const struct reason *reason)
{
    const bool is_waiting = reason->kind == REASON_LATER;
    if (!is_waiting || !play->is_waiting)
        reason_set(&play->problem, "%s; the game goes on without a book%s", reason->text,
                   is_waiting ? " until then" : "");
    play->is_waiting = is_waiting;
    if (!is_waiting)
        close_book(play);
}

int bookplay_ask(struct bookplay *play, ofl_board board, int least_depth,
                 struct ofl_book_answer *answer)
{
    struct reason reason;
    if (!play->book)
        return 0;
    const int found = book_ask_lines(play->book, board, answer, &reason);
    if (found < 0) {
        tell_failure(play, &reason);
        return 0;
    }
    play->is_waiting = false;
    if (play->is_raw)
        take_proofs_away(answer);
    drop_shallow(answer, least_depth);
    return found && answer->n_lines;
}

bool bookplay_is_forced(const struct bookplay *play, ofl_board board)
{
    return play->forced && book_forced_knows(play->forced, board);
}

int bookplay_forced(struct bookplay *play, ofl_board board)
{
    if (!bookplay_is_forced(play, board))
        return OFL_NO_MOVE;
    struct rng rng = bookplay_rng(play, board);
    return book_forced_choose(play->forced, board, &rng);
}

/* What the moves of the side to move have lost up to now. A greater loss than the variety in one
 * move was not its work. */
static int loss_of_game(struct bookplay *play, const struct ofl_game *game)
{
    struct ofl_book_answer answer;
    ofl_position position = game->start;
    int sum = 0;
    for (int ply = 0; ply < game->n_played; ply++) {
        const int move = game->moves[ply].move;
        if (position.turn == game->position.turn && move != OFL_PASS &&
            book_ask_scores(play->book, position.board, &answer, NULL) > 0) {
            const int loss = book_choose_loss(&answer, &play->style, move);
            sum += loss <= play->style.variety_cd ? loss : 0;
        }
        position.board = ofl_play(position.board, move);
        position.turn = position.turn == OFL_BLACK ? OFL_WHITE : OFL_BLACK;
    }
    return sum;
}

int bookplay_left(struct bookplay *play, const struct ofl_game *game, double spent_cd)
{
    int left = play->style.variety_cd;
    if (left > 0)
        left -= (int)spent_cd + (play->book ? loss_of_game(play, game) : 0);
    return left > 0 ? left : 0;
}

int bookplay_choose(struct bookplay *play, const struct ofl_game *game, int left_cd,
                    const struct ofl_book_answer *answer)
{
    struct book_style style = play->style;
    style.variety_cd = left_cd;
    const bool was_used = play->is_seed_used;
    struct rng rng = bookplay_rng(play, game->position.board);
    const uint64_t state = rng.state;
    const int index = book_choose(answer, &style, &rng);
    play->is_seed_used = was_used || rng.state != state;
    return index;
}
