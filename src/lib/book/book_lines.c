/* book/book_lines.c - see book_lines.h. */
#include "book/book_lines.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/number.h"

#define EVIDENCE_NAMES(NAME)                                                                  \
    NAME "_score\t" NAME "_move\t" NAME "_depth\t" NAME "_confidence\t" NAME "_source\t"       \
    NAME "_network"

const char book_lines_head[] =
    "# outflank book 1\n"
    "# position\tboard\t" EVIDENCE_NAMES("own") "\t" EVIDENCE_NAMES("deviation")
    "\tdeviation_excluded\tproof_low\tproof_high\tflags\tvalue\tbest\tlow\thigh\n"
    "# game\tstart\tmoves\tresult\tplies\tfirst_rating\tother_rating\n";

enum { N_POSITION_FIELDS = 22, N_GAME_FIELDS = 5, N_RATED_FIELDS = 7,
       N_COUNT_FIELDS = 3, N_FIELDS = 23 };

static const char *const source_names[N_BOOK_SOURCES] = {"", "other", "human", "own"};

/* ---- writing ---- */

/* Text that grows; what does not fit is cut, which the sizes of fields exclude. */
struct out {
    char *text;
    size_t length;
};

__attribute__((format(printf, 2, 3)))
static void add(struct out *out, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int n = vsnprintf(out->text + out->length, BOOK_LINE_SIZE - out->length, format, list);
    va_end(list);
    out->length += n > 0 ? (size_t)n : 0;
    if (out->length >= BOOK_LINE_SIZE)
        out->length = BOOK_LINE_SIZE - 1;
}

/* Hundredths of a disc. */
static void add_score(struct out *out, int score_cd)
{
    const int size = score_cd < 0 ? -score_cd : score_cd;
    add(out, "\t%s%d.%02d", score_cd < 0 ? "-" : "", size / 100, size % 100);
}

static void add_square(struct out *out, int square)
{
    char name[8];
    add(out, "%s", ofl_move_to_text(square, false, name));
}

static void add_evidence(struct out *out, const struct book_evidence *evidence)
{
    if (!book_evidence_exists(evidence)) {
        add(out, "\t\t\t\t\t\t");
        return;
    }
    add_score(out, evidence->score_cd);
    add(out, "\t");
    add_square(out, evidence->move);
    add(out, "\t%d\t%d\t%s\t%" PRIu32, evidence->depth, evidence->confidence,
        source_names[evidence->source], evidence->network);
}

static void add_board(struct out *out, ofl_board key)
{
    char board[OFL_BOARD_TEXT];
    add(out, "\t%s", ofl_position_to_text((ofl_position){key, OFL_BLACK}, board));
}

size_t book_lines_write_record(const struct book_record *record, char text[BOOK_LINE_SIZE])
{
    struct out out = {text, 0};
    add(&out, "position");
    add_board(&out, record->board);
    add_evidence(&out, &record->own);
    add_evidence(&out, &record->deviation);
    add(&out, "\t");
    for (uint64_t left = record->deviation.excluded; left; left = bit_drop(left))
        add_square(&out, bit_first(left));
    add(&out, "\t%d\t%d\t%" PRIu32, record->proof_low, record->proof_high, record->flags);
    if (record->value_cd == BOOK_NO_VALUE)
        add(&out, "\t");
    else
        add_score(&out, record->value_cd);
    add(&out, "\t");
    if (record->best != OFL_NO_MOVE)
        add_square(&out, record->best);
    add(&out, "\t%d\t%d", record->low, record->high);
    return out.length;
}

size_t book_lines_write_game(const struct book_game *game, char text[BOOK_LINE_SIZE])
{
    struct out out = {text, 0};
    add(&out, "game\t%s\t%s\t%d\t%d", game->start, game->moves, game->result, game->plies);
    if (book_game_has_ratings(game))
        add(&out, "\t%d\t%d", game->ratings[0], game->ratings[1]);
    return out.length;
}

size_t book_lines_write_count(const struct book_count *count, char text[BOOK_LINE_SIZE])
{
    struct out out = {text, 0};
    add(&out, "count");
    add_board(&out, count->key);
    add(&out, "\t%" PRIu32, count->n_games);
    return out.length;
}

/* ---- reading ---- */

struct field {
    const char *text;
    size_t length;
    const char *name; /* in book_lines_head, up to a tab or the end of the line; NULL */
};

/* Says of which field a sentence is. Returns false. */
static bool refuse(const struct field *field, struct reason *reason)
{
    const int length = field->name ? (int)strcspn(field->name, "\t\n") : 0;
    return field->name && reason_put_before(reason, "%.*s: ", length, field->name);
}

static bool is_field(const struct field *field, const char *word)
{
    return field->length == strlen(word) && memcmp(field->text, word, field->length) == 0;
}

