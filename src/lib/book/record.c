/* book/record.c - see record.h. */
#include "book/record.h"

#include <string.h>
#include <outflank/notation.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/checksum.h"
#include "book/key.h"

struct book_record book_record_of(ofl_board board)
{
    return (struct book_record){
        .board = board,
        .proof_low = -BOOK_PROOF_MAX,
        .proof_high = BOOK_PROOF_MAX,
        .value_cd = BOOK_NO_VALUE,
        .best = OFL_NO_MOVE,
        .low = -BOOK_PROOF_MAX,
        .high = BOOK_PROOF_MAX,
    };
}

bool book_evidence_is_exact(const struct book_evidence *evidence, int n_empties)
{
    return evidence->source == BOOK_SOURCE_OWN && evidence->depth == n_empties &&
           evidence->confidence == 100;
}

int book_evidence_compare(const struct book_evidence *a, const struct book_evidence *b,
                          int n_empties)
{
    const int64_t order[][2] = {
        {book_evidence_exists(a), book_evidence_exists(b)},
        {bit_count(a->excluded), bit_count(b->excluded)},
        {book_evidence_is_exact(a, n_empties), book_evidence_is_exact(b, n_empties)},
        {a->source, b->source},
        {a->depth, b->depth},
        {a->confidence, b->confidence},
        {a->network, b->network},
        {a->score_cd, b->score_cd},
        {a->move, b->move},
        {(int64_t)a->excluded, (int64_t)b->excluded},
    };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (order[i][0] != order[i][1])
            return order[i][0] < order[i][1] ? -1 : 1;
    return 0;
}

struct book_evidence book_record_evidence(const struct book_record *record)
{
    struct book_evidence own = record->own, deviation = record->deviation;
    own.excluded = deviation.excluded = 0;
    const bool is_own = book_evidence_exists(&own) && own.move == record->best;
    const bool is_deviation =
        book_evidence_exists(&deviation) && deviation.move == record->best;
    if (is_own && is_deviation)
        return book_evidence_compare(&own, &deviation, ofl_count_empties(record->board)) > 0
                   ? own : deviation;
    return is_own ? own : is_deviation ? deviation : (struct book_evidence){0};
}

static bool raise_to(struct book_evidence *into, const struct book_evidence *from, int n_empties)
{
    if (book_evidence_compare(from, into, n_empties) <= 0)
        return false;
    *into = *from;
    return true;
}

bool book_record_merge(struct book_record *into, const struct book_record *from,
                       bool *has_changed, struct reason *reason)
{
    struct book_record joined = *into;
    const int n_empties = ofl_count_empties(into->board);
    bool is_new = raise_to(&joined.own, &from->own, n_empties);
    is_new |= raise_to(&joined.deviation, &from->deviation, n_empties);
    if (from->proof_low > joined.proof_low)
        joined.proof_low = from->proof_low;
    if (from->proof_high < joined.proof_high)
        joined.proof_high = from->proof_high;
    joined.flags |= from->flags;
    is_new |= joined.proof_low != into->proof_low || joined.proof_high != into->proof_high ||
              joined.flags != into->flags;
    if (joined.proof_low > joined.proof_high) {
        char text[OFL_BOARD_TEXT];
        return reason_set(reason, "%s: one proof says at least %d, another at most %d",
                          ofl_position_to_text((ofl_position){into->board, OFL_BLACK}, text),
                          joined.proof_low, joined.proof_high);
    }
    *into = joined;
    if (has_changed)
        *has_changed = is_new;
    return true;
}

static bool check_evidence(const struct book_evidence *evidence, const char *name,
                           ofl_board board, struct reason *reason)
{
    const uint64_t legal = ofl_legal_moves(board);
    if (!book_evidence_exists(evidence)) {
        static const struct book_evidence none;
        return book_evidence_compare(evidence, &none, 0) == 0 ||
               reason_set(reason, "%s: expected a source", name);
    }
    if (evidence->source >= N_BOOK_SOURCES)
        return reason_set(reason, "%s: no source has number %d", name, evidence->source);
    if (evidence->score_cd < -BOOK_SCORE_MAX || evidence->score_cd > BOOK_SCORE_MAX)
        return reason_set(reason, "%s: the score is outside -64..64", name);
    if (evidence->depth > BOOK_MAX_EMPTIES || evidence->confidence > 100)
        return reason_set(reason, "%s: the depth is above 60 or the confidence above 100", name);
    if (book_evidence_is_exact(evidence, ofl_count_empties(board)) && evidence->score_cd % 100 != 0)
        return reason_set(reason, "%s: an exact score has no fraction", name);
    if (evidence->move > 63 || !(legal & bit_of(evidence->move)))
        return reason_set(reason, "%s: the move is not legal", name);
    if (evidence->move != book_key_least_square(board, evidence->move))
        return reason_set(reason, "%s: the move is not the least of its images", name);
    if ((evidence->excluded & ~legal) || (evidence->excluded & bit_of(evidence->move)))
        return reason_set(reason, "%s: what is excluded is not legal, or is the move", name);
    if (evidence->excluded != book_key_all_squares(board, evidence->excluded))
        return reason_set(reason, "%s: a square is excluded and its image is not", name);
    return true;
}

