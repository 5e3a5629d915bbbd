/* text/sgf.c - an Othello game in the Smart Game Format.
 *
 * The main line is what stands before the first ')': a game tree's first branch always follows at
 * once. The other branches are variations. Nothing calls itself, so that no depth of nesting can do
 * harm. Squares are letters,
 * "fe" for column f and row 5 from above, or "f5"; GoGui counts the rows of letters from below.
 * (Format: SGF FF[1] to FF[4]; files of GoGui, Quarry and gogui-twogtp.) */
#include "text/format.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/bits.h"
#include "text/ggf_field.h"
#include "text/replay.h"
#include "text/result.h"
#include "text/tag_names.h"
#include "text/variations.h"

struct sgf {
    struct reading to;
    uint64_t discs[2]; /* set up so far, by colour */
    enum ofl_color turn;
    bool from_below;  /* how rows of letters are counted */
    bool has_setup, has_turn, has_moves, has_letters;
    bool says_othello; /* by GM or SZ */
    bool is_gogui;    /* AP says so */
    bool has_odd_komi; /* KM is no number, or a huge one */
    bool has_two_colors; /* a square is set up twice */
    bool has_rest;     /* a node of a move has more than moves and comments */
    bool has_brace;    /* a comment of a variation has '}' */
    struct text result;  /* the value of RE; its length is 0 if there is none */
    struct ofl_text_error *error;
};

typedef bool (*property_reader)(struct sgf *sgf, struct text value);

static const char *value_of(const struct text *value) { return value->begin + value->at; }
static size_t length_of(const struct text *value) { return value->length - value->at; }

/* Row and column as letters; -1 if it is no such square. */
static int read_letters(struct sgf *sgf, const char *at)
{
    int column = ascii_lower((unsigned char)at[0]) - 'a';
    int row = ascii_lower((unsigned char)at[1]) - 'a';
    if (column < 0 || column > 7 || row < 0 || row > 7)
        return -1;
    sgf->has_letters = true;
    return 8 * (sgf->from_below ? 7 - row : row) + column;
}

/* A square or a pass; OFL_NO_MOVE if it is neither. */
static int read_point(struct sgf *sgf, struct text value)
{
    value = ggf_trim(value);
    const char *at = value_of(&value);
    size_t n = length_of(&value);
    if (n == 0 || ascii_is_word(at, n, "tt"))
        return OFL_PASS;
    int square = n == 2 ? read_letters(sgf, at) : -1;
    return square >= 0 ? square : ofl_move_from_text(at, n);
}

static void begin_game(struct sgf *sgf, enum ofl_color first)
{
    if (sgf->has_moves)
        return;
    sgf->has_moves = true;
    ofl_position start = ofl_position_start();
    enum ofl_color turn = sgf->has_turn ? sgf->turn : first;
    if (sgf->has_setup)
        start.board = (ofl_board){sgf->discs[OFL_BLACK], sgf->discs[OFL_WHITE]};
    if (turn != OFL_BLACK)
        start = (ofl_position){ofl_swap(start.board), turn};
    sgf->to.game.start = sgf->to.game.position = start;
}

static bool play(struct sgf *sgf, struct text value, enum ofl_color color)
{
    char found[TEXT_FOUND];
    int move = read_point(sgf, value);
    struct ofl_game *game = &sgf->to.game;
    const char *name = color == OFL_BLACK ? "black" : "white";
    if (move == OFL_NO_MOVE)
        return text_fail(sgf->error, &value, value.at, "expected a square or a pass, found %s",
                         text_found(&value, value.at, found));
    /* Either side may begin. */
    begin_game(sgf, color);
    /* Passes at the end are usual in Go; here nothing is left to pass. */
    if (move == OFL_PASS && ofl_is_over(game->position.board))
        return true;
    if (game->position.turn != color && ofl_is_legal(game->position.board, OFL_PASS))
        replay_implied_pass(game);
    if (game->position.turn != color)
        return text_fail(sgf->error, &value, value.at, "it is not %s's turn here%s", name,
                         ofl_is_over(game->position.board) ? ": the game is over" : "");
    const char *reason = ofl_illegal_reason(game->position.board, move);
    if (!reason && ofl_game_play(game, move))
        return true;
    return text_fail(sgf->error, &value, value.at, "%s is not legal for %s here: %s",
                     move == OFL_PASS ? "a pass" : text_found(&value, value.at, found), name,
                     reason ? reason : "too many moves");
}

