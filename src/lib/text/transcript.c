/* text/transcript.c - moves as people and sites write them (outflank/game.h).
 *
 * Between two moves stands what has no meaning for the game: blanks, numbers, separators, marks,
 * comments, variations. What is none of these is an error, never skipped. */
#include "text/format.h"

#include <string.h>

#include "base/ascii.h"
#include "board/variant.h"
#include "text/replay.h"
#include "text/result.h"
#include "text/variations.h"

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

/* "f5", also of full width, or a pass at the cursor, the longest spelling first; 0 if there is none. */
static size_t move_length(const struct text *text, int *move)
{
    const char *at = text->begin + text->at;
    size_t left = text->length - text->at;
    if (left >= 6 && narrow(at) && narrow(at + 3)) {
        *move = ofl_move_from_text((const char[]){narrow(at), narrow(at + 3)}, 2);
        return *move != OFL_NO_MOVE && *move != OFL_PASS ? 6 : 0;
    }
    for (size_t n = left < 4 ? left : 4; n >= 1; n--) {
        *move = ofl_move_from_text(at, n);
        /* "p" and "pas" only as words of their own; a square twice may be two moves. */
        const bool is_twice = n == 4 && at[0] == at[2] && at[1] == at[3] && ascii_is_letter(*at);
        if (*move != OFL_NO_MOVE && !is_twice && (n % 2 == 0 || !is_word_byte(text_peek(text, n))))
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

/* Bytes of "B+2", "W+R"; else 0. */
static size_t winner_length(const struct text *text)
{
    const int winner = ascii_lower(text_peek(text, 0));
    size_t n = 2;
    if ((winner != 'b' && winner != 'w') || text_peek(text, 1) != '+')
        return 0;
    while (is_word_byte(text_peek(text, n)))
        n++;
    return n > 2 ? n : 0;
}

size_t transcript_result_length(const struct text *text)
{
    static const char *const draws[] = {"1/2-1/2", "1/2", "0.5-0.5", "\xC2\xBD-\xC2\xBD", "*"};
    if (!is_word_start(text))
        return 0;
    int64_t black, white;
    size_t n = winner_length(text);
    for (size_t i = 0; i < sizeof draws / sizeof *draws && n == 0; i++) {
        size_t length = strlen(draws[i]);
        if (text->length - text->at >= length &&
            memcmp(text->begin + text->at, draws[i], length) == 0)
            n = length;
    }
    n = n ? n : result_pair_length(*text, &black, &white);
    int after = text_peek(text, n);
    return after < 0 || ascii_is_blank(after) || is_one_of(after, ".,;)]{") ? n : 0;
}

bool transcript_is_result(struct text text)
{
    text_skip_blanks(&text);
    const size_t n = transcript_result_length(&text);
    text.at += n;
    text_skip_blanks(&text);
    return n > 0 && text_at_end(&text);
}

/* A word follows that is no move and has no digit. Else the ';' separates, so that a mistyped move behind
 * it is an error and not a comment. */
bool transcript_begins_comment(const struct text *text)
{
    struct text t = *text;
    if (!is_behind_blank(text) && !ascii_is_blank(text_peek(text, 1)))
        return false;
    t.at++;
    while (text_peek(&t, 0) == ' ' || text_peek(&t, 0) == '\t')
        t.at++;
    if (text_peek(&t, 0) == '[' && ascii_is_letter(text_peek(&t, 1)) && ascii_is_letter(text_peek(&t, 2)))
        return true; /* a tag of PGN */
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

/* Signs around moves and between them: quotes, the brackets of a list, arrows, '+' as in addresses. */
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
    enum { MOST_SIGNS = 8 };
    struct text inside = *text;
    for (int i = 0; i < MOST_SIGNS && is_one_of(text_peek(&inside, 0), "[\"' "); i++)
        inside.at++;
    const size_t n = c == '[' ? move_length(&inside, &move) : 0;
    return n > 0 && !is_word_byte(text_peek(&inside, n));
}

/* One piece that has no meaning for the game. False if there is none, or with the error set
 * (*is_broken). `mark` is where marks such as '!' may stand: behind a move. */
static bool skip_piece(struct text *text, size_t *mark, bool *is_broken,
                       struct ofl_text_error *error)
{
    int c = text_peek(text, 0);
    size_t n;
    if (c < 0 || transcript_result_length(text))
        return false;
    if (ascii_is_blank(c) || (c == '-' && text_peek(text, 1) != '-') || is_one_of(c, ",./|")) {
        text->at++;
    } else if ((c == '!' || c == '?') && *mark == text->at) {
        *mark = ++text->at;
    } else if (c == '$' && ascii_is_digit(text_peek(text, 1))) {
        for (text->at++; ascii_is_digit(text_peek(text, 0));)
            text->at++;
    } else if (c == ';') {
        text->at = transcript_begins_comment(text) ? text_line_end(text) : text->at + 1;
    } else if ((c == '#' || c == '%') && is_behind_blank(text)) {
        text->at = text_line_end(text);
    } else if (c == '{' || c == '(') {
        *is_broken = !(c == '{' ? skip_comment(text, error) : skip_parentheses(text, error));
        return !*is_broken;
    } else if ((n = number_length(text)) != 0 || (n = text_wide_length(text)) != 0 ||
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
    struct tags *tags; /* takes the comments; NULL: nobody wants them */
    struct strbuf *line; /* of the variation in work, which is `depth` deep */
    int depth;
    bool has_left_out; /* a variation that is not legal, or what is none */
    bool is_record; /* a result may stand alone */
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
    const bool must_pass = variant_is_legal(game->variant, game->position.board, OFL_PASS);
    if (n && side != (must_pass ? !game->position.turn : game->position.turn))
        return text_fail(error, text, text->at, "expected a move of %s, found one of %s",
                         side == OFL_BLACK ? "white" : "black",
                         side == OFL_BLACK ? "black" : "white");
    text->at += n;
    return true;
}

/* "h6h6" alone, where no move is left: a pass. */
static size_t twice_length(const struct text *text, const struct ofl_game *game)
{
    return text->length - text->at >= 4 && is_word_start(text) && !is_word_byte(text_peek(text, 4)) &&
                   !variant_moves(game->variant, game->position.board) &&
                   ofl_move_from_text(text->begin + text->at, 4) == OFL_PASS
               ? 4 : 0;
}

static bool play_next(struct text *text, struct list *list, struct ofl_text_error *error)
{
    char found[TEXT_FOUND];
    int move;
    if (!skip_side(text, list->game, error))
        return false;
    size_t n = twice_length(text, list->game);
    if (n)
        move = OFL_PASS;
    else
        n = move_length(text, &move);
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

static void keep_comment(struct list *list, const char *text, size_t length)
{
    if (list->line)
        variation_add_comment(list->line, text, length);
    else
        tags_add(list->tags, list->game->n_played, "comment", text, length);
}

static bool read_list(struct text *text, struct list *list, struct ofl_text_error *error);

/* Adds to `line` moves in place of the game's move `ply`. */
static bool read_variation(const struct ofl_game *game, int ply, struct text text, struct strbuf *line,
                           int depth, bool *has_left_out)
{
    struct ofl_game copy = *game;
    struct list list = {.game = &copy, .line = line, .depth = depth};
    if (ply < 1 || ply > copy.n_played || depth > VARIATION_DEPTH)
        return false;
    while (copy.n_played >= ply)
        ofl_game_undo(&copy);
    const bool is_read = read_list(&text, &list, NULL) && list.n_moves > 0 && line->length < TAGS_SIZE;
    *has_left_out |= list.has_left_out;
    return is_read && !line->is_failed;
}

bool transcript_keep_variation(const struct ofl_game *game, int ply, struct text text, struct tags *tags)
{
    bool has_left_out = false;
    struct strbuf line = {0};
    const bool is_kept = read_variation(game, ply, text, &line, 1, &has_left_out);
    if (is_kept)
        tags_add(tags, ply, "variation", line.data, line.length);
    strbuf_free(&line);
    return is_kept && !has_left_out;
}

/* In place of the last move. */
static void keep_variation(struct list *list, struct text text)
{
    const int ply = list->game->n_played;
    struct strbuf *const line = list->line;
    const size_t before = line ? line->length : 0;
    if (!line) {
        list->has_left_out |= !transcript_keep_variation(list->game, ply, text, list->tags);
        return;
    }
    strbuf_add(line, " (");
    if (list->n_moves > 0 && read_variation(list->game, ply, text, line, list->depth + 1, &list->has_left_out)) {
        strbuf_add(line, ")");
        return;
    }
    list->has_left_out = true;
    if (line->length > before)
        line->data[line->length = before] = '\0';
}

/* What was skipped: comments {...} and "; words", variations. */
static void keep_piece(struct list *list, const char *piece, size_t length)
{
    bool is_number = true; /* in (...) */
    if (!list->tags && !list->line)
        return;
    if (*piece == '{' || (*piece == ';' && length > 1))
        keep_comment(list, piece + 1, length - 1 - (*piece == '{'));
    for (size_t i = 1; *piece == '(' && i + 1 < length; i++)
        is_number &= ascii_is_digit((unsigned char)piece[i]);
    if (!is_number)
        keep_variation(list, text_of(piece + 1, length - 2));
}

static bool read_list(struct text *text, struct list *list, struct ofl_text_error *error)
{
    bool is_broken = false;
    size_t mark = SIZE_MAX;
    text_skip_bom(text);
    while (!text_at_end(text)) {
        const size_t at = text->at;
        if (skip_piece(text, &mark, &is_broken, error)) {
            keep_piece(list, text->begin + at, text->at - at);
            continue;
        }
        if (is_broken)
            return false;
        size_t n = transcript_result_length(text);
        if (n && (list->n_moves || list->is_record) && !list->result) {
            list->result = text->begin + text->at;
            list->result_length = n;
            text->at += n;
            continue;
        }
        const int ply = list->game->n_played;
        if (!play_next(text, list, error))
            return false;
        if (list->line)
            variation_add_moves(list->line, list->game, ply);
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

bool transcript_keep_comment(struct text *text, struct tags *tags)
{
    const struct text before = *text;
    const int c = text_peek(text, 0);
    if (c != '{' && (c != ';' || !transcript_begins_comment(text)))
        return false;
    if (c == ';')
        text->at = text_line_end(text);
    else if (!skip_comment(text, NULL))
        return *text = before, false;
    tags_add(tags, 0, "comment", text->begin + before.at + 1, text->at - before.at - 1 - (c == '{'));
    return true;
}

/* What the list says beside its moves. */
static void finish_list(const struct list *list, struct reading *reading)
{
    if (list->result)
        result_set_text(reading, list->result, list->result_length);
    if (list->has_left_out)
        reading_note(reading, "variations that are not legal, and remarks in (...), are left out");
}

bool transcript_read_moves(struct text *text, struct reading *reading, int *n_moves,
                           struct ofl_text_error *error)
{
    struct list list = {.game = &reading->game, .tags = &reading->tags, .is_record = true};
    if (!read_list(text, &list, error))
        return false;
    finish_list(&list, reading);
    *n_moves = list.n_moves;
    return true;
}

/* ---- rows with numbers ---- */

/* A number that may count moves: "3.", "3)", "(3)", or up to 99 and a blank behind it. */
static size_t row_number(const struct text *text, int64_t *number, bool *is_bare)
{
    struct text t = *text;
    const bool is_round = text_peek(text, 0) == '(';
    t.at += is_round;
    const size_t n = number_length(&t) + is_round;
    if (n == is_round || !text_read_integer(&t, INT32_MAX, number))
        return 0;
    const int after = text_peek(&t, 0);
    if (is_round && after != ')')
        return 0;
    *is_bare = !is_one_of(after, ".):");
    return *is_bare && (*number > 99 || (after >= 0 && !ascii_is_blank(after))) ? 0 : n;
}

/* A move, or a word in its place. Comments and variations stand between. */
static bool skip_move_or_word(struct text *text)
{
    enum ofl_color side;
    int move;
    text->at += side_length(text, &side);
    size_t n = move_length(text, &move);
    while (n == 0 && text_peek(text, n) >= 0)
        while (!ascii_is_blank(text_peek(text, n)) && text_peek(text, n) >= 0)
            n++;
    text->at += n;
    return n > 0;
}

bool transcript_numbers(struct text row, struct row_numbers *numbers)
{
    int n_moves = 0;
    int64_t number;
    size_t n, mark = SIZE_MAX;
    bool is_bare, is_broken = false, was_bare = false;
    *numbers = (struct row_numbers){.first = -1};
    for (text_skip_blanks(&row); !text_at_end(&row) && !transcript_result_length(&row);) {
        const bool is_behind_move = mark == row.at;
        if ((n = row_number(&row, &number, &is_bare)) != 0) {
            const bool is_next = numbers->first < 0 || number == numbers->last + 1 ||
                                 number == numbers->last;
            if (!is_next || (numbers->first >= 0 && n_moves == 0))
                return false;
            row.at += n;
            if (numbers->first < 0) {
                numbers->goes_on = row.begin[row.at - 1] == '.' && row.begin[row.at - 2] == '.';
                *numbers = (struct row_numbers){number, number, numbers->goes_on, row.at};
            }
            numbers->last = number;
            was_bare |= is_bare;
            n_moves = 0;
        } else if (numbers->first < 0) {
            return false;
        } else if (!skip_piece(&row, &mark, &is_broken, NULL)) {
            if (++n_moves > 2 || (was_bare && is_behind_move) || is_broken ||
                !skip_move_or_word(&row))
                return n_moves <= 2 && !(was_bare && is_behind_move);
            mark = row.at;
        }
    }
    return numbers->first >= 0 && n_moves > 0;
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
    struct row_numbers numbers;
    char found[TEXT_FOUND];
    ofl_game_init(&reading->game, ofl_position_start());
    skip_label(text);
    const struct text moves = *text;
    if (!read_list(text, &list, error))
        return false;
    if (transcript_numbers(moves, &numbers) && numbers.first > 1)
        return text_fail(error, &moves, moves.at, "expected the move number 1, found %s",
                         text_found(&moves, moves.at, found));
    finish_list(&list, reading);
    return true;
}

bool transcript_is_game(struct text text, size_t start, size_t end)
{
    struct reading reading = {.format = NULL};
    text.at = start;
    text.length = end;
    return transcript_read(&text, &reading, NULL);
}

bool transcript_goes_on(struct text line, size_t start, int64_t last, struct row_numbers *numbers)
{
    if (transcript_numbers(line, numbers))
        return numbers->first == last + !numbers->goes_on || numbers->first > 1;
    numbers->last = last + 1;
    return !transcript_is_game(line, line.at, line.length) &&
           (ascii_is_digit(text_peek(&line, 0)) || transcript_is_game(line, start, line.length));
}
