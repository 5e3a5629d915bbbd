/* grow/task.c - see task.h.
 *
 * A line is a word, then fields NAME=VALUE in fixed order with one blank between. The last field
 * is a checksum of all that stands before it; in a task it is its id as well. */
#include "grow/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <outflank/notation.h>

#include "base/bits.h"
#include "base/checksum.h"
#include "base/number.h"
#include "base/visible.h"
#include "book/key.h"
#include "search/params.h"

enum { SQUARES_TEXT = 2 * 64 + 1, SUM_DIGITS = 16 };

/* What of a line is still unread. */
struct rest {
    const char *at;
    size_t length;
};

struct value {
    const char *text;
    size_t length;
};

static uint64_t sum_of(const char *text, size_t length)
{
    return checksum_of((const uint8_t *)text, length);
}

/* "d3c4", or "-" for none. */
static const char *write_squares(uint64_t squares, char text[SQUARES_TEXT])
{
    char *at = text;
    for (uint64_t left = squares; left; left = bit_drop(left)) {
        *at++ = (char)('a' + bit_first(left) % 8);
        *at++ = (char)('1' + bit_first(left) / 8);
    }
    if (at == text)
        *at++ = '-';
    *at = '\0';
    return text;
}

static const char *write_board(ofl_board board, char text[OFL_BOARD_TEXT])
{
    ofl_position_to_text((ofl_position){board, OFL_BLACK}, text);
    text[64] = 'X'; /* without the blank a board is one word of a line */
    text[65] = '\0';
    return text;
}

/* The fields of a task without its id. */
static int write_task(const struct task *task, char *line, size_t size)
{
    char board[OFL_BOARD_TEXT], squares[SQUARES_TEXT];
    return snprintf(line, size, "task board=%s without=%s depth=%d selectivity=%d exact=%d",
                    write_board(task->board, board), write_squares(task->excluded, squares),
                    task->effort.depth, task->effort.selectivity, task->effort.exact);
}

uint64_t task_id(const struct task *task)
{
    char line[TASK_LINE];
    return sum_of(line, (size_t)write_task(task, line, sizeof line));
}

const char *task_write(const struct task *task, char line[TASK_LINE])
{
    const int n = write_task(task, line, TASK_LINE);
    snprintf(line + n, (size_t)(TASK_LINE - n), " id=%016" PRIx64, sum_of(line, (size_t)n));
    return line;
}

const char *task_write_answer(const struct answer *answer, uint64_t id, const char *origin,
                              char line[TASK_ANSWER_LINE])
{
    const struct book_evidence *evidence = &answer->evidence;
    char board[OFL_BOARD_TEXT], squares[SQUARES_TEXT], move[8];
    const int score_cd = evidence->score_cd, size_cd = score_cd < 0 ? -score_cd : score_cd;
    const int n = snprintf(
        line, TASK_ANSWER_LINE,
        "answer id=%016" PRIx64 " board=%s without=%s move=%s score=%s%d.%02d depth=%d "
        "confidence=%d network=%08" PRIx32 "%.*s",
        id, write_board(answer->board, board), write_squares(evidence->excluded, squares),
        ofl_move_to_text(evidence->move, false, move), score_cd < 0 ? "-" : "+", size_cd / 100,
        size_cd % 100, evidence->depth, evidence->confidence, evidence->network,
        TASK_ORIGIN - 1, origin);
    snprintf(line + n, (size_t)(TASK_ANSWER_LINE - n), " sum=%016" PRIx64,
             sum_of(line, (size_t)n));
    return line;
}

/* The first word of a line. */
static bool read_word(struct rest *rest, const char *word, struct reason *reason)
{
    const size_t length = strlen(word);
    if (rest->length < length || memcmp(rest->at, word, length) != 0)
        return reason_set(reason, "expected '%s' at the start, found %s", word,
                          visible_word(rest->at, rest->length).text);
    rest->at += length;
    rest->length -= length;
    return true;
}

