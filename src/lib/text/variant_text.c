/* text/variant_text.c - see variant_text.h. */
#include "text/variant_text.h"

#include <string.h>

#include "base/ascii.h"
#include "base/bits.h"

static const uint64_t CENTRE = UINT64_C(0x0000001818000000);

/* ---- names ---- */

/* "c3,f6" */
static bool read_holes(const char *text, size_t length, uint64_t *holes, struct reason *reason)
{
    *holes = 0;
    for (size_t at = 0; at <= length; at += 3) {
        const bool is_whole = at + 2 <= length && (at + 2 == length || text[at + 2] == ',');
        const int square = is_whole ? ofl_move_from_text(text + at, 2) : OFL_NO_MOVE;
        if (square >= OFL_PASS)
            return reason_set(reason, "expected squares such as holes:c3,f6, found '%.*s'",
                              (int)length, text);
        *holes |= bit_of(square);
    }
    if (*holes & CENTRE)
        return reason_set(reason, "a game begins on d4, e4, d5 and e5: they cannot be holes");
    return true;
}

static bool read_word(const char *word, size_t length, struct ofl_variant *variant,
                      struct reason *reason)
{
    static const char HOLES[] = "holes:";
    const size_t n = strlen(HOLES);
    uint64_t holes;
    if (length == 4 && memcmp(word, "anti", 4) == 0) {
        variant->fewer_wins = true;
        return true;
    }
    if (length == 3 && (memcmp(word, "4x4", 3) == 0 || memcmp(word, "6x6", 3) == 0))
        holes = variant_holes_of(word[0] == '4' ? 4 : 6);
    else if (length <= n || memcmp(word, HOLES, n) != 0)
        return reason_set(reason, "expected anti, 4x4, 6x6 or holes:SQUARES, found '%.*s'",
                          (int)length, word);
    else if (!read_holes(word + n, length - n, &holes, reason))
        return false;
    if (variant->holes)
        return reason_set(reason, "a board has one shape: '%.*s' is a second one", (int)length,
                          word);
    variant->holes = holes;
    return true;
}

bool variant_read(const char *text, struct ofl_variant *variant, struct reason *reason)
{
    struct ofl_variant read = {0};
    for (const char *word = text;; word++) {
        const size_t length = strcspn(word, "+");
        if (!read_word(word, length, &read, reason))
            return false;
        word += length;
        if (!*word)
            break;
    }
    *variant = read;
    return true;
}

void variant_add_name(struct strbuf *out, struct ofl_variant variant)
{
    const int size = variant_size(variant);
    char name[8];
    if (variant.holes && size < 8)
        strbuf_addf(out, "%dx%d", size, size);
    else if (variant.holes)
        strbuf_add(out, "holes:");
    for (uint64_t left = size < 8 ? 0 : variant.holes; left; left = bit_drop(left))
        strbuf_addf(out, "%s%s", ofl_move_to_text(bit_first(left), false, name),
                    bit_drop(left) ? "," : "");
    if (variant.fewer_wins)
        strbuf_add(out, variant.holes ? "+anti" : "anti");
}

/* ---- boards as text ---- */

/* 0 Black, 1 White, 2 empty, -1 none of them. */
static int cell_of(int c)
{
    static const char letters[] = "*XxBbOo0Ww-._";
    const char *at = c > 0 ? strchr(letters, c) : NULL;
    return !at ? -1 : at - letters < 5 ? 0 : at - letters < 10 ? 1 : 2;
}

bool variant_read_position(struct ofl_variant variant, struct text *text, ofl_position *position,
                           struct ofl_text_error *error)
{
    const int size = variant_size(variant), n_all = size * size;
    struct text t = *text;
    uint64_t discs[3] = {0};
    int n = 0, cell = -1;
    for (; n <= n_all; t.at++) {
        const int c = text_peek(&t, 0);
        if (ascii_is_blank(c))
            continue;
        if ((cell = cell_of(c)) < 0 || (n == n_all && cell == 2))
            break;
        if (n++ < n_all)
            discs[cell] |= bit_of(8 * ((n - 1) / size) + (n - 1) % size);
    }
    if (n <= n_all)
        return text_fail(error, &t, t.at, "expected %d squares and the side to move, found %d",
                         n_all, n);
    if ((discs[0] | discs[1]) & variant.holes)
        return text_fail(error, text, text->at, "a disc lies on a square that is out of play");
    position->board = (ofl_board){discs[cell], discs[!cell]};
    position->turn = (enum ofl_color)cell;
    *text = t;
    return true;
}

void variant_write_position(struct ofl_variant variant, ofl_position position, char *out)
{
    const int size = variant_size(variant);
    const ofl_board board = position.turn == OFL_BLACK ? position.board : ofl_swap(position.board);
    for (int i = 0; i < size * size; i++) {
        const uint64_t bit = bit_of(8 * (i / size) + i % size);
        *out++ = board.player & bit ? '*' : board.opponent & bit ? 'O' : '-';
    }
    *out++ = ' ';
    *out++ = position.turn == OFL_BLACK ? '*' : 'O';
    *out = '\0';
}