static bool read_whole(const struct field *field, int64_t min, int64_t max, int64_t *number,
                       struct reason *reason)
{
    return number_read_int(field->text, field->length, min, max, number, reason) ||
           refuse(field, reason);
}

static bool read_score(const struct field *field, int64_t *score_cd, struct reason *reason)
{
    static const struct number_range range = {.min = -BOOK_SCORE_MAX, .max = BOOK_SCORE_MAX,
                                              .decimals = 2, .unit = "discs"};
    return number_read(field->text, field->length, &range, score_cd, reason) ||
           refuse(field, reason);
}

static bool read_square(const struct field *field, int *square, struct reason *reason)
{
    *square = field->length == 2 ? ofl_move_from_text(field->text, 2) : OFL_NO_MOVE;
    if (*square <= 63)
        return true;
    reason_set(reason, "expected a square a1..h8");
    return refuse(field, reason);
}

static bool read_source(const struct field *field, uint8_t *source, struct reason *reason)
{
    for (uint8_t i = 1; i < N_BOOK_SOURCES; i++)
        if (is_field(field, source_names[i])) {
            *source = i;
            return true;
        }
    reason_set(reason, "expected a source: own, human or other");
    return refuse(field, reason);
}

/* Six fields; all are empty where there is no evidence. */
static bool read_evidence(const struct field fields[6], struct book_evidence *evidence,
                          struct reason *reason)
{
    size_t length = 0;
    int64_t score_cd, depth, confidence, network;
    int square;
    *evidence = (struct book_evidence){0};
    for (int i = 0; i < 6; i++)
        length += fields[i].length;
    if (!length)
        return true;
    if (!read_score(&fields[0], &score_cd, reason) ||
        !read_square(&fields[1], &square, reason) ||
        !read_whole(&fields[2], 0, 60, &depth, reason) ||
        !read_whole(&fields[3], 0, 100, &confidence, reason) ||
        !read_source(&fields[4], &evidence->source, reason) ||
        !read_whole(&fields[5], 0, UINT32_MAX, &network, reason))
        return false;
    evidence->score_cd = (int16_t)score_cd;
    evidence->move = (uint8_t)square;
    evidence->depth = (uint8_t)depth;
    evidence->confidence = (uint8_t)confidence;
    evidence->network = (uint32_t)network;
    return true;
}

static bool read_squares(const struct field *field, uint64_t *squares, struct reason *reason)
{
    *squares = 0;
    for (size_t i = 0; i < field->length; i += 2) {
        int square;
        const size_t left = field->length - i;
        const struct field two = {field->text + i, left < 2 ? left : 2, field->name};
        if (!read_square(&two, &square, reason))
            return false;
        *squares |= bit_of(square);
    }
    return true;
}

/* Turns the squares of evidence with the board. */
static void turn(struct book_evidence *evidence, int symmetry)
{
    if (!book_evidence_exists(evidence))
        return;
    const ofl_board mask = {evidence->excluded, 0};
    evidence->move = (uint8_t)ofl_symmetry_square(evidence->move, symmetry);
    evidence->excluded = ofl_symmetry(mask, symmetry).player;
}

/* An absent number leaves what is there. */
static bool read_if_there(const struct field *field, int64_t least, int64_t most, int64_t *number,
                          struct reason *reason)
{
    return !field->length || read_whole(field, least, most, number, reason);
}

/* Fields 18 to 21 follow from others; they only have to be what they seem. */
static bool check_derived(const struct field fields[4], struct reason *reason)
{
    int64_t number;
    int square;
    return (!fields[0].length || read_score(&fields[0], &number, reason)) &&
           (!fields[1].length || read_square(&fields[1], &square, reason)) &&
           read_if_there(&fields[2], -64, 64, &number, reason) &&
           read_if_there(&fields[3], -64, 64, &number, reason);
}

static bool read_place(const struct field *field, struct book_place *place, struct reason *reason)
{
    ofl_position position;
    struct ofl_text_error error;
    size_t used = 0;
    if (!ofl_position_from_text(field->text, field->length, &position, &used, &error))
        return reason_set(reason, "%s", error.text);
    if (used != field->length)
        return reason_set(reason, "expected a board and nothing behind it");
    return (ofl_legal_moves(position.board) && book_key_place(position.board, place)) ||
           reason_set(reason, "the side to move cannot move");
}

static bool read_count(const struct field fields[N_FIELDS], struct book_count *count,
                       struct reason *reason)
{
    struct book_place place;
    int64_t n_games;
    if (!read_place(&fields[1], &place, reason) ||
        !read_whole(&fields[2], 1, UINT32_MAX, &n_games, reason))
        return false;
    *count = (struct book_count){place.key, (uint32_t)n_games};
    return true;
}

