/* book/packed_code.c - see packed_code.h. */
#include "book/packed_code.h"

#include <assert.h>
#include <stddef.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/checksum.h"

enum {
    SCORES = 2 * BOOK_SCORE_MAX + 1, /* and one code more for "no value" */
    SQUARES = 65,                    /* and none */
    GAMES = 256,
    OUTER = 6561, CENTRE = 2916
};
static const uint64_t CENTRE_SQUARES = UINT64_C(0x0000001818000000);
static const uint64_t BOARD_HALF = UINT64_C(6561) * 6561 * 6561 * 2916;

/* ---- the board ---- */

/* Digits 0 and 1 of base 3 where the bits are. */
static const uint16_t ternary[16] = {0, 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36, 37, 39, 40};

static uint64_t in_base_3(unsigned bits)
{
    return ternary[bits & 15] + UINT64_C(81) * ternary[bits >> 4];
}

static uint64_t rank_code(unsigned mover, unsigned other)
{
    return in_base_3(mover) + 2 * in_base_3(other);
}

/* A rank without its squares d and e. */
static unsigned without_centre(unsigned bits) { return (bits & 7) | (bits >> 2 & 0x38); }

static uint64_t centre_code(unsigned mover, unsigned other)
{
    return (mover >> 3 & 3) * UINT64_C(729) +
           rank_code(without_centre(mover), without_centre(other));
}

/* Ranks at 0, 8, 16 and 24 of two halves; `centre` is the place of the rank of the centre. */
static uint64_t half_code(uint32_t mover, uint32_t other, int centre)
{
    uint64_t code = 0;
    for (int at = 0; at < 32; at += 8) {
        const unsigned m = mover >> at & 0xFF, o = other >> at & 0xFF;
        code = at == centre ? code * CENTRE + centre_code(m, o) : code * OUTER + rank_code(m, o);
    }
    return code;
}

static void read_rank(unsigned code, int n_squares, unsigned *mover, unsigned *other)
{
    *mover = *other = 0;
    for (int i = 0; i < n_squares; i++, code /= 3) {
        *mover |= (unsigned)(code % 3 == 1) << i;
        *other |= (unsigned)(code % 3 == 2) << i;
    }
}

static unsigned with_centre(unsigned six, unsigned centre)
{
    return (six & 7) | centre << 3 | (six & 0x38) << 2;
}

static void read_half(uint64_t code, int centre, uint32_t *mover, uint32_t *other)
{
    *mover = *other = 0;
    for (int at = 24; at >= 0; at -= 8) {
        unsigned m, o;
        if (at == centre) {
            const unsigned rank = (unsigned)(code % CENTRE), mine = rank / 729;
            read_rank(rank % 729, 6, &m, &o);
            m = with_centre(m, mine);
            o = with_centre(o, 3 ^ mine);
            code /= CENTRE;
        } else {
            read_rank((unsigned)(code % OUTER), 8, &m, &o);
            code /= OUTER;
        }
        *mover |= m << at;
        *other |= o << at;
    }
}

bool packed_code_has_board(ofl_board board)
{
    return ((board.player | board.opponent) & CENTRE_SQUARES) == CENTRE_SQUARES &&
           ofl_board_is_valid(board);
}

struct packed_record packed_code_board(ofl_board board)
{
    const uint64_t first = half_code((uint32_t)board.player, (uint32_t)board.opponent, 24);
    const uint64_t second =
        half_code((uint32_t)(board.player >> 32), (uint32_t)(board.opponent >> 32), 0);
    return (struct packed_record){.high = first << 14 | second >> 36, .middle = second << 28};
}

bool packed_code_read_board(const struct packed_record *record, ofl_board *board)
{
    const uint64_t first = record->high >> 14;
    const uint64_t second = (record->high & 0x3FFF) << 36 | record->middle >> 28;
    if (first >= BOARD_HALF || second >= BOARD_HALF)
        return false;
    uint32_t mover[2], other[2];
    read_half(first, 24, &mover[0], &other[0]);
    read_half(second, 0, &mover[1], &other[1]);
    *board = (ofl_board){(uint64_t)mover[1] << 32 | mover[0], (uint64_t)other[1] << 32 | other[0]};
    return true;
}

