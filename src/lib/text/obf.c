/* text/obf.c - one line of an OBF file (outflank/notation.h), and any board as a text.
 *
 * The form comes from Edax's problem files and the scrzebra scripts before them. */
#include "text/format.h"

#include <string.h>

#include "base/ascii.h"

/* End of what counts: a comment, the end of the line, or the end of the text. */
static bool at_line_end(const struct text *text)
{
    int c = text_peek(text, 0);
    return c < 0 || c == '%' || c == '#' || c == '\n' || c == '\r';
}

static void skip_separators(struct text *text)
{
    for (int c; c = text_peek(text, 0), c == ';' || (ascii_is_blank(c) && !at_line_end(text));)
        text->at++;
}

static void skip_blanks_in_line(struct text *text)
{
    while (ascii_is_blank(text_peek(text, 0)) && !at_line_end(text))
        text->at++;
}

/* Length of the word a move may be: letters, digits, '-' and '@' up to the ':'. */
static size_t word_length(const struct text *text)
{
    size_t n = 0;
    for (int c; c = text_peek(text, n), n < 8 && (ascii_is_letter(c) || ascii_is_digit(c) ||
                                                   c == '-' || c == '@');)
        n++;
    return n;
}

static bool is_listed(const struct ofl_obf *obf, int move)
{
    for (int i = 0; i < obf->n_scores; i++)
        if (obf->scores[i].move == move)
            return true;
    return false;
}

/* Passing may be scored where no square can be played, the game over included. */
static bool is_scorable(ofl_board board, int move)
{
    return move == OFL_PASS ? !ofl_legal_moves(board) : ofl_is_legal(board, move);
}

/* "MOVE:SCORE"; appends to obf->scores. */
static bool read_score(struct text *text, struct ofl_obf *obf, struct ofl_text_error *error)
{
    char found[TEXT_FOUND], name[8];
    size_t move_at = text->at, n = word_length(text);
    int move = ofl_move_from_text(text->begin + move_at, n);
    if (move == OFL_NO_MOVE)
        return text_fail(error, text, move_at, "expected a move a1..h8 or PS, found %s",
                         text_found(text, move_at, found));
    text->at += n;
    skip_blanks_in_line(text);
    if (text_peek(text, 0) != ':')
        return text_fail(error, text, text->at, "expected ':' and a score after the move, found %s",
                         text_found(text, text->at, found));
    text->at++;
    skip_blanks_in_line(text);
    size_t score_at = text->at;
    int sign = text_peek(text, 0);
    if (sign == '+' || sign == '-')
        text->at++;
    int64_t score;
    if (!text_read_integer(text, 999, &score))
        return text_fail(error, text, score_at, "expected a score -64..+64, found %s",
                         text_found(text, score_at, found));
    if (sign == '-')
        score = -score;
    /* Some files fill a line up with "--:-127". */
    if (move == OFL_PASS && score == -127)
        return true;
    if (score < -64 || score > 64)
        return text_fail(error, text, score_at, "expected a score -64..+64, found a larger number");
    if (!is_scorable(obf->position.board, move) || is_listed(obf, move))
        return text_fail(error, text, move_at, "%s is %s", ofl_move_to_text(move, false, name),
                         is_listed(obf, move) ? "scored twice" : "not a legal move here");
    obf->scores[obf->n_scores].move = (uint8_t)move;
    obf->scores[obf->n_scores].score = (int8_t)score;
    obf->n_scores++;
    return true;
}

/* The scores up to the end of the line; the position has been read. */
static bool read_scores(struct text *text, struct ofl_obf *obf, struct ofl_text_error *error)
{
    obf->n_scores = 0;
    for (skip_separators(text); !at_line_end(text); skip_separators(text))
        if (!read_score(text, obf, error))
            return false;
    return true;
}

static int read_line(struct text *text, struct ofl_obf *obf, struct ofl_text_error *error)
{
    text_skip_bom(text);
    skip_separators(text);
    if (at_line_end(text))
        return 0;
    struct text board = *text;
    /* A board may not run over the line's end. */
    for (board.length = text->at; board.length < text->length; board.length++) {
        struct text at = {.begin = text->begin, .length = text->length, .at = board.length};
        if (at_line_end(&at))
            break;
    }
    if (!text_read_position(&board, &obf->position, NULL, error))
        return -1;
    text->at = board.at;
    return read_scores(text, obf, error) ? 1 : -1;
}