/* " NAME=VALUE": the value up to the next blank. */
static bool read_field(struct rest *rest, const char *name, struct value *value,
                       struct reason *reason)
{
    const size_t length = strlen(name);
    if (rest->length < length + 2 || rest->at[0] != ' ' ||
        memcmp(rest->at + 1, name, length) != 0 || rest->at[length + 1] != '=')
        return reason_set(reason, "expected '%s=', found %s", name,
                          rest->length > 0 ? visible_word(rest->at + 1, rest->length - 1).text
                                           : "the end of the line");
    rest->at += length + 2;
    rest->length -= length + 2;
    const char *end = memchr(rest->at, ' ', rest->length);
    value->text = rest->at;
    value->length = end ? (size_t)(end - rest->at) : rest->length;
    rest->at += value->length;
    rest->length -= value->length;
    return true;
}

static bool read_number(struct rest *rest, const char *name, int min, int max, int decimals,
                        int64_t *number, struct reason *reason)
{
    struct value value = {0};
    if (!read_field(rest, name, &value, reason))
        return false;
    const struct number_range range = {.min = min, .max = max, .decimals = decimals};
    return number_read(value.text, value.length, &range, number, reason) ||
           reason_put_before(reason, "%s: ", name);
}

static bool read_hex(struct rest *rest, const char *name, size_t n_digits, uint64_t *number,
                     struct reason *reason)
{
    struct value value = {0};
    if (!read_field(rest, name, &value, reason))
        return false;
    uint64_t sum = 0;
    bool is_hex = value.length == n_digits;
    for (size_t i = 0; is_hex && i < n_digits; i++) {
        const int digit = number_hex_digit(value.text[i]);
        is_hex = digit >= 0 && !(value.text[i] >= 'A' && value.text[i] <= 'F');
        sum = sum << 4 | (uint64_t)(digit & 15);
    }
    *number = sum;
    return is_hex || reason_set(reason, "%s: expected %d hexadecimal digits, found %s", name,
                                (int)n_digits, visible_word(value.text, value.length).text);
}

/* Fields that say what has answered: any of them, in this order. */
static bool skip_origin(struct rest *rest, struct reason *reason)
{
    static const char *const names[] = {"version", "commit", "signature", "weights", "book",
                                        "threads", "hash"};
    struct value value;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t length = strlen(names[i]);
        if (rest->length > length + 1 && memcmp(rest->at + 1, names[i], length) == 0 &&
            rest->at[length + 1] == '=' && !read_field(rest, names[i], &value, reason))
            return false;
    }
    return true;
}

/* The last field, which must name what stands before it, and nothing after it. */
static bool read_sum(struct rest *rest, const char *name, const char *line, struct reason *reason)
{
    uint64_t sum;
    const uint64_t expected = sum_of(line, (size_t)(rest->at - line));
    if (!read_hex(rest, name, SUM_DIGITS, &sum, reason))
        return false;
    if (rest->length > 0)
        return reason_set(reason, "expected the end of the line after '%s='", name);
    return sum == expected || reason_set(reason, "the line was changed: its checksum is wrong");
}

static bool read_squares(struct rest *rest, const char *name, uint64_t *squares,
                         struct reason *reason)
{
    struct value value = {0};
    if (!read_field(rest, name, &value, reason))
        return false;
    *squares = 0;
    if (value.length == 1 && value.text[0] == '-')
        return true;
    for (size_t i = 0; i + 2 <= value.length; i += 2) {
        const int square = ofl_move_from_text(value.text + i, 2);
        if (square < 0 || square > 63)
            return reason_set(reason, "%s: expected squares or '-', found %s", name,
                              visible_word(value.text, value.length).text);
        *squares |= bit_of(square);
    }
    return (value.length > 0 && value.length % 2 == 0) ||
           reason_set(reason, "%s: expected squares or '-'", name);
}

