/* text/startpos.c - games as engines of chess are told them: "position startpos moves f5 d6", with
 * "fen ..." or 64 squares and a side for "startpos" (a row of the table of formats, text/format.h). */
#include "base/ascii.h"
#include "text/fen.h"
#include "text/format.h"

/* Moves behind the word and the blanks after it; false if it is not there. */
static bool skip_word(struct text *text, const char *word)
{
    size_t n = 0;
    while (ascii_is_letter(text_peek(text, n)))
        n++;
    const int after = text_peek(text, n);
    if (!ascii_is_word(text->begin + text->at, n, word) || (after >= 0 && !ascii_is_blank(after)))
        return false;
    text->at += n;
    text_skip_blanks(text);
    return true;
}

bool startpos_knows(struct text text)
{
    return skip_word(&text, "position") || skip_word(&text, "startpos") || skip_word(&text, "fen");
}

bool startpos_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    ofl_position start = ofl_position_start();
    int n_moves;
    skip_word(text, "position");
    if (skip_word(text, "fen") || fen_is_at(*text)) {
        if (!fen_read_position(text, FEN_FROM_8, &start, error))
            return false;
    } else if (!skip_word(text, "startpos") && !text_read_position(text, &start, NULL, error)) {
        return false;
    }
    text_skip_blanks(text);
    skip_word(text, "moves");
    ofl_game_init(&reading->game, start);
    return transcript_read_moves(text, reading, &n_moves, error);
}
