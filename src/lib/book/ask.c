/* book/ask.c - implements the first half of outflank/book.h: opening, closing, asking.
 *
 * The value of a move is that of its child, or of the deviation. Where it comes from is found by
 * following the best moves to the last record: its evidence carried the value up. */
#include "book/ask.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/checksum.h"
#include "book/packed_code.h"
#include "book/packed_record.h"
#include "book/view.h"

struct ofl_book {
    struct book_view *view;
    pthread_mutex_t lock; /* a view of a working book is for one thread at a time */
};

/* A look-up in work. */
struct asking {
    struct book_view *view;
    struct book_place place;      /* of the board whose moves are listed */
    ofl_board board;              /* that board; after the pass, if the side asked for must pass */
    struct book_record record;
    bool is_found;                /* there is a record */
    bool has_child;               /* there is one of the board after a move */
    struct book_moves moves;
    bool wants_lines;
    struct ofl_book_answer *answer;
    struct reason *reason;
};

/* As book_view_get(), but of a packed book without the squares that the deviation excluded. It
 * covers the moves outside all the same: it excluded what the book knows (book/pack.h). */
static int get(const struct asking *asking, ofl_board key, struct book_record *record)
{
    struct packed_entry entry;
    struct packed_book *packed = book_view_packed(asking->view);
    if (!packed)
        return book_view_get(asking->view, key, record, asking->reason);
    const int found = packed_get(packed, key, &entry, asking->reason);
    if (found > 0)
        *record = packed_record_of(&entry);
    return found;
}

/* Games that came to where a move leads. */
static bool count_games(const struct asking *asking, const struct book_child *child,
                        uint32_t *n_games)
{
    struct book_view_games games = {0};
    if (child->kind != BOOK_CHILD_OVER &&
        !book_view_count_games(asking->view, child->board, &games, asking->reason))
        return false;
    *n_games = games.n < UINT32_MAX ? (uint32_t)games.n : UINT32_MAX;
    return true;
}

/* ---- where a value comes from ---- */

static enum ofl_source source_of(const struct book_evidence *evidence)
{
    switch (evidence->source) {
    case BOOK_SOURCE_OWN:
        return OFL_FROM_BOOK;
    case BOOK_SOURCE_HUMAN:
        return OFL_FROM_BOOK_PERSON;
    case BOOK_SOURCE_OTHER:
        return OFL_FROM_BOOK_OTHER;
    default:
        return OFL_FROM_BOOK_PROOF;
    }
}

static void set_evidence(struct ofl_line *line, const struct book_evidence *evidence,
                         int n_empties)
{
    line->source = source_of(evidence);
    line->depth = evidence->depth < n_empties ? evidence->depth : n_empties;
    line->confidence = evidence->confidence;
}

static void set_solved(struct ofl_line *line, int score, int n_empties)
{
    line->score = 100 * score;
    line->solved = true;
    line->bound = OFL_BOUND_EXACT;
    line->confidence = 100;
    line->depth = n_empties;
}

static void add_to_pv(struct ofl_line *line, int move)
{
    if (line->pv_length < OFL_MAX_PV)
        line->pv[line->pv_length++] = (uint8_t)move;
}

/* Goes on with a line from the board after its first move. A record without a legal best move ends
 * it. */
static bool follow(const struct asking *asking, ofl_board board, struct ofl_line *line)
{
    struct book_evidence evidence = {0};
    struct book_record record;
    struct book_place place;
    while (book_key_place(board, &place)) {
        const int found = get(asking, place.key, &record);
        if (found < 0)
            return false;
        if (!found || record.value_cd == BOOK_NO_VALUE)
            break;
        evidence = book_record_evidence(&record);
        if (record.best >= 64 || !ofl_is_legal(place.key, record.best))
            break;
        if (place.is_passed) {
            add_to_pv(line, OFL_PASS);
            board = ofl_swap(board);
        }
        const int square = book_key_square_back(record.best, place.symmetry);
        add_to_pv(line, square);
        board = ofl_play(board, square);
    }
    set_evidence(line, &evidence, ofl_count_empties(asking->board));
    return true;
}

/* ---- the lines ---- */