static bool read_b(struct sgf *sgf, struct text value) { return play(sgf, value, OFL_BLACK); }
static bool read_w(struct sgf *sgf, struct text value) { return play(sgf, value, OFL_WHITE); }

enum { SETUP_EMPTY = 2 };

/* "fe", or a rectangle "aa:bb". */
static bool set_up(struct sgf *sgf, struct text value, int color)
{
    char found[TEXT_FOUND];
    struct text first = value, second = value;
    const char *colon = memchr(value_of(&value), ':', length_of(&value));
    if (colon) {
        first.length = (size_t)(colon - value.begin);
        second.at = first.length + 1;
    }
    int from = read_point(sgf, first), to = read_point(sgf, second);
    if (sgf->has_moves)
        return text_fail(sgf->error, &value, value.at, "discs are set up after the first move");
    if (from < 0 || from > 63 || to < 0 || to > 63)
        return text_fail(sgf->error, &value, value.at, "expected a square, found %s",
                         text_found(&value, value.at, found));
    sgf->has_setup = true;
    for (int square = 0; square < 64; square++) {
        int row = square / 8, column = square % 8;
        if ((row - from / 8) * (row - to / 8) > 0 || (column - from % 8) * (column - to % 8) > 0)
            continue;
        sgf->has_two_colors |= (color != OFL_BLACK && (sgf->discs[OFL_BLACK] & bit_of(square))) ||
                               (color != OFL_WHITE && (sgf->discs[OFL_WHITE] & bit_of(square)));
        for (int side = 0; side < 2; side++)
            sgf->discs[side] = side == color ? sgf->discs[side] | bit_of(square)
                                             : sgf->discs[side] & ~bit_of(square);
    }
    return true;
}

static bool read_ab(struct sgf *sgf, struct text value) { return set_up(sgf, value, OFL_BLACK); }
static bool read_aw(struct sgf *sgf, struct text value) { return set_up(sgf, value, OFL_WHITE); }
static bool read_ae(struct sgf *sgf, struct text value) { return set_up(sgf, value, SETUP_EMPTY); }

static bool is_value(struct text value, const char *word)
{
    value = ggf_trim(value);
    return ascii_is_word(value_of(&value), length_of(&value), word);
}

static bool read_pl(struct sgf *sgf, struct text value)
{
    char found[TEXT_FOUND];
    bool is_black = is_value(value, "b") || is_value(value, "black") || is_value(value, "1");
    bool is_white = is_value(value, "w") || is_value(value, "white") || is_value(value, "2");
    if (!is_black && !is_white)
        return text_fail(sgf->error, &value, value.at, "expected PL[B] or PL[W], found %s",
                         text_found(&value, value.at, found));
    if (sgf->has_turn && is_black != (sgf->turn == OFL_BLACK))
        reading_note(&sgf->to, "PL is given twice, and the last counts");
    if (!sgf->has_moves) {
        sgf->turn = is_black ? OFL_BLACK : OFL_WHITE;
        sgf->has_turn = true;
    }
    return true;
}

static bool read_sz(struct sgf *sgf, struct text value)
{
    char found[TEXT_FOUND];
    sgf->says_othello = true;
    return is_value(value, "8") || is_value(value, "8:8") ||
           text_fail(sgf->error, &value, value.at, "expected the board size 8, found %s",
                     text_found(&value, value.at, found));
}

static bool read_gm(struct sgf *sgf, struct text value)
{
    char found[TEXT_FOUND];
    sgf->says_othello = true;
    return is_value(value, "2") || is_value(value, "othello") || is_value(value, "reversi") ||
           text_fail(sgf->error, &value, value.at, "expected GM[2], Othello, found %s",
                     text_found(&value, value.at, found));
}

