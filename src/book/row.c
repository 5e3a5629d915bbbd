/* book/row.c - see row.h. */
#include "book/row.h"

#include <stddef.h>

/* Columns of a row, in order. */
enum {
    AT_EMPTIES, AT_MOVER, AT_OPPONENT, AT_OWN, AT_DEVIATION = AT_OWN + 6,
    AT_EXCLUDED = AT_DEVIATION + 6, AT_PROOF_LOW, AT_PROOF_HIGH, AT_FLAGS, AT_VALUE, AT_BEST,
    AT_LOW, AT_HIGH, AT_SUM
};
_Static_assert(AT_SUM + 1 == BOOK_ROW_N_COLUMNS, "one place a column");

static bool bind(sqlite3_stmt *statement, int at, int64_t number)
{
    return sqlite3_bind_int64(statement, at + 1, number) == SQLITE_OK;
}

static bool bind_null(sqlite3_stmt *statement, int at)
{
    return sqlite3_bind_null(statement, at + 1) == SQLITE_OK;
}

bool book_row_bind_key(sqlite3_stmt *statement, int first, ofl_board key)
{
    return bind(statement, first - 1, ofl_count_empties(key)) &&
           bind(statement, first, (int64_t)key.player) &&
           bind(statement, first + 1, (int64_t)key.opponent);
}

static bool bind_evidence(sqlite3_stmt *statement, int at, const struct book_evidence *evidence)
{
    const int64_t numbers[6] = {evidence->score_cd, evidence->move,   evidence->depth,
                                evidence->confidence, evidence->source, evidence->network};
    bool is_bound = true;
    for (int i = 0; i < 6 && is_bound; i++)
        is_bound = book_evidence_exists(evidence) ? bind(statement, at + i, numbers[i])
                                                  : bind_null(statement, at + i);
    return is_bound;
}

bool book_row_bind(sqlite3_stmt *statement, const struct book_record *record)
{
    return book_row_bind_key(statement, 1, record->board) &&
           bind_evidence(statement, AT_OWN, &record->own) &&
           bind_evidence(statement, AT_DEVIATION, &record->deviation) &&
           (book_evidence_exists(&record->deviation)
                ? bind(statement, AT_EXCLUDED, (int64_t)record->deviation.excluded)
                : bind_null(statement, AT_EXCLUDED)) &&
           bind(statement, AT_PROOF_LOW, record->proof_low) &&
           bind(statement, AT_PROOF_HIGH, record->proof_high) &&
           bind(statement, AT_FLAGS, record->flags) &&
           (record->value_cd == BOOK_NO_VALUE ? bind_null(statement, AT_VALUE)
                                              : bind(statement, AT_VALUE, record->value_cd)) &&
           (record->best == OFL_NO_MOVE ? bind_null(statement, AT_BEST)
                                        : bind(statement, AT_BEST, record->best)) &&
           bind(statement, AT_LOW, record->low) && bind(statement, AT_HIGH, record->high) &&
           bind(statement, AT_SUM, (int64_t)book_record_sum(record));
}

/* A number within min..max. */
static bool take(const struct book_cell *cell, int64_t min, int64_t max, int64_t *number)
{
    *number = cell->number;
    return cell->is_integer && cell->number >= min && cell->number <= max;
}

static bool take_evidence(const struct book_cell cells[], const struct book_cell *excluded,
                          struct book_evidence *evidence)
{
    static const int64_t min[6] = {-BOOK_SCORE_MAX, 0, 0, 0, 1, 0};
    static const int64_t max[6] = {BOOK_SCORE_MAX, 63, 60, 100, N_BOOK_SOURCES - 1, UINT32_MAX};
    int64_t numbers[6];
    *evidence = (struct book_evidence){0};
    if (cells[0].is_null) {
        for (int i = 1; i < 6; i++)
            if (!cells[i].is_null)
                return false;
        return !excluded || excluded->is_null;
    }
    for (int i = 0; i < 6; i++)
        if (!take(&cells[i], min[i], max[i], &numbers[i]))
            return false;
    if (excluded && !excluded->is_integer)
        return false;
    *evidence = (struct book_evidence){
        .score_cd = (int16_t)numbers[0],
        .move = (uint8_t)numbers[1],
        .depth = (uint8_t)numbers[2],
        .confidence = (uint8_t)numbers[3],
        .source = (uint8_t)numbers[4],
        .network = (uint32_t)numbers[5],
        .excluded = excluded ? (uint64_t)excluded->number : 0,
    };
    return true;
}