/* Best first; of equals those that are proved, then the lower square. */
static bool is_before(const struct ofl_line *a, const struct ofl_line *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    return a->solved != b->solved ? a->solved : a->move < b->move;
}

/* The line at `from` goes to `to`, before it; those between move up. */
static void move_line(struct ofl_book_answer *answer, int from, int to)
{
    const struct ofl_line line = answer->lines[from];
    const uint32_t n_games = answer->n_games[from];
    for (; from > to; from--) {
        answer->lines[from] = answer->lines[from - 1];
        answer->n_games[from] = answer->n_games[from - 1];
    }
    answer->lines[to] = line;
    answer->n_games[to] = n_games;
}

static void add_line(struct ofl_book_answer *answer, const struct ofl_line *line, uint32_t n_games)
{
    int to = answer->n_lines++;
    answer->lines[to] = *line;
    answer->n_games[to] = n_games;
    while (to > 0 && !is_before(&answer->lines[to - 1], line))
        to--;
    move_line(answer, answer->n_lines - 1, to);
}

/* A line that begins with `square` of the key, for each image of it. */
static bool add_images(struct asking *asking, int square, const struct ofl_line *start,
                       bool is_child, uint32_t n_games)
{
    uint64_t left = book_key_all_squares(asking->place.key, bit_of(square));
    for (; left; left = bit_drop(left)) {
        struct ofl_line line = *start;
        const int move = book_key_square_back(bit_first(left), asking->place.symmetry);
        line.move = move;
        add_to_pv(&line, move);
        if (is_child && asking->wants_lines &&
            !follow(asking, ofl_play(asking->board, move), &line))
            return false;
        if (start->solved)
            set_solved(&line, start->score / 100, start->depth);
        add_line(asking->answer, &line, n_games);
    }
    return true;
}

/* No move is worth more than the position is proved to be. */
static int cap(const struct asking *asking, int score_cd)
{
    const int high = 100 * asking->record.high;
    return asking->is_found && score_cd > high ? high : score_cd;
}

static bool add_child(struct asking *asking, const struct book_move *move)
{
    const int n_empties = ofl_count_empties(asking->board);
    struct ofl_line line = {.score = cap(asking, move->value_cd), .source = OFL_FROM_BOOK_PROOF};
    uint32_t n_games;
    if (!move->is_known)
        return true;
    if (!count_games(asking, &move->child, &n_games))
        return false;
    asking->has_child |= move->child.kind != BOOK_CHILD_OVER;
    if (move->low == move->high)
        set_solved(&line, move->low, n_empties);
    return add_images(asking, move->square, &line, move->child.kind != BOOK_CHILD_OVER, n_games);
}

static bool add_deviation(struct asking *asking, const struct book_evidence *deviation)
{
    const int n_empties = ofl_count_empties(asking->board);
    struct ofl_line line = {.score = cap(asking, deviation->score_cd)};
    const struct book_child after = book_key_child(asking->place.key, deviation->move);
    uint32_t n_games;
    set_evidence(&line, deviation, n_empties);
    if (book_evidence_is_exact(deviation, n_empties))
        set_solved(&line, deviation->score_cd / 100, n_empties);
    if (!count_games(asking, &after, &n_games))
        return false;
    return add_images(asking, deviation->move, &line, false, n_games);
}

/* If all moves count, the best of them is worth what the position is proved to be worth at least.
 * A line that is proved says what it says. */
static void raise_best(struct ofl_book_answer *answer, int low_cd)
{
    int at = 0;
    if (!answer->n_lines || answer->lines[0].score >= low_cd)
        return;
    while (at < answer->n_lines && answer->lines[at].solved)
        at++;
    if (at == answer->n_lines)
        return;
    move_line(answer, at, 0);
    answer->lines[0].score = low_cd;
}