static bool read_ap(struct sgf *sgf, struct text value)
{
    static const char *const names[] = {"gogui", "twogtp"};
    for (; !text_at_end(&value); value.at++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            size_t n = strlen(names[i]);
            sgf->is_gogui |= length_of(&value) >= n && ascii_is_word(value_of(&value), n, names[i]);
        }
    return true;
}

static bool read_re(struct sgf *sgf, struct text value)
{
    char old[OFL_NAME_TEXT], new[OFL_NAME_TEXT];
    ggf_copy_text(new, ggf_trim(value));
    ggf_copy_text(old, ggf_trim(sgf->result));
    if (sgf->result.length && strcmp(old, new) != 0)
        reading_note(&sgf->to, "RE is given twice, and the first counts");
    else
        sgf->result = value;
    return true;
}

/* A game is not lost by a bad one. */
static bool read_km(struct sgf *sgf, struct text value)
{
    double komi;
    bool is_known;
    value = ggf_trim(value);
    const bool is_read = ggf_read_number(value, 64, &komi, &is_known, NULL);
    if (sgf->to.game.komi != 0 && komi != sgf->to.game.komi)
        reading_note(&sgf->to, "KM is given twice, and the first counts");
    else if (is_read && is_known)
        sgf->to.game.komi = komi;
    sgf->has_odd_komi |= !is_read || (!is_known && !text_at_end(&value));
    return true;
}

/* What tells of the file itself. */
static bool read_nothing(struct sgf *sgf, struct text value)
{
    return true;
}

static const struct { const char *name; property_reader read; } readers[] = {
    {"B", read_b},   {"W", read_w},   {"AB", read_ab}, {"AW", read_aw}, {"AE", read_ae},
    {"PL", read_pl}, {"SZ", read_sz}, {"GM", read_gm}, {"AP", read_ap}, {"RE", read_re},
    {"KM", read_km},
    {"FF", read_nothing}, {"CA", read_nothing}, {"ST", read_nothing},
};

static const struct { const char *name; enum reading_field field; } texts[] = {
    {"PB", READING_BLACK}, {"PW", READING_WHITE}, {"PC", READING_PLACE}, {"DT", READING_DATE},
};

/* Without the backslashes that keep the next byte from its meaning. */
static size_t unescape(struct text value, char *plain, size_t size)
{
    size_t n = 0;
    value = ggf_trim(value);
    for (; !text_at_end(&value) && n < size; value.at++) {
        if (text_peek(&value, 0) == '\\' && text_peek(&value, 1) >= 0)
            value.at++;
        plain[n++] = value.begin[value.at];
    }
    return n;
}

/* Comments belong to the move of their node; of other properties those of the whole game are kept. */
static void keep_tag(struct sgf *sgf, const char *name, struct text value)
{
    char shared[TAG_NAME], plain[TAGS_SIZE];
    const bool is_comment = strcmp(name, "C") == 0;
    if (!is_comment && sgf->to.game.n_played > 0) {
        sgf->has_rest = true;
        return;
    }
    if (is_comment)
        name = "GC";
    if (tag_name_read(TAG_SGF, name, strlen(name), shared))
        tags_add(&sgf->to.tags, is_comment ? sgf->to.game.n_played : 0, shared, plain,
                 unescape(value, plain, sizeof plain));
}

static bool use_property(struct sgf *sgf, const char *name, struct text value)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (strcmp(name, readers[i].name) == 0)
            return readers[i].read(sgf, value);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(name, texts[i].name) == 0) {
            char plain[4 * OFL_NAME_TEXT];
            const size_t n = unescape(value, plain, sizeof plain);
            reading_set(&sgf->to, texts[i].field, plain, n);
            return true;
        }
    keep_tag(sgf, name, value);
    return true;
}

enum { NAME_SIZE = 8 };