/* ---- games ---- */

static unsigned games_code(uint32_t n_games)
{
    if (n_games >= PACKED_GAMES_MAX)
        return GAMES - 1;
    if (n_games < PACKED_GAMES_EXACT)
        return n_games;
    const int exponent = bit_last(n_games) - 4;
    return PACKED_GAMES_EXACT + (unsigned)exponent * 16 + (n_games >> exponent) - 16;
}

static uint32_t games_of_code(unsigned code)
{
    if (code < PACKED_GAMES_EXACT)
        return code;
    return (16 + code % 16) << (code / 16 - 1);
}

uint32_t packed_code_round_games(uint32_t n_games) { return games_of_code(games_code(n_games)); }

/* ---- kinds ---- */

/* A kind is a network and, below it, a number in mixed base, the first of these the highest. */
enum { DEPTHS = 61, CONFIDENCES = 101, FLAGS = BOOK_FLAGS + 1, DISCS = 2 * BOOK_PROOF_MAX + 1 };

/* Bounds that are there most often have the lowest codes. */
enum {
    BOUNDS_NONE, BOUNDS_PROVED, BOUNDS_BETWEEN,
    N_BOUNDS = BOUNDS_BETWEEN + DISCS * (DISCS + 1) / 2
};
static_assert(INT64_C(1) * N_BOUNDS * FLAGS * N_PACKED_ROLES * N_BOOK_SOURCES * DEPTHS *
              CONFIDENCES <= UINT32_MAX, "a kind is a network and 32 bits");

static unsigned bounds_code(const struct packed_entry *entry)
{
    if (entry->low == entry->high)
        return BOUNDS_PROVED;
    if (entry->low == -BOOK_PROOF_MAX && entry->high == BOOK_PROOF_MAX)
        return BOUNDS_NONE;
    /* Pairs with a lower low come first: 129 of them for -64, 128 for -63 .. */
    const unsigned low = (unsigned)(entry->low + BOOK_PROOF_MAX);
    const unsigned width = (unsigned)(entry->high - entry->low);
    return BOUNDS_BETWEEN + low * DISCS - low * (low - 1) / 2 + width;
}

packed_kind packed_code_kind(const struct packed_entry *entry)
{
    const struct book_evidence *evidence = &entry->evidence;
    packed_kind kind = bounds_code(entry);
    kind = kind * FLAGS + entry->flags;
    kind = kind * N_PACKED_ROLES + entry->role;
    kind = kind * N_BOOK_SOURCES + evidence->source;
    kind = kind * DEPTHS + evidence->depth;
    kind = kind * CONFIDENCES + evidence->confidence;
    return (packed_kind)evidence->network << 32 | kind;
}

packed_kind packed_code_kind_without_bounds(packed_kind kind)
{
    const uint64_t rest = (uint64_t)FLAGS * N_PACKED_ROLES * N_BOOK_SOURCES * DEPTHS * CONFIDENCES;
    const uint64_t number = kind & UINT32_MAX;
    return number / rest >= BOUNDS_BETWEEN ? (kind & ~(packed_kind)UINT32_MAX) | number % rest
                                           : kind;
}

/* The lowest digit of a number in mixed base, which loses it. */
static unsigned take(uint64_t *code, unsigned base)
{
    const unsigned digit = (unsigned)(*code % base);
    *code /= base;
    return digit;
}