static bool list_moves(struct asking *asking)
{
    struct ofl_book_answer *answer = asking->answer;
    struct book_evidence deviation;
    for (int i = 0; i < asking->moves.n; i++)
        if (!add_child(asking, &asking->moves.list[i]))
            return false;
    if (!asking->is_found) {
        answer->is_complete = !asking->moves.outside;
        return true;
    }
    const enum book_rest rest =
        book_derive_rest(&asking->record, &asking->moves, &deviation);
    if (rest == BOOK_REST_KNOWN && !add_deviation(asking, &deviation))
        return false;
    answer->is_complete = rest != BOOK_REST_WANTED;
    if (answer->is_complete)
        raise_best(answer, 100 * asking->record.low);
    /* What reaches the upper bound cannot be beaten, whatever the other moves are. */
    answer->is_complete |= answer->n_lines && answer->lines[0].score >= 100 * asking->record.high;
    return true;
}

/* Seen by the side that must pass. */
static bool put_pass_before(const struct asking *asking)
{
    struct ofl_book_answer *answer = asking->answer;
    const struct book_child after = {.kind = BOOK_CHILD_PLAIN, .board = asking->place.key};
    const int low = answer->low;
    struct ofl_line *line = &answer->lines[0];
    answer->score = -answer->score;
    answer->low = -answer->high;
    answer->high = -low;
    if (!answer->n_lines)
        return true;
    answer->n_lines = 1;
    line->move = OFL_PASS;
    line->score = answer->score;
    if (line->pv_length == OFL_MAX_PV)
        line->pv_length--;
    memmove(line->pv + 1, line->pv, (size_t)line->pv_length++);
    line->pv[0] = OFL_PASS;
    return count_games(asking, &after, &answer->n_games[0]);
}

static int ask(struct asking *asking)
{
    struct ofl_book_answer *answer = asking->answer;
    _Static_assert((int)OFL_ROUNDED_GAMES == 2 * PACKED_GAMES_EXACT, "as packed books round");
    answer->is_rounded = book_view_packed(asking->view) != NULL;
    const int found = get(asking, asking->place.key, &asking->record);
    if (found < 0 ||
        !book_view_moves(asking->view, asking->place.key, &asking->moves, asking->reason))
        return -1;
    asking->is_found = found > 0;
    if (!list_moves(asking))
        return -1;
    /* A move that ends the game has its value from the rules: alone it is no answer of a book. */
    if (!asking->is_found && !asking->has_child) {
        *answer = (struct ofl_book_answer){0};
        return 0;
    }
    answer->score = answer->n_lines ? answer->lines[0].score : 0;
    answer->low = -100 * BOOK_PROOF_MAX;
    answer->high = 100 * BOOK_PROOF_MAX;
    if (found) {
        answer->has_value = asking->record.value_cd != BOOK_NO_VALUE;
        answer->score = answer->has_value ? asking->record.value_cd : answer->score;
        answer->low = 100 * asking->record.low;
        answer->high = 100 * asking->record.high;
    }
    if (asking->place.is_passed && !put_pass_before(asking))
        return -1;
    return answer->has_value || answer->n_lines;
}

/* Takes the book for this thread, at a new moment. */
static bool begin(struct ofl_book *book, struct reason *reason)
{
    if (book_view_packed(book->view))
        return true;
    pthread_mutex_lock(&book->lock);
    if (book_view_begin(book->view, reason))
        return true;
    pthread_mutex_unlock(&book->lock);
    return false;
}

static void end(struct ofl_book *book)
{
    if (book_view_packed(book->view))
        return;
    book_view_end(book->view);
    pthread_mutex_unlock(&book->lock);
}

static int ask_book(struct ofl_book *book, ofl_board board, bool wants_lines,
                    struct ofl_book_answer *answer, struct reason *reason)
{
    struct asking asking = {.view = book->view, .board = board, .wants_lines = wants_lines,
                            .answer = answer, .reason = reason};
    *answer = (struct ofl_book_answer){0};
    if (!ofl_board_is_valid(board) || !book_key_place(board, &asking.place))
        return 0;
    if (asking.place.is_passed)
        asking.board = ofl_swap(board);
    if (!begin(book, reason))
        return -1;
    const int found = ask(&asking);
    end(book);
    return found;
}

int book_ask_lines(struct ofl_book *book, ofl_board board, struct ofl_book_answer *answer,
                   struct reason *reason)
{
    return ask_book(book, board, true, answer, reason);
}