/* The name in capitals. "Black" of old files is B: small letters beside capitals are left out. A
 * name of small letters only is meant as capitals, and so is the word "black" or "white". */
static size_t read_name(struct text *text, char name[NAME_SIZE])
{
    const char *word = text->begin + text->at;
    size_t length = 0, n_upper = 0, n = 0;
    for (int c; c = text_peek(text, length), ascii_is_letter(c); length++)
        n_upper += c >= 'A' && c <= 'Z';
    for (size_t i = 0; i < length && n < NAME_SIZE - 1; i++) {
        bool is_upper = word[i] >= 'A' && word[i] <= 'Z';
        if (is_upper || n_upper == 0)
            name[n++] = is_upper ? word[i] : (char)(word[i] - ('a' - 'A'));
    }
    if (ascii_is_word(word, length, "black") || ascii_is_word(word, length, "white"))
        n = 1;
    name[n] = '\0';
    text->at += length;
    return length;
}

/* "[value]"; a backslash keeps the next byte from ending it. */
static bool read_value(struct text *text, struct text *value, struct ofl_text_error *error)
{
    *value = *text;
    value->at++;
    for (text->at++; !text_at_end(text); text->at++) {
        int c = text_peek(text, 0);
        if (c == ']') {
            value->length = text->at++;
            return true;
        }
        text->at += c == '\\' && text_peek(text, 1) >= 0;
    }
    return text_fail(error, text, value->at - 1, "this '[' has no ']'");
}

/* NAME[value][value]... */
static bool read_property(struct sgf *sgf, struct text *text)
{
    char found[TEXT_FOUND], name[NAME_SIZE];
    if (!read_name(text, name))
        return text_fail(sgf->error, text, text->at,
                         "expected a property, ';', '(' or ')', found %s",
                         text_found(text, text->at, found));
    text_skip_blanks(text);
    if (text_peek(text, 0) != '[')
        return text_fail(sgf->error, text, text->at, "expected '[' after a property, found %s",
                         text_found(text, text->at, found));
    while (text_peek(text, 0) == '[') {
        struct text value;
        if (!read_value(text, &value, sgf->error) || !use_property(sgf, name, value))
            return false;
        text_skip_blanks(text);
    }
    return true;
}

static bool read_main_line(struct sgf *sgf, struct text *text)
{
    for (int c; text_skip_blanks(text), (c = text_peek(text, 0)) != ')';) {
        if (c < 0)
            return text_fail(sgf->error, text, text->at, "the game has no ')'");
        if (c == '(' || c == ';')
            text->at++;
        else if (!read_property(sgf, text))
            return false;
    }
    begin_game(sgf, OFL_BLACK);
    return true;
}

/* ---- variations ---- */

enum { MOST_LEVELS = 256 };

/* An open '(', or the record itself. */
struct level {
    int ply;           /* of the game where it opened */
    size_t begin;      /* of its text in the line */
    size_t goes_on_at; /* where its first branch begins there, */
    size_t others_at;  /* and where the others go; 0: not known yet */
    bool is_other;     /* than the first of its branches */
    bool has_branch;
};

struct branches {
    struct sgf at;           /* to.game: the moves up to here */
    struct level levels[MOST_LEVELS];
    int depth, n_main;       /* the last level; the last that the main line opened, or -1: it goes on */
    int n_others;            /* levels of the line that are is_other */
    struct strbuf line;
    int bad_depth;           /* the level that ends here, for what follows is not legal; 0: none does */
    bool has_left_out;
};

static void open_branch(struct branches *b)
{
    struct level *const parent = &b->levels[b->depth], *const level = &b->levels[++b->depth];
    const size_t length = b->line.length;
    *level = (struct level){.ply = b->at.to.game.n_played, .begin = length, .is_other = parent->has_branch};
    if (!parent->has_branch)
        parent->goes_on_at = length;
    parent->has_branch = true;
    if (level->is_other && b->n_others++ > 0)
        strbuf_add(&b->line, " (");
    if (!b->bad_depth && (b->n_others > VARIATION_DEPTH || length > TAGS_SIZE))
        b->bad_depth = b->depth;
}

