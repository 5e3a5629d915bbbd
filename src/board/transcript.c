/* board/transcript.c - moves as people and sites write them (outflank/game.h).
 *
 * Between two moves stands what has no meaning for the game: blanks, numbers, separators, marks,
 * comments, variations. What is none of these is an error, never skipped. */
#include "board/format.h"

#include <string.h>

#include "base/ascii.h"
#include "board/replay.h"
#include "board/result.h"

void replay_implied_pass(struct ofl_game *game)
{
    if (ofl_game_play(game, OFL_PASS))
        game->moves[game->n_played - 1].is_implied = true;
}

const char *replay_move(struct ofl_game *game, int move)
{
    if (move == OFL_PASS && ofl_is_over(game->position.board))
        return NULL;
    if (ofl_game_play(game, move))
        return NULL;
    const char *reason = ofl_illegal_reason(game->position.board, move);
    if (strcmp(reason, "must pass") == 0 && ofl_is_legal(ofl_swap(game->position.board), move)) {
        replay_implied_pass(game);
        ofl_game_play(game, move);
        return NULL;
    }
    return reason;
}

/* ---- the parts of a list of moves ---- */

static bool is_one_of(int c, const char *set) { return c > 0 && strchr(set, c); }

static bool begins_line(const struct text *text)
{
    return text->at == 0 || text->begin[text->at - 1] == '\n' || text->begin[text->at - 1] == '\r';
}

static bool is_word_byte(int c) { return ascii_is_letter(c) || ascii_is_digit(c); }

/* Neither a letter nor a digit stands before the cursor. */
static bool is_word_start(const struct text *text)
{
    return text->at == 0 || !is_word_byte((unsigned char)text->begin[text->at - 1]);
}

/* A blank or the start of the text stands before the cursor. */
static bool is_behind_blank(const struct text *text)
{
    return text->at == 0 || ascii_is_blank((unsigned char)text->begin[text->at - 1]);
}

/* The letter or digit that three bytes of full width are, as of East Asian keyboards; else 0. */
static char narrow(const char *at)
{
    const unsigned char *bytes = (const unsigned char *)at;
    if (bytes[0] != 0xEF || (bytes[1] != 0xBC && bytes[1] != 0xBD))
        return 0;
    const int c = (bytes[1] == 0xBD ? 0x60 : 0x20) + bytes[2] - 0x80;
    return ascii_is_letter(c) || ascii_is_digit(c) ? (char)c : '\0';
}

/* "f5", also of full width, a pass, or "P@f5" of XBoard at the cursor, the longest spelling first; 0
 * if there is none. */
static size_t move_length(const struct text *text, int *move)
{
    const char *at = text->begin + text->at;
    size_t left = text->length - text->at;
    if (left >= 6 && narrow(at) && narrow(at + 3)) {
        *move = ofl_move_from_text((const char[]){narrow(at), narrow(at + 3)}, 2);
        return *move != OFL_NO_MOVE && *move != OFL_PASS ? 6 : 0;
    }
    if (left >= 4 && ascii_lower((unsigned char)at[0]) == 'p' && at[1] == '@') {
        *move = ofl_move_from_text(at + 2, 2);
        return *move != OFL_NO_MOVE && *move != OFL_PASS ? 4 : 0;
    }
    for (size_t n = left < 4 ? left : 4; n >= 1; n--) {
        *move = ofl_move_from_text(at, n);
        /* "p" and "pas" only as words of their own. */
        if (*move != OFL_NO_MOVE && (n % 2 == 0 || !is_word_byte(text_peek(text, n))))
            return n;
    }
    return 0;
}

/* Bytes of "12.", "3)", "1...", "7" at the cursor; 0 if no number stands alone there. */
static size_t number_length(const struct text *text)
{
    enum { BARE_DIGITS = 2, LINE_DIGITS = 10 };
    size_t n = 0;
    while (ascii_is_digit(text_peek(text, n)))
        n++;
    int after = text_peek(text, n);
    /* 99-99 is no number before a move but a result that cannot be. */
    const bool is_result = after == '-' && ascii_is_digit(text_peek(text, n + 1));
    if (n == 0 || is_result || !is_word_start(text) ||
        (after >= 0 && after < 0x80 && !ascii_is_blank(after) && !is_one_of(after, ".):,-")))
        return 0;
    /* Longer ones number the lines of a list. */
    const bool is_line_number = begins_line(text) && n < LINE_DIGITS;
    if (n > BARE_DIGITS && !is_line_number && !is_one_of(after, ".):"))
        return 0;
    while (after = text_peek(text, n), after == '.' || after == ')' || after == ':')
        n++;
    return n;
}