static bool read_board(struct rest *rest, ofl_board *board, struct reason *reason)
{
    struct value value = {0};
    struct ofl_text_error error;
    ofl_position position;
    size_t used;
    if (!read_field(rest, "board", &value, reason))
        return false;
    if (!ofl_position_from_text(value.text, value.length, &position, &used, &error))
        return reason_set(reason, "board: %s", error.text);
    if (used != value.length || position.turn != OFL_BLACK)
        return reason_set(reason, "board: expected 64 squares and X to move");
    *board = position.board;
    return true;
}

/* What the rest of the program may rely on: task.h. */
static bool check_task(const struct task *task, struct reason *reason)
{
    const struct book_record record = book_record_of(task->board);
    const uint64_t legal = ofl_legal_moves(task->board);
    if (!book_record_check(&record, reason))
        return false;
    if (task->excluded & ~legal || task->excluded == legal ||
        task->excluded != book_key_all_squares(task->board, task->excluded))
        return reason_set(reason, "without: expected some of the legal squares, and with each of "
                                  "them its images");
    return memchr(SELECTIVITY_PERCENT, task->effort.selectivity, N_SELECTIVITIES) != NULL ||
           reason_set(reason, "selectivity: expected 73, 87, 95, 98, 99 or 100");
}

bool task_read(const char *line, size_t length, struct task *task, struct reason *reason)
{
    struct rest rest = {line, length};
    struct task read = {0};
    int64_t depth, selectivity, exact;
    if (!read_word(&rest, "task", reason) || !read_board(&rest, &read.board, reason) ||
        !read_squares(&rest, "without", &read.excluded, reason) ||
        !read_number(&rest, "depth", 1, 60, 0, &depth, reason) ||
        !read_number(&rest, "selectivity", 0, 100, 0, &selectivity, reason) ||
        !read_number(&rest, "exact", 0, 60, 0, &exact, reason) ||
        !read_sum(&rest, "id", line, reason))
        return false;
    read.effort = (struct task_effort){(uint8_t)depth, (uint8_t)selectivity, (uint8_t)exact};
    if (!check_task(&read, reason))
        return false;
    *task = read;
    return true;
}

bool task_read_answer(const char *line, size_t length, struct answer *answer,
                      struct reason *reason)
{
    struct rest rest = {line, length};
    struct answer read = {.evidence = {.source = BOOK_SOURCE_OWN}};
    uint64_t id, move, network;
    int64_t score_cd, depth, confidence;
    if (!read_word(&rest, "answer", reason) ||
        !read_hex(&rest, "id", SUM_DIGITS, &id, reason) ||
        !read_board(&rest, &read.board, reason) ||
        !read_squares(&rest, "without", &read.evidence.excluded, reason) ||
        !read_squares(&rest, "move", &move, reason) ||
        !read_number(&rest, "score", -BOOK_SCORE_MAX, BOOK_SCORE_MAX, 2, &score_cd, reason) ||
        !read_number(&rest, "depth", 0, 60, 0, &depth, reason) ||
        !read_number(&rest, "confidence", 0, 100, 0, &confidence, reason) ||
        !read_hex(&rest, "network", 8, &network, reason) || !skip_origin(&rest, reason) ||
        !read_sum(&rest, "sum", line, reason))
        return false;
    if (bit_count(move) != 1)
        return reason_set(reason, "move: expected one square");
    read.evidence.move = (uint8_t)bit_first(move);
    read.evidence.score_cd = (int16_t)score_cd;
    read.evidence.depth = (uint8_t)depth;
    read.evidence.confidence = (uint8_t)confidence;
    read.evidence.network = (uint32_t)network;
    const struct book_record record = task_record_of(&read);
    if (!book_record_check(&record, reason))
        return false;
    *answer = read;
    return true;
}

struct book_record task_record_of(const struct answer *answer)
{
    struct book_record record = book_record_of(answer->board);
    if (answer->evidence.excluded)
        record.deviation = answer->evidence;
    else
        record.own = answer->evidence;
    return record;
}
