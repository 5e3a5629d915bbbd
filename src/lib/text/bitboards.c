/* text/bitboards.c - two boards of 64 bits in hexadecimal: the discs of the side to move, then those
 * of the other side, and the side (rows of the table of formats, text/format.h).
 *
 * Bit 0 is a1 and bit 63 h8, as in Edax and here; where the user says so bit 63 is a1, as in
 * Egaroucid. "black" or "white" before a board says whose it is. */
#include "text/bitboards.h"

#include <inttypes.h>
#include <string.h>

#include "base/ascii.h"
#include "base/number.h"
#include "text/format.h"

enum owner { OWNER_MOVER, OWNER_OTHER, OWNER_BLACK, OWNER_WHITE };

struct pair {
    uint64_t bits[2];
    enum owner owner[2];
    bool is_prefixed; /* both begin with "0x" or say whose they are */
    bool has_turn;
    enum ofl_color turn;
};

static void skip_separators(struct text *text)
{
    for (int c; c = text_peek(text, 0), ascii_is_blank(c) || (c > 0 && strchr(",;/|", c));)
        text->at++;
}

/* "black = " before a board; false if there is no such word. */
static bool skip_owner(struct text *text, enum owner *owner)
{
    static const struct { const char *word; enum owner owner; } words[] = {
        {"black", OWNER_BLACK}, {"white", OWNER_WHITE},
        {"player", OWNER_MOVER}, {"opponent", OWNER_OTHER}};
    size_t n = 0;
    while (ascii_is_letter(text_peek(text, n)))
        n++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ascii_is_word(text->begin + text->at, n, words[i].word)) {
            *owner = words[i].owner;
            text->at += n;
            for (int c; c = text_peek(text, 0), c == ' ' || c == '=' || c == ':';)
                text->at++;
            return true;
        }
    return false;
}

static int hex_at(const struct text *text, size_t ahead)
{
    const int c = text_peek(text, ahead);
    return c < 0 ? -1 : number_hex_digit((char)c);
}

/* "0x" and 1 to 16 digits, with the letters that C writes behind; or 16 digits. */
static bool read_bits(struct text *text, uint64_t *bits, bool *is_prefixed)
{
    const bool has_prefix = text_peek(text, 0) == '0' && ascii_lower(text_peek(text, 1)) == 'x';
    const size_t start = has_prefix ? 2 : 0;
    size_t n = 0;
    *bits = 0;
    for (; n <= 16 && hex_at(text, start + n) >= 0; n++)
        *bits = *bits << 4 | (uint64_t)hex_at(text, start + n);
    size_t end = start + n;
    for (int c; has_prefix && (c = ascii_lower(text_peek(text, end)), c == 'u' || c == 'l');)
        end++;
    const int after = text_peek(text, end);
    if (n == 0 || n > 16 || (!has_prefix && n != 16) || ascii_is_letter(after) ||
        ascii_is_digit(after))
        return false;
    *is_prefixed &= has_prefix;
    text->at += end;
    return true;
}

/* The side behind the boards, if there is one. */
static void read_turn(struct text *text, struct pair *pair)
{
    struct text t = *text;
    skip_separators(&t);
    size_t n = 0;
    while (ascii_is_letter(text_peek(&t, n)) || text_peek(&t, n) == '*')
        n++;
    const char *word = t.begin + t.at;
    const int c = ascii_lower(text_peek(&t, 0));
    const bool is_word = ascii_is_word(word, n, "black") || ascii_is_word(word, n, "white");
    if (!is_word && (n != 1 || !strchr("bwxo*", c)))
        return;
    pair->has_turn = true;
    pair->turn = strchr("bx*", c) ? OFL_BLACK : OFL_WHITE;
    t.at += n;
    *text = t;
}

static bool read_pair(struct text *text, struct pair *pair, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    *pair = (struct pair){.owner = {OWNER_MOVER, OWNER_OTHER}, .is_prefixed = true};
    bool has_owners = true;
    for (int i = 0; i < 2; i++) {
        skip_separators(text);
        has_owners &= skip_owner(text, &pair->owner[i]);
        if (!read_bits(text, &pair->bits[i], &pair->is_prefixed))
            return text_fail(error, text, text->at,
                             "expected 64 bits as 0x and up to 16 hexadecimal digits, found %s",
                             text_found(text, text->at, found));
    }
    pair->is_prefixed |= has_owners;
    read_turn(text, pair);
    return true;
}

bool bitboards_knows(struct text text)
{
    struct pair pair;
    return read_pair(&text, &pair, NULL) && pair.is_prefixed;
}

bool bitboards_knows_bare(struct text text)
{
    struct pair pair;
    return read_pair(&text, &pair, NULL);
}

bool bitboards_knows_never(struct text text)
{
    return false; /* the other order of bits: only where the user says so */
}

static uint64_t reverse(uint64_t bits)
{
    uint64_t reversed = 0;
    for (int i = 0; i < 64; i++)
        reversed |= (bits >> i & 1) << (63 - i);
    return reversed;
}

static bool read_board(struct text *text, enum bit_order order, struct reading *reading,
                       struct ofl_text_error *error)
{
    const size_t at = text->at;
    struct pair pair;
    if (!read_pair(text, &pair, error))
        return false;
    if (pair.bits[0] & pair.bits[1])
        return text_fail(error, text, at, "expected two boards apart, found squares in both");
    for (int i = 0; i < 2; i++)
        pair.bits[i] = order == BITS_FROM_H8 ? reverse(pair.bits[i]) : pair.bits[i];
    const bool is_by_color = pair.owner[0] >= OWNER_BLACK;
    if (is_by_color != (pair.owner[1] >= OWNER_BLACK) || pair.owner[0] == pair.owner[1])
        return text_fail(error, text, at,
                         "expected black and white, or player and opponent, found other owners");
    const enum owner first = is_by_color && pair.turn == OFL_BLACK   ? OWNER_BLACK
                             : is_by_color                           ? OWNER_WHITE
                                                                     : OWNER_MOVER;
    const int mover = pair.owner[1] == first;
    reading->obf.position =
        (ofl_position){{pair.bits[mover], pair.bits[!mover]}, pair.turn};
    if (!pair.has_turn)
        reading_note(reading, "no side to move is given: black is to move");
    ofl_game_init(&reading->game, reading->obf.position);
    return true;
}

bool bitboards_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    return read_board(text, BITS_FROM_A1, reading, error);
}

bool bitboards_read_reversed(struct text *text, struct reading *reading,
                             struct ofl_text_error *error)
{
    return read_board(text, BITS_FROM_H8, reading, error);
}

void bitboards_add(struct strbuf *out, enum bit_order order, ofl_position position)
{
    uint64_t player = position.board.player, opponent = position.board.opponent;
    if (order == BITS_FROM_H8) {
        player = reverse(player);
        opponent = reverse(opponent);
    }
    strbuf_addf(out, "0x%016" PRIx64 " 0x%016" PRIx64 " %c", player, opponent,
                position.turn == OFL_BLACK ? 'X' : 'O');
}