struct score { bool has_discs; int64_t black, white; };

/* "B+2", "W+R": bytes, or 0. */
static size_t winner_length(struct text t, struct score *score)
{
    int winner = ascii_lower(text_peek(&t, 0));
    size_t at = t.at;
    int64_t size;
    if ((winner != 'b' && winner != 'w') || text_peek(&t, 1) != '+')
        return 0;
    t.at += 2;
    score->has_discs = text_read_integer(&t, 64, &size) && size <= 64;
    *(winner == 'b' ? &score->black : &score->white) = score->has_discs ? size : 0;
    while (ascii_is_letter(text_peek(&t, 0)))
        t.at++;
    return t.at - at > 2 ? t.at - at : 0;
}

/* Bytes of "33-31", "33:31", "1-0", "1/2-1/2", "B+2", "*" at the cursor, alone there; else 0. */
static size_t result_length(const struct text *text, struct score *score)
{
    static const char *const draws[] = {"1/2-1/2", "1/2", "0.5-0.5", "\xC2\xBD-\xC2\xBD", "*"};
    struct text t = *text;
    *score = (struct score){0};
    if (!is_word_start(text))
        return 0;
    size_t n = winner_length(t, score);
    for (size_t i = 0; i < sizeof draws / sizeof *draws && n == 0; i++) {
        size_t length = strlen(draws[i]);
        if (t.length - t.at >= length && memcmp(t.begin + t.at, draws[i], length) == 0)
            n = length;
    }
    if (n == 0) {
        if (!text_read_integer(&t, 64, &score->black) ||
            (text_peek(&t, 0) != '-' && text_peek(&t, 0) != ':'))
            return 0;
        t.at++;
        if (!text_read_integer(&t, 64, &score->white) || score->black + score->white > 64)
            return 0;
        score->has_discs = score->black + score->white > 1;
        n = t.at - text->at;
    }
    int after = text_peek(text, n);
    return after < 0 || ascii_is_blank(after) || is_one_of(after, ".,;)]{") ? n : 0;
}

/* A ';' that begins a comment: a word follows that is no move and has no digit. Else it separates,
 * so that a mistyped move behind it is an error and not a comment. */
static bool begins_comment(const struct text *text)
{
    struct text t = *text;
    if (!is_behind_blank(text) && !ascii_is_blank(text_peek(text, 1)))
        return false;
    t.at++;
    while (text_peek(&t, 0) == ' ' || text_peek(&t, 0) == '\t')
        t.at++;
    size_t n = 0;
    int move;
    while (ascii_is_letter(text_peek(&t, n)) || text_peek(&t, n) >= 0x80)
        n++;
    int after = text_peek(&t, n);
    return (n >= 2 || (n == 1 && ascii_is_blank(after))) && !ascii_is_digit(after) &&
           move_length(&t, &move) != n;
}

static bool skip_comment(struct text *text, struct ofl_text_error *error)
{
    size_t at = text->at;
    while (text_peek(text, 0) >= 0 && text_peek(text, 0) != '}')
        text->at++;
    if (text_at_end(text))
        return text_fail(error, text, at, "this '{' is not closed by '}'");
    text->at++;
    return true;
}

/* "(12)" is a number; else a variation, with those inside it. */
static bool skip_parentheses(struct text *text, struct ofl_text_error *error)
{
    size_t at = text->at, depth = 0;
    for (int c; (c = text_peek(text, 0)) >= 0;) {
        if (c == '{') {
            if (!skip_comment(text, error))
                return false;
            continue;
        }
        text->at++;
        depth += c == '(';
        depth -= c == ')';
        if (depth == 0)
            return true;
    }
    return text_fail(error, text, at, "this '(' is not closed by ')'");
}

/* Bytes of a blank, a dash or an arrow beyond ASCII: no-break and ideographic space, dashes, ellipsis,
 * commas of East Asia, arrows. */
static size_t wide_length(const struct text *text)
{
    static const char *const wide[] = {
        "\xC2\xA0", "\xE3\x80\x80", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x80\xA6", "\xE3\x80\x81",
        "\xEF\xBC\x8C", "\xE3\x83\xBB", "\xE2\x86\x92", "\xE2\x87\x92", "\xE2\x9E\xA1"};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        size_t n = strlen(wide[i]);
        if (text->length - text->at >= n && memcmp(text->begin + text->at, wide[i], n) == 0)
            return n;
    }
    return 0;
}