int book_ask_scores(struct ofl_book *book, ofl_board board, struct ofl_book_answer *answer,
                    struct reason *reason)
{
    return ask_book(book, board, false, answer, reason);
}

/* Ends the walk at a record with a value. */
static bool visit_valued(void *user, const struct book_record *record, struct reason *reason)
{
    bool *has_value = user;
    (void)reason;
    *has_value = record->value_cd != BOOK_NO_VALUE;
    return !*has_value;
}

int book_ask_has_values(struct ofl_book *book, struct reason *reason)
{
    bool has_value = false;
    if (!begin(book, reason))
        return -1;
    const bool is_good = book_view_walk(book->view, 0, BOOK_MAX_EMPTIES, visit_valued, &has_value,
                                        reason);
    end(book);
    return has_value ? 1 : is_good ? 0 : -1;
}

/* ---- outflank/book.h ---- */

static void tell(struct ofl_book_error *error, const struct reason *reason)
{
    _Static_assert(sizeof error->text == sizeof reason->text, "a whole sentence fits");
    if (error)
        memcpy(error->text, reason->text, sizeof error->text);
}

/* Takes over the view. */
static struct ofl_book *wrap(struct book_view *view, struct reason *reason)
{
    struct ofl_book *book = calloc(1, sizeof *book);
    if (book && pthread_mutex_init(&book->lock, NULL) == 0) {
        book->view = view;
        book_view_end(view);
        return book;
    }
    free(book);
    book_view_close(view);
    reason_set(reason, "no memory for a book");
    return NULL;
}

ofl_book *ofl_book_open(const char *path, struct ofl_book_error *error)
{
    struct reason reason = {.text = ""};
    struct book_view *view;
    ofl_book *book = book_view_open(path, &view, &reason) ? wrap(view, &reason) : NULL;
    tell(error, &reason);
    return book;
}

void ofl_book_close(ofl_book *book)
{
    if (!book)
        return;
    book_view_close(book->view);
    pthread_mutex_destroy(&book->lock);
    free(book);
}

int64_t ofl_book_count(ofl_book *book, struct ofl_book_error *error)
{
    struct reason reason = {.text = ""};
    int64_t n = -1;
    if (begin(book, &reason)) {
        n = book_view_count(book->view, 0, BOOK_MAX_EMPTIES, &reason);
        end(book);
    }
    tell(error, &reason);
    return n;
}

int ofl_book_ask(ofl_book *book, ofl_board board, struct ofl_book_answer *answer,
                 struct ofl_book_error *error)
{
    struct reason reason = {.text = ""};
    const int found = book_ask_lines(book, board, answer, &reason);
    tell(error, &reason);
    return found;
}

int book_ask_played(struct ofl_book *book, ofl_board board,
                    struct book_played played[OFL_MAX_MOVES], struct reason *reason)
{
    if (!begin(book, reason))
        return -1;
    const int n = book_view_played(book->view, board, played, reason);
    end(book);
    return n;
}

/* ---- its name ---- */

static bool add_to_id(void *user, const struct book_record *record, struct reason *reason)
{
    const struct book_evidence evidence = book_record_evidence(record);
    const int numbers[] = {record->value_cd, record->best, record->low, record->high,
                           evidence.depth, evidence.confidence, evidence.source};
    uint8_t bytes[16 + 8 * sizeof numbers / sizeof *numbers];
    bytes_write_le(bytes, record->board.player, 8);
    bytes_write_le(bytes + 8, record->board.opponent, 8);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        bytes_write_le(bytes + 16 + 8 * i, (uint64_t)numbers[i], 8);
    *(uint64_t *)user += checksum_of(bytes, sizeof bytes); /* in any order */
    return true;
}

bool book_ask_id(struct ofl_book *book, uint64_t *id, struct reason *reason)
{
    const struct packed_book *packed = book_view_packed(book->view);
    *id = packed ? packed_id(packed) : 0;
    bool is_known = true;
    if (!packed && (is_known = begin(book, reason))) {
        is_known = book_view_walk(book->view, 0, 60, add_to_id, id, reason);
        end(book);
    }
    *id += *id == 0;
    return is_known;
}