int ofl_obf_from_text(const char *text, size_t length, struct ofl_obf *obf,
                      struct ofl_text_error *error)
{
    struct text t = text_of(text, length);
    struct ofl_obf read;
    struct ofl_text_error local = {0};
    int result = read_line(&t, &read, &local);
    if (result > 0)
        *obf = read;
    if (result < 0 && error) {
        local.line = error->line;
        *error = local;
    }
    return result;
}

static bool is_word_start(struct text text)
{
    for (int n = 0; n < 5; n++)
        if (ascii_lower(text_peek(&text, (size_t)n)) != "start"[n])
            return false;
    int after = text_peek(&text, 5);
    return after < 0 || ascii_is_blank(after);
}

/* "BO [" or "[8". */
static bool is_frame(struct text text)
{
    if (ascii_lower(text_peek(&text, 0)) == 'b' && ascii_lower(text_peek(&text, 1)) == 'o') {
        text.at += 2;
        text_skip_blanks(&text);
        return text_peek(&text, 0) == '[';
    }
    if (text_peek(&text, 0) != '[')
        return false;
    text.at++;
    text_skip_blanks(&text);
    return ascii_is_digit(text_peek(&text, 0));
}

bool obf_knows(struct text text)
{
    enum { ENOUGH = 8 };
    if (is_word_start(text) || is_frame(text))
        return true;
    text.at += text_peek(&text, 0) == '[';
    text_skip_size(&text, &(int64_t){0});
    int n = 0;
    for (int c; n < ENOUGH; n++, text.at++) {
        text_skip_blanks(&text);
        c = text_peek(&text, 0);
        if (c < 0 || !strchr("Xx*BbOo01Ww-._", c))
            break;
    }
    return n == ENOUGH || (n > 0 && text_at_end(&text));
}

/* "X to move" is the same as "X". */
static void skip_to_move(struct text *text)
{
    static const char *const forms[] = {"to move", "to play"};
    struct text t = *text;
    skip_blanks_in_line(&t);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (t.length - t.at >= 7 && ascii_is_word(t.begin + t.at, 7, forms[i])) {
            t.at += 7;
            *text = t;
            return;
        }
}

/* "moves f5d6", "; f5d6": the board is where a game begins. A move with ':' has a score. */
static bool find_moves(struct text *text)
{
    struct text t = *text;
    skip_separators(&t);
    if (t.length - t.at > 6 && ascii_is_word(t.begin + t.at, 5, "moves") &&
        (ascii_is_blank(text_peek(&t, 5)) || text_peek(&t, 5) == ':')) {
        text->at = t.at + 6;
        return true;
    }
    const size_t at = t.at, n = text_leading_move(t.begin + at, t.length - at, NULL);
    t.at += n;
    skip_blanks_in_line(&t);
    const bool is_found = n && text_peek(&t, 0) != ':';
    text->at = is_found ? at : text->at;
    return is_found;
}

static bool read_game(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    int n_moves;
    ofl_game_init(&reading->game, reading->obf.position);
    reading->obf.n_scores = 0;
    return transcript_read_moves(text, reading, &n_moves, error);
}

bool obf_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    struct ofl_obf *obf = &reading->obf;
    bool lacks_side = false;
    if (is_word_start(*text)) {
        text->at += 5;
        obf->position = ofl_position_start();
    } else if (!text_read_position(text, &obf->position, &lacks_side, error)) {
        return false;
    }
    skip_to_move(text);
    if (lacks_side)
        reading_note(reading, "no side to move is given: black is to move");
    if (find_moves(text))
        return read_game(text, reading, error);
    if (!read_scores(text, obf, error))
        return false;
    if (!at_line_end(text) || text_peek(text, 0) == '%' || text_peek(text, 0) == '#')
        text_skip_line(text);
    ofl_game_init(&reading->game, obf->position);
    return true;
}