/* False if no kind has that number. Proved bounds are those of the value, which is there first. */
static bool set_kind(struct packed_entry *entry, packed_kind kind)
{
    uint64_t code = (uint32_t)kind;
    entry->evidence.network = (uint32_t)(kind >> 32);
    entry->evidence.confidence = (uint8_t)take(&code, CONFIDENCES);
    entry->evidence.depth = (uint8_t)take(&code, DEPTHS);
    entry->evidence.source = (uint8_t)take(&code, N_BOOK_SOURCES);
    entry->role = (uint8_t)take(&code, N_PACKED_ROLES);
    entry->flags = (uint8_t)take(&code, FLAGS);
    entry->low = -BOOK_PROOF_MAX;
    entry->high = BOOK_PROOF_MAX;
    if (code == BOUNDS_PROVED)
        entry->low = entry->high = (int8_t)(entry->value_cd / 100);
    if (code >= BOUNDS_BETWEEN) {
        unsigned low = 0, left = (unsigned)code - BOUNDS_BETWEEN;
        while (low < DISCS && left >= DISCS - low)
            left -= DISCS - low++;
        entry->low = (int8_t)((int)low - BOOK_PROOF_MAX);
        entry->high = (int8_t)(entry->low + (int)left);
    }
    return code < N_BOUNDS;
}

int packed_code_compare_searches(packed_kind a, packed_kind b)
{
    enum { SEARCHES = CONFIDENCES * DEPTHS * N_BOOK_SOURCES };
    const uint32_t x = (uint32_t)a % SEARCHES, y = (uint32_t)b % SEARCHES;
    return x < y ? -1 : x > y;
}

bool packed_code_kind_is_valid(packed_kind kind)
{
    struct packed_entry entry = {0};
    return set_kind(&entry, kind) && packed_code_kind(&entry) == kind &&
           entry.low <= entry.high &&
           (entry.role != PACKED_NONE) == book_evidence_exists(&entry.evidence);
}

/* ---- the 60 bits ---- */

static uint64_t score_code(int score_cd)
{
    return score_cd == BOOK_NO_VALUE ? SCORES : (uint64_t)(score_cd + BOOK_SCORE_MAX);
}

static uint64_t square_code(unsigned square) { return square < 64 ? square : 64; }

struct packed_record packed_code_write(const struct packed_entry *entry, unsigned kind)
{
    const bool has_evidence = entry->role != PACKED_NONE;
    uint64_t code = score_code(entry->value_cd);
    code = code * SQUARES + square_code(entry->best);
    code = code * SCORES + (has_evidence ? score_code(entry->evidence.score_cd) : 0);
    code = code * SQUARES + (has_evidence ? square_code(entry->evidence.move) : 64);
    code = code * GAMES + games_code(entry->n_games);
    code = code * PACKED_MAX_KINDS + kind;
    struct packed_record record = packed_code_board(entry->board);
    record.middle |= code >> 32;
    record.low = (uint32_t)code;
    return record;
}

uint64_t packed_code_sum(const struct packed_entry *entry, packed_kind kind)
{
    uint8_t bytes[PACKED_RECORD + PACKED_KIND];
    const struct packed_record record = packed_code_write(entry, 0);
    packed_code_to_bytes(&record, bytes);
    bytes_write_le(bytes + PACKED_RECORD, kind, PACKED_KIND);
    return checksum_of(bytes, sizeof bytes);
}

unsigned packed_code_kind_number(const struct packed_record *record)
{
    return record->low % PACKED_MAX_KINDS;
}

struct packed_record packed_code_with_kind(struct packed_record record, unsigned kind)
{
    record.low = record.low - record.low % PACKED_MAX_KINDS + kind;
    return record;
}