/* Signs around moves and between them: quotes, the brackets of a list, arrows, '+' as in addresses. Tags
 * of PGN begin with '[', too, and stay. */
static size_t sign_length(const struct text *text)
{
    const int c = text_peek(text, 0), next = text_peek(text, 1);
    int move;
    if (is_one_of(c, "\"'`]>_:"))
        return 1;
    if (c == '=' && next == '>')
        return 2;
    if (c == '+')
        return text->at > 0 && is_word_byte((unsigned char)text->begin[text->at - 1]) &&
               ascii_is_letter(next);
    struct text inside = *text;
    while (is_one_of(text_peek(&inside, 0), "[\"' "))
        inside.at++;
    const size_t n = c == '[' ? move_length(&inside, &move) : 0;
    return n > 0 && !is_word_byte(text_peek(&inside, n));
}

/* One piece that has no meaning for the game. False if there is none, or with the error set
 * (*is_broken). `mark` is where marks such as '!' may stand: behind a move. */
static bool skip_piece(struct text *text, size_t *mark, bool *is_broken,
                       struct ofl_text_error *error)
{
    struct score score;
    int c = text_peek(text, 0);
    size_t n;
    if (c < 0 || result_length(text, &score))
        return false;
    if (ascii_is_blank(c) || (c == '-' && text_peek(text, 1) != '-') || is_one_of(c, ",./|")) {
        text->at++;
    } else if ((c == '!' || c == '?') && *mark == text->at) {
        *mark = ++text->at;
    } else if (c == '$' && ascii_is_digit(text_peek(text, 1))) {
        for (text->at++; ascii_is_digit(text_peek(text, 0));)
            text->at++;
    } else if (c == ';') {
        text->at = begins_comment(text) ? text_line_end(text) : text->at + 1;
    } else if ((c == '#' || c == '%') && is_behind_blank(text)) {
        text->at = text_line_end(text);
    } else if (c == '{' || c == '(') {
        *is_broken = !(c == '{' ? skip_comment(text, error) : skip_parentheses(text, error));
        return !*is_broken;
    } else if ((n = number_length(text)) != 0 || (n = wide_length(text)) != 0 ||
               (n = sign_length(text)) != 0) {
        text->at += n;
    } else {
        return false;
    }
    return true;
}

/* ---- the list ---- */

struct list {
    struct ofl_game *game;
    struct tags *tags; /* takes the comments {...}; NULL: nobody wants them */
    bool ends_at_tag; /* a '[' that begins a line is the next game of a PGN file */
    int n_moves;
    const char *result; /* as it is written; NULL: none */
    size_t result_length;
};

/* Bytes of "Black: " or "w " in front of a move, and which side it names; else 0. */
static size_t side_length(const struct text *text, enum ofl_color *side)
{
    static const struct { const char *word; enum ofl_color side; } words[] = {
        {"black", OFL_BLACK}, {"white", OFL_WHITE}, {"b", OFL_BLACK}, {"w", OFL_WHITE},
        {"\xE9\xBB\x92", OFL_BLACK}, {"\xE7\x99\xBD", OFL_WHITE}, /* as in Japanese and Chinese */
        {"\xE9\xBB\x91", OFL_BLACK}, {"\xE2\x97\x8F", OFL_BLACK}, {"\xE2\x97\x8B", OFL_WHITE},
        {"\xE2\x9A\xAB", OFL_BLACK}, {"\xE2\x9A\xAA", OFL_WHITE}};
    struct text t = *text;
    int move;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i].word);
        if (text->length - text->at < n || !is_word_start(text) ||
            (!ascii_is_word(text->begin + text->at, n, words[i].word) &&
             memcmp(text->begin + text->at, words[i].word, n) != 0))
            continue;
        for (t.at = text->at + n; is_one_of(text_peek(&t, 0), " \t:.=");)
            t.at++;
        *side = words[i].side;
        const bool is_apart = t.at > text->at + n || n == 3;
        return is_apart && move_length(&t, &move) ? t.at - text->at : 0;
    }
    return 0;
}

