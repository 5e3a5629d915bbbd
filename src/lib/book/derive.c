/* book/derive.c - see derive.h. */
#include "book/derive.h"

#include <outflank/notation.h>

#include "base/bits.h"

void book_moves_init(struct book_moves *moves, ofl_board key)
{
    *moves = (struct book_moves){0};
    for (uint64_t left = book_key_moves(key); left; left = bit_drop(left)) {
        const int square = bit_first(left);
        struct book_move *move = &moves->list[moves->n++];
        *move = (struct book_move){.square = (uint8_t)square, .low = -BOOK_PROOF_MAX,
                                   .high = BOOK_PROOF_MAX, .child = book_key_child(key, square)};
        if (move->child.kind == BOOK_CHILD_OVER) {
            move->is_known = true;
            move->low = move->high = (int8_t)move->child.score;
            move->value_cd = (int16_t)(100 * move->child.score);
        }
        const uint64_t squares = book_key_all_squares(key, bit_of(square));
        if (move->is_known)
            moves->known |= squares;
        else
            moves->outside |= squares;
    }
}

void book_moves_set(struct book_moves *moves, int index, ofl_board key,
                    const struct book_record *child)
{
    struct book_move *move = &moves->list[index];
    if (!child || move->child.kind == BOOK_CHILD_OVER)
        return;
    const bool is_passed = move->child.kind == BOOK_CHILD_PASS;
    move->low = is_passed ? child->low : (int8_t)-child->high;
    move->high = is_passed ? child->high : (int8_t)-child->low;
    move->is_known = child->value_cd != BOOK_NO_VALUE;
    if (!move->is_known)
        return;
    move->value_cd = is_passed ? child->value_cd : (int16_t)-child->value_cd;
    const uint64_t squares = book_key_all_squares(key, bit_of(move->square));
    moves->known |= squares;
    moves->outside &= ~squares;
}

static bool is_outside(const struct book_moves *moves, const struct book_evidence *evidence)
{
    return book_evidence_exists(evidence) && (moves->outside & bit_of(evidence->move));
}

/* Does the deviation's search cover all moves outside? */
static bool covers(const struct book_record *record, const struct book_moves *moves)
{
    return book_evidence_exists(&record->deviation) &&
           !(record->deviation.excluded & ~moves->known);
}

/* Where both speak of all moves outside, how they were searched decides. */
static bool is_better(const struct book_evidence *a, const struct book_evidence *b, int n_empties)
{
    struct book_evidence left = *a, right = *b;
    left.excluded = right.excluded = 0;
    return book_evidence_compare(&left, &right, n_empties) > 0;
}

enum book_rest book_derive_rest(const struct book_record *record, const struct book_moves *moves,
                                struct book_evidence *deviation)
{
    const struct book_evidence *found = NULL;
    if (!moves->outside)
        return BOOK_REST_NONE;
    if (is_outside(moves, &record->own))
        found = &record->own;
    if (covers(record, moves) && is_outside(moves, &record->deviation) &&
        (!found || is_better(&record->deviation, found, ofl_count_empties(record->board))))
        found = &record->deviation;
    if (found && deviation)
        *deviation = *found;
    return found ? BOOK_REST_KNOWN : BOOK_REST_WANTED;
}

static int max_of(int a, int b)
{
    return a > b ? a : b;
}

static int min_of(int a, int b)
{
    return a < b ? a : b;
}

/* Exact evidence about some of the moves bounds from below; about all that is left, with the
 * known children, from above. */
static void derive_bounds(const struct book_record *record, const struct book_moves *moves,
                          int *low, int *high)
{
    const int n_empties = ofl_count_empties(record->board);
    int above = -BOOK_PROOF_MAX; /* no move of the book gets more */
    int outside = moves->outside ? BOOK_PROOF_MAX : -BOOK_PROOF_MAX;
    *low = record->proof_low;
    *high = record->proof_high;
    for (int i = 0; i < moves->n; i++) {
        const struct book_move *move = &moves->list[i];
        *low = max_of(*low, move->low);
        if (moves->known & bit_of(move->square))
            above = max_of(above, move->high);
    }
    if (book_evidence_is_exact(&record->deviation, n_empties)) {
        const int score = record->deviation.score_cd / 100;
        *low = max_of(*low, score);
        if (covers(record, moves))
            outside = min_of(outside, score);
    }
    if (book_evidence_is_exact(&record->own, n_empties)) {
        const int score = record->own.score_cd / 100;
        *low = max_of(*low, score);
        *high = min_of(*high, score);
    }
    /* Bounds of children without a value count, too. */
    int rest = -BOOK_PROOF_MAX;
    for (int i = 0; i < moves->n; i++)
        if (moves->outside & bit_of(moves->list[i].square))
            rest = max_of(rest, moves->list[i].high);
    *high = min_of(*high, max_of(above, min_of(outside, rest)));
}

/* The best move up to now. */
struct best {
    int value_cd;
    uint8_t move;
    bool is_proved;
};

/* Of equals the first is best, or one that is proved: an estimate that the upper bound cuts off
 * says less than a proof that reaches the bound. */
static void offer(struct best *best, int move, int value_cd, bool is_proved)
{
    if (value_cd > best->value_cd ||
        (value_cd == best->value_cd && is_proved && !best->is_proved))
        *best = (struct best){value_cd, (uint8_t)move, is_proved};
}

bool book_derive(struct book_record *record, const struct book_moves *moves,
                 struct reason *reason)
{
    int low, high;
    derive_bounds(record, moves, &low, &high);
    if (low > high) {
        char text[OFL_BOARD_TEXT];
        return reason_set(reason, "%s: one proof says at least %d, another at most %d",
                          ofl_position_to_text((ofl_position){record->board, OFL_BLACK}, text),
                          low, high);
    }
    struct book_evidence deviation;
    const bool has_deviation =
        book_derive_rest(record, moves, &deviation) == BOOK_REST_KNOWN;
    const bool is_counted = book_evidence_exists(&record->own) || covers(record, moves) ||
                            !moves->outside || low == high;
    struct best best = {.value_cd = BOOK_NO_VALUE, .move = OFL_NO_MOVE};
    for (int i = 0; i < moves->n && is_counted; i++) {
        const struct book_move *move = &moves->list[i];
        if (move->is_known)
            offer(&best, move->square, min_of(move->value_cd, 100 * high), move->low == move->high);
    }
    if (is_counted && has_deviation)
        offer(&best, deviation.move, min_of(deviation.score_cd, 100 * high),
              book_evidence_is_exact(&deviation, ofl_count_empties(record->board)));
    record->value_cd = (int16_t)(is_counted ? max_of(100 * low, best.value_cd) : BOOK_NO_VALUE);
    record->best = best.move;
    record->low = (int8_t)low;
    record->high = (int8_t)high;
    return true;
}