static bool take_or_null(const struct book_cell *cell, int64_t min, int64_t max, int64_t missing,
                         int64_t *number)
{
    if (!cell->is_null)
        return take(cell, min, max, number);
    *number = missing;
    return true;
}

bool book_row_decode(const struct book_cell cells[BOOK_ROW_N_COLUMNS], struct book_record *record,
                     struct reason *reason)
{
    int64_t empties, mover, opponent, proof_low, proof_high, flags, value, best, low, high, sum;
    struct book_record read;
    if (!take(&cells[AT_EMPTIES], 0, 60, &empties) ||
        !take(&cells[AT_MOVER], INT64_MIN, INT64_MAX, &mover) ||
        !take(&cells[AT_OPPONENT], INT64_MIN, INT64_MAX, &opponent) ||
        !take_evidence(&cells[AT_OWN], NULL, &read.own) ||
        !take_evidence(&cells[AT_DEVIATION], &cells[AT_EXCLUDED], &read.deviation) ||
        !take(&cells[AT_PROOF_LOW], -BOOK_PROOF_MAX, BOOK_PROOF_MAX, &proof_low) ||
        !take(&cells[AT_PROOF_HIGH], -BOOK_PROOF_MAX, BOOK_PROOF_MAX, &proof_high) ||
        !take(&cells[AT_FLAGS], 0, UINT32_MAX, &flags) ||
        !take_or_null(&cells[AT_VALUE], -BOOK_SCORE_MAX, BOOK_SCORE_MAX, BOOK_NO_VALUE, &value) ||
        !take_or_null(&cells[AT_BEST], 0, 63, OFL_NO_MOVE, &best) ||
        !take(&cells[AT_LOW], -BOOK_PROOF_MAX, BOOK_PROOF_MAX, &low) ||
        !take(&cells[AT_HIGH], -BOOK_PROOF_MAX, BOOK_PROOF_MAX, &high) ||
        !take(&cells[AT_SUM], INT64_MIN, INT64_MAX, &sum))
        return reason_set(reason, "a column of a record holds what does not belong there");
    read.board = (ofl_board){(uint64_t)mover, (uint64_t)opponent};
    read.proof_low = (int8_t)proof_low;
    read.proof_high = (int8_t)proof_high;
    read.flags = (uint32_t)flags;
    read.value_cd = (int16_t)value;
    read.best = (uint8_t)best;
    read.low = (int8_t)low;
    read.high = (int8_t)high;
    if (book_record_sum(&read) != (uint64_t)sum)
        return reason_set(reason, "the checksum of a record is wrong");
    if (!book_record_check(&read, reason))
        return false;
    if (ofl_count_empties(read.board) != empties || read.low > read.high)
        return reason_set(reason, "a record contradicts itself");
    *record = read;
    return true;
}

bool book_row_read(sqlite3_stmt *statement, struct book_record *record, struct reason *reason)
{
    struct book_cell cells[BOOK_ROW_N_COLUMNS];
    for (int i = 0; i < BOOK_ROW_N_COLUMNS; i++) {
        const int type = sqlite3_column_type(statement, i);
        cells[i] = (struct book_cell){type == SQLITE_INTEGER, type == SQLITE_NULL,
                                      sqlite3_column_int64(statement, i)};
    }
    return book_row_decode(cells, record, reason);
}