/* Behind the first move from `begin` on and its comments; 0: there is none. */
static size_t behind_move(const struct strbuf *line, size_t begin)
{
    struct variation_part part;
    size_t end = 0;
    for (const char *at = line->data ? line->data + begin : ""; variation_next(&at, &part);) {
        if (part.kind == VARIATION_OPEN || (part.kind == VARIATION_MOVE && end))
            break;
        if (part.kind == VARIATION_MOVE || end)
            end = (size_t)(at - line->data);
    }
    return end;
}

/* What ends the line stands behind the move that it might be played for. */
static void move_into_place(struct strbuf *line, size_t begin, struct level *parent)
{
    struct strbuf branch = {0}, rest = {0};
    const size_t to = parent->others_at;
    strbuf_add_bytes(&rest, line->data + to, begin - to);
    strbuf_add_bytes(&branch, line->data + begin, line->length - begin);
    line->length = to;
    strbuf_addf(line, "%s)", branch.data ? branch.data : "");
    parent->others_at = line->length;
    strbuf_add(line, rest.data ? rest.data : "");
    strbuf_free(&branch);
    strbuf_free(&rest);
}

static void close_branch(struct branches *b, struct tags *tags)
{
    const struct level level = b->levels[b->depth];
    struct level *const parent = &b->levels[b->depth - 1];
    b->has_left_out |= b->bad_depth > 0;
    b->bad_depth = b->bad_depth == b->depth ? 0 : b->bad_depth;
    b->depth--;
    while (b->at.to.game.n_played > level.ply)
        ofl_game_undo(&b->at.to.game);
    if (b->n_main < 0 || b->depth < b->n_main)
        b->n_main = b->depth;
    if (!level.is_other)
        return;
    const bool is_inner = --b->n_others > 0;
    if (is_inner && !parent->others_at)
        parent->others_at = behind_move(&b->line, parent->goes_on_at);
    const bool is_kept = (!is_inner || parent->others_at) &&
                         behind_move(&b->line, level.begin + (is_inner ? strlen(" (") : 0));
    b->has_left_out |= !is_kept;
    if (is_inner && is_kept)
        move_into_place(&b->line, level.begin, parent);
    else if (is_kept)
        tags_add(tags, level.ply + 1, "variation", b->line.data, b->line.length);
    if (!is_inner || !is_kept)
        b->line.length = level.begin;
    if (b->line.data)
        b->line.data[b->line.length] = '\0';
}

static void use_in_branch(struct branches *b, const char *name, struct text value)
{
    char plain[TAGS_SIZE];
    const bool is_beside = b->n_main >= 0; /* the main line has ended */
    const bool is_move = strcmp(name, "B") == 0 || strcmp(name, "W") == 0;
    const int ply = b->at.to.game.n_played;
    const bool is_behind = b->levels[b->depth].has_branch; /* where no node may stand */
    b->has_left_out |= is_behind;
    if (b->bad_depth || is_behind)
        return;
    if (is_move) {
        b->bad_depth = play(&b->at, value, *name == 'B' ? OFL_BLACK : OFL_WHITE) ? 0 : b->depth;
        if (is_beside)
            variation_add_moves(&b->line, &b->at.to.game, ply);
    } else if (is_beside && strcmp(name, "C") == 0) {
        const size_t n = unescape(value, plain, sizeof plain);
        b->at.has_brace |= memchr(plain, '}', n) != NULL;
        variation_add_comment(&b->line, plain, n);
    } else if (is_beside) {
        b->at.has_rest = true;
        if (strcmp(name, "AB") == 0 || strcmp(name, "AW") == 0 || strcmp(name, "AE") == 0)
            b->bad_depth = b->depth;
    }
}