/* What the numbers of an entry must be, legal moves included. */
static const char *fault_of(const struct packed_entry *entry, uint64_t legal)
{
    const struct book_evidence *evidence = &entry->evidence;
    const int value = entry->value_cd, score = evidence->score_cd;
    if (value != BOOK_NO_VALUE && (value < -BOOK_SCORE_MAX || value > BOOK_SCORE_MAX))
        return "the value is outside -64..64";
    if (entry->best != OFL_NO_MOVE && (entry->best > 63 || !(legal & bit_of(entry->best))))
        return "the best move is not legal";
    if (entry->low > entry->high || entry->low < -BOOK_PROOF_MAX || entry->high > BOOK_PROOF_MAX)
        return "the bounds are no interval in -64..64";
    if (entry->low == entry->high && value != 100 * entry->low)
        return "the value is not the one that is proved";
    if (value != BOOK_NO_VALUE && (value < 100 * entry->low || value > 100 * entry->high))
        return "the value is outside its bounds";
    if (entry->role == PACKED_NONE)
        return NULL;
    if (score < -BOOK_SCORE_MAX || score > BOOK_SCORE_MAX)
        return "the score is outside -64..64";
    if (evidence->move > 63 || !(legal & bit_of(evidence->move)))
        return "the move of the evidence is not legal";
    return NULL;
}

static bool has_kind(const struct packed_entry *entry)
{
    const struct book_evidence *evidence = &entry->evidence;
    return evidence->depth < DEPTHS && evidence->confidence < CONFIDENCES &&
           evidence->source < N_BOOK_SOURCES && entry->role < N_PACKED_ROLES &&
           entry->flags < FLAGS && (entry->role != PACKED_NONE) == book_evidence_exists(evidence);
}

bool packed_code_check(const struct packed_entry *entry, struct reason *reason)
{
    const uint64_t legal = ofl_legal_moves(entry->board);
    const char *fault = !packed_code_has_board(entry->board) ? "the centre is not full"
                        : !legal                             ? "the side to move cannot move"
                        : !has_kind(entry)                   ? "the evidence is outside its range"
                                                             : fault_of(entry, legal);
    return !fault || reason_set(reason, "%s", fault);
}

bool packed_code_read(const struct packed_record *record, const packed_kind *kinds,
                      unsigned n_kinds, struct packed_entry *entry, struct reason *reason)
{
    uint64_t code = (record->middle & UINT64_C(0xFFFFFFF)) << 32 | record->low;
    const unsigned kind = take(&code, PACKED_MAX_KINDS);
    if (kind >= n_kinds)
        return reason_set(reason, "there is no kind %u", kind);
    entry->n_games = games_of_code(take(&code, GAMES));
    const unsigned move = take(&code, SQUARES);
    const int score = (int)take(&code, SCORES) - BOOK_SCORE_MAX;
    const unsigned best = take(&code, SQUARES);
    if (code > SCORES)
        return reason_set(reason, "the value is outside -64..64");
    entry->value_cd =
        code == SCORES ? (int16_t)BOOK_NO_VALUE : (int16_t)((int)code - BOOK_SCORE_MAX);
    entry->best = best < 64 ? (uint8_t)best : OFL_NO_MOVE;
    entry->evidence.excluded = 0;
    if (!set_kind(entry, kinds[kind]))
        return reason_set(reason, "kind %u cannot be", kind);
    const bool has_evidence = entry->role != PACKED_NONE;
    if (!has_evidence && (move != 64 || score != -BOOK_SCORE_MAX))
        return reason_set(reason, "there is a move without evidence");
    entry->evidence.move = has_evidence ? (uint8_t)move : 0;
    entry->evidence.score_cd = has_evidence ? (int16_t)score : 0;
    const char *fault = fault_of(entry, ofl_legal_moves(entry->board));
    return !fault || reason_set(reason, "%s", fault);
}

void packed_code_to_bytes(const struct packed_record *record, uint8_t bytes[PACKED_RECORD])
{
    bytes_write_le(bytes, record->high, 8);
    bytes_write_le(bytes + 8, record->middle, 8);
    bytes_write_le(bytes + 16, record->low, 4);
}

struct packed_record packed_code_from_bytes(const uint8_t bytes[PACKED_RECORD])
{
    return (struct packed_record){.high = bytes_read_le(bytes, 8),
                                  .middle = bytes_read_le(bytes + 8, 8),
                                  .low = (uint32_t)bytes_read_le(bytes + 16, 4)};
}