/* Skips the name of a side, which must be the one that moves next. */
static bool skip_side(struct text *text, const struct ofl_game *game, struct ofl_text_error *error)
{
    enum ofl_color side;
    const size_t n = side_length(text, &side);
    const ofl_board board = game->position.board;
    const bool must_pass = !ofl_legal_moves(board) && !ofl_is_over(board);
    if (n && side != (must_pass ? !game->position.turn : game->position.turn))
        return text_fail(error, text, text->at, "expected a move of %s, found one of %s",
                         side == OFL_BLACK ? "white" : "black",
                         side == OFL_BLACK ? "black" : "white");
    text->at += n;
    return true;
}

static bool play_next(struct text *text, struct list *list, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    int move;
    if (!skip_side(text, list->game, error))
        return false;
    size_t n = move_length(text, &move);
    if (list->result)
        return text_fail(error, text, text->at, "expected nothing after the result, found %s",
                         text_found(text, text->at, found));
    if (!n)
        return text_fail(error, text, text->at, "expected a square a1..h8 or a pass, found %s",
                         text_found(text, text->at, found));
    const char *reason = replay_move(list->game, move);
    if (reason)
        return text_fail(error, text, text->at, "'%.*s' is not legal for %s here: %s", (int)n,
                         text->begin + text->at,
                         list->game->position.turn == OFL_BLACK ? "black" : "white", reason);
    text->at += n;
    list->n_moves++;
    return true;
}

static bool read_list(struct text *text, struct list *list, struct ofl_text_error *error)
{
    bool is_broken = false;
    size_t mark = SIZE_MAX;
    text_skip_bom(text);
    while (!text_at_end(text)) {
        const size_t at = text->at;
        if (skip_piece(text, &mark, &is_broken, error)) {
            if (list->tags && text->begin[at] == '{')
                tags_add(list->tags, list->game->n_played, "comment", text->begin + at + 1,
                         text->at - at - 2);
            continue;
        }
        if (is_broken)
            return false;
        if (list->ends_at_tag && text_peek(text, 0) == '[' && begins_line(text))
            return true;
        struct score score;
        size_t n = result_length(text, &score);
        if (n && (list->n_moves || list->ends_at_tag) && !list->result) {
            list->result = text->begin + text->at;
            list->result_length = n;
            text->at += n;
            continue;
        }
        if (!play_next(text, list, error))
            return false;
        mark = text->at;
    }
    return true;
}

bool ofl_game_add_transcript(struct ofl_game *game, const char *text, size_t length,
                             struct ofl_text_error *error)
{
    struct ofl_game copy = *game;
    struct text t = text_of(text, length);
    if (!read_list(&t, &(struct list){.game = &copy}, error))
        return false;
    *game = copy;
    return true;
}

bool transcript_read_moves(struct text *text, struct reading *reading, int *n_moves,
                           struct ofl_text_error *error)
{
    struct list list = {.game = &reading->game, .tags = &reading->tags, .ends_at_tag = true};
    if (!read_list(text, &list, error))
        return false;
    if (list.result)
        result_set_text(reading, list.result, list.result_length);
    *n_moves = list.n_moves;
    return true;
}

/* ---- the row of the table ---- */

/* "moves: " and the like in front of a list. */
static void skip_label(struct text *text)
{
    static const char *const labels[] = {"moves", "game", "transcript", "record", "kifu", "line"};
    size_t n = 0;
    text_skip_bom(text);
    while (ascii_is_letter(text_peek(text, n)))
        n++;
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (ascii_is_word(text->begin + text->at, n, labels[i]) &&
            (text_peek(text, n) == ':' || text_peek(text, n) == '=' ||
             (i == 0 && ascii_is_blank(text_peek(text, n))))) {
            text->at += n + 1;
            return;
        }
}

bool transcript_knows(struct text text)
{
    int move;
    skip_label(&text);
    size_t mark = SIZE_MAX;
    bool is_broken = false;
    while ((text_peek(&text, 0) != '(' || ascii_is_digit(text_peek(&text, 1))) &&
           skip_piece(&text, &mark, &is_broken, NULL))
        continue;
    enum ofl_color side;
    text.at += side_length(&text, &side);
    /* "i9" is meant as a square, so that the error tells of squares. */
    return move_length(&text, &move) > 0 ||
           (ascii_is_letter(text_peek(&text, 0)) && ascii_is_digit(text_peek(&text, 1)) &&
            !is_word_byte(text_peek(&text, 2)));
}

bool transcript_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    struct list list = {.game = &reading->game, .tags = &reading->tags};
    ofl_game_init(&reading->game, ofl_position_start());
    skip_label(text);
    if (!read_list(text, &list, error))
        return false;
    if (list.result)
        result_set_text(reading, list.result, list.result_length);
    return true;
}