/* At the end of the record, of a game that is taken back to its start. */
static bool walk_branches(struct branches *b, struct text text, struct tags *tags)
{
    for (int c; text_skip_blanks(&text), (c = text_peek(&text, 0)) != ')' || b->depth > 0;) {
        char name[NAME_SIZE] = "";
        struct text value;
        if (c < 0 || (c == '(' && b->depth + 1 == MOST_LEVELS))
            return false;
        if (c == '(')
            open_branch(b);
        else if (c == ')')
            close_branch(b, tags);
        if (c == '(' || c == ')' || c == ';')
            text.at++;
        else if (!read_name(&text, name))
            return false;
        while (text_skip_blanks(&text), *name && text_peek(&text, 0) == '[') {
            if (!read_value(&text, &value, NULL))
                return false;
            use_in_branch(b, name, value);
        }
    }
    return !b->has_left_out;
}

/* Keeps as variations the branches behind the first ones. `text` is at the first node, and the main line
 * is legal. False: some were left out. */
static bool keep_branches(struct sgf *sgf, struct text text)
{
    struct branches *const b = calloc(1, sizeof *b);
    if (!b)
        return false;
    b->at = *sgf;
    b->at.error = NULL;
    b->n_main = -1;
    while (ofl_game_undo(&b->at.to.game))
        continue;
    const bool is_whole = walk_branches(b, text, &sgf->to.tags);
    sgf->has_rest |= b->at.has_rest;
    sgf->has_brace = b->at.has_brace;
    strbuf_free(&b->line);
    free(b);
    return is_whole;
}

/* Reads the main line with rows counted one way. */
static bool read_one_way(struct sgf *sgf, struct text text, bool from_below,
                         struct ofl_text_error *error)
{
    *sgf = (struct sgf){.from_below = from_below, .error = error};
    ofl_game_init(&sgf->to.game, ofl_position_start());
    return read_main_line(sgf, &text);
}

/* Both ways, if rows matter; the one that is legal throughout is taken, SGF's own if both are and
 * the file is not GoGui's. If none is, the error is that of the way that led further. */
static bool read_either_way(struct sgf *sgf, struct text text, struct ofl_text_error *error)
{
    struct ofl_text_error above_error = {0}, below_error = {0};
    struct sgf below;
    bool is_above = read_one_way(sgf, text, false, &above_error), is_below = false;
    if (sgf->has_letters && (!is_above || sgf->is_gogui)) {
        is_below = read_one_way(&below, text, true, &below_error);
        bool is_further = below.to.game.n_played > sgf->to.game.n_played && !is_above;
        if (is_below || is_further) {
            *sgf = below;
            above_error = below_error;
        }
    }
    if (!is_above && !is_below && error)
        *error = above_error;
    return is_above || is_below;
}

bool sgf_knows(struct text text) { return frame_find(&text) && !frame_is_ggf(text); }

bool sgf_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    struct sgf sgf;
    if (!frame_expect(text, "SGF", error) || !read_either_way(&sgf, *text, error))
        return false;
    /* An empty record must not replace a game unless it says that it is one. */
    const bool is_empty = sgf.to.game.n_played == 0 && !sgf.has_setup;
    if (is_empty && !sgf.says_othello)
        return text_fail(error, text, text->at,
                         "expected moves, a board or GM[2] in the record, found none of them");
    const bool is_whole = keep_branches(&sgf, *text);
    sgf.to.format = reading->format;
    sgf.to.at = reading->at;
    *reading = sgf.to;
    if (sgf.from_below)
        reading_note(reading, "rows are counted from below, as GoGui does");
    if (sgf.has_odd_komi)
        reading_note(reading, "KM is no number from -64 to 64: no komi");
    if (sgf.has_two_colors)
        reading_note(reading, "a square is set up twice, and the last counts");
    if (sgf.has_rest)
        reading_note(reading, "of moves only comments are kept");
    if (sgf.has_brace)
        reading_note(reading, "'}' in comments of variations becomes ')'");
    if (!is_whole)
        reading_note(reading, "variations that are not legal, or too deep, are left out");
    if (is_empty)
        reading_note(reading, "the record has no moves");
    if (sgf.result.length)
        result_set_text(reading, value_of(&sgf.result), length_of(&sgf.result));
    return true;
}