bool book_record_check(const struct book_record *record, struct reason *reason)
{
    const ofl_board board = record->board;
    if (!ofl_board_is_valid(board))
        return reason_set(reason, "two discs stand on one square");
    if (!ofl_legal_moves(board))
        return reason_set(reason, "the side to move cannot move");
    if (ofl_count_empties(board) > BOOK_MAX_EMPTIES)
        return reason_set(reason, "the board has more than 60 empty squares");
    if (!book_key_is_canonical(board))
        return reason_set(reason, "the board is not the least of its images");
    if (record->own.excluded)
        return reason_set(reason, "own: it excludes moves");
    if (record->proof_low < -BOOK_PROOF_MAX || record->proof_high > BOOK_PROOF_MAX ||
        record->proof_low > record->proof_high)
        return reason_set(reason, "the proof is no interval in -64..64");
    if (record->flags & ~(uint32_t)BOOK_FLAGS)
        return reason_set(reason, "unknown flags");
    return check_evidence(&record->own, "own", board, reason) &&
           check_evidence(&record->deviation, "deviation", board, reason);
}

static void normalise_evidence(struct book_evidence *evidence, ofl_board board)
{
    if (book_evidence_exists(evidence)) {
        evidence->move = (uint8_t)book_key_least_square(board, evidence->move);
        evidence->excluded = book_key_all_squares(board, evidence->excluded);
    }
}

void book_record_normalise(struct book_record *record)
{
    normalise_evidence(&record->own, record->board);
    normalise_evidence(&record->deviation, record->board);
}

enum { EVIDENCE_BYTES = 18, RECORD_BYTES = 16 + 2 * EVIDENCE_BYTES + 11 };

static void estimate(struct book_evidence *evidence)
{
    evidence->confidence = evidence->confidence < 100 ? evidence->confidence : 99;
}

void book_record_take_back(struct book_record *record)
{
    record->proof_low = -BOOK_PROOF_MAX;
    record->proof_high = BOOK_PROOF_MAX;
    estimate(&record->own);
    estimate(&record->deviation);
}

static uint8_t *put(uint8_t *at, uint64_t value, int n)
{
    bytes_write_le(at, value, n);
    return at + n;
}

static uint8_t *put_evidence(uint8_t *at, const struct book_evidence *evidence)
{
    at = put(at, (uint64_t)evidence->score_cd, 2);
    at = put(at, evidence->move, 1);
    at = put(at, evidence->depth, 1);
    at = put(at, evidence->confidence, 1);
    at = put(at, evidence->source, 1);
    at = put(at, evidence->network, 4);
    return put(at, evidence->excluded, 8);
}

static void record_bytes(const struct book_record *record, uint8_t bytes[RECORD_BYTES])
{
    uint8_t *at = put(bytes, record->board.player, 8);
    at = put(at, record->board.opponent, 8);
    at = put_evidence(at, &record->own);
    at = put_evidence(at, &record->deviation);
    at = put(at, (uint64_t)record->proof_low, 1);
    at = put(at, (uint64_t)record->proof_high, 1);
    at = put(at, record->flags, 4);
    at = put(at, (uint64_t)record->value_cd, 2);
    at = put(at, record->best, 1);
    at = put(at, (uint64_t)record->low, 1);
    put(at, (uint64_t)record->high, 1);
}

uint64_t book_record_sum(const struct book_record *record)
{
    uint8_t bytes[RECORD_BYTES];
    record_bytes(record, bytes);
    return checksum_of(bytes, sizeof bytes);
}

bool book_record_is_equal(const struct book_record *a, const struct book_record *b)
{
    uint8_t left[RECORD_BYTES], right[RECORD_BYTES];
    record_bytes(a, left);
    record_bytes(b, right);
    return memcmp(left, right, sizeof left) == 0;
}