static bool read_record(const struct field fields[N_FIELDS], struct book_record *record,
                        struct reason *reason)
{
    struct book_place place;
    struct book_evidence own, deviation;
    int64_t low = -BOOK_PROOF_MAX, high = BOOK_PROOF_MAX, flags = 0;
    if (!read_place(&fields[1], &place, reason) || !read_evidence(&fields[2], &own, reason) ||
        !read_evidence(&fields[8], &deviation, reason) ||
        !read_squares(&fields[14], &deviation.excluded, reason) ||
        !read_if_there(&fields[15], -64, 64, &low, reason) ||
        !read_if_there(&fields[16], -64, 64, &high, reason) ||
        !read_if_there(&fields[17], 0, BOOK_FLAGS, &flags, reason) ||
        !check_derived(&fields[18], reason))
        return false;
    if (deviation.excluded && !book_evidence_exists(&deviation))
        return reason_set(reason, "squares are excluded from a deviation that is not there");
    turn(&own, place.symmetry);
    turn(&deviation, place.symmetry);
    *record = book_record_of(place.key);
    record->own = own;
    record->deviation = deviation;
    record->proof_low = (int8_t)low;
    record->proof_high = (int8_t)high;
    record->flags = (uint32_t)flags;
    book_record_normalise(record);
    return book_record_check(record, reason);
}

static bool take_text(const struct field *field, char *out, size_t size)
{
    if (field->length >= size || memchr(field->text, '\0', field->length))
        return false;
    memcpy(out, field->text, field->length);
    out[field->length] = '\0';
    return true;
}

static bool read_ratings(const struct field fields[2], struct book_game *game,
                         struct reason *reason)
{
    for (int i = 0; i < 2; i++) {
        int64_t rating;
        if (!read_whole(&fields[i], 0, BOOK_MOST_RATING, &rating, reason))
            return false;
        game->ratings[i] = (int)rating;
    }
    return true;
}

static bool read_game(const struct field fields[N_FIELDS], int n, struct book_game *game,
                      struct reason *reason)
{
    int64_t result, plies;
    memset(game, 0, sizeof *game);
    if (!take_text(&fields[1], game->start, sizeof game->start) ||
        !take_text(&fields[2], game->moves, sizeof game->moves))
        return reason_set(reason, "the text of a game is too long");
    if (!read_whole(&fields[3], -64, 64, &result, reason) ||
        !read_whole(&fields[4], 0, 60, &plies, reason))
        return false;
    game->result = (int)result;
    game->plies = (int)plies;
    if (n == N_RATED_FIELDS && !read_ratings(&fields[N_GAME_FIELDS], game, reason))
        return false;
    return book_game_check(game, reason);
}

/* Parts a line at its tabs; the number of fields, N_FIELDS for more than any line has. */
static int part(const char *line, size_t length, struct field fields[N_FIELDS])
{
    int n = 0;
    const char *end = line + length;
    while (n < N_FIELDS) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        fields[n++] = (struct field){line, (size_t)((tab ? tab : end) - line), NULL};
        if (!tab)
            break;
        line = tab + 1;
    }
    return n;
}

/* As the head of a text has them. */
static void name_fields(struct field *fields, int n)
{
    const char *line = book_lines_head;
    while ((line = strstr(line, "\n# ")) != NULL) {
        const char *name = line += 3;
        if (strncmp(line, fields[0].text, fields[0].length) != 0 || line[fields[0].length] != '\t')
            continue;
        for (int i = 0; i < n; i++) {
            fields[i].name = name;
            name += strcspn(name, "\t\n");
            name += *name == '\t';
        }
    }
}

static bool expect(struct field *fields, int n, int n_expected, struct reason *reason)
{
    name_fields(fields, n);
    return n == n_expected ||
           reason_set(reason, "expected %d fields of a %.*s, parted by tabs", n_expected,
                      (int)fields[0].length, fields[0].text);
}

bool book_lines_read(const char *line, size_t length, struct book_line *read,
                     struct reason *reason)
{
    struct field fields[N_FIELDS];
    if (length == 0 || *line == '#') {
        read->kind = BOOK_LINE_NOTHING;
        return true;
    }
    const int n = part(line, length, fields);
    if (is_field(&fields[0], "position")) {
        read->kind = BOOK_LINE_POSITION;
        return expect(fields, n, N_POSITION_FIELDS, reason) &&
               read_record(fields, &read->record, reason);
    }
    if (is_field(&fields[0], "game")) {
        read->kind = BOOK_LINE_GAME;
        return expect(fields, n, n == N_RATED_FIELDS ? n : N_GAME_FIELDS, reason) &&
               read_game(fields, n, &read->game, reason);
    }
    if (is_field(&fields[0], "count")) {
        read->kind = BOOK_LINE_COUNT;
        return expect(fields, n, N_COUNT_FIELDS, reason) &&
               read_count(fields, &read->count, reason);
    }
    return reason_set(reason, "expected \"position\", \"game\" or \"count\" and a tab");
}
