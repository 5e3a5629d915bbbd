/* board/reading.c - see board/reading.h. */
#include "board/reading.h"

#include <stdarg.h>
#include <stdio.h>

void reading_note(struct reading *reading, const char *format, ...)
{
    char sentence[128];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    struct reason before = reading->note;
    if (before.text[0])
        reason_set(&reading->note, "%.300s; %s", before.text, sentence);
    else
        reason_set(&reading->note, "%s", sentence);
}

void reading_set_difference(struct reading *reading, int64_t difference)
{
    struct ofl_game *game = &reading->game;
    snprintf(game->result, sizeof game->result, "%+lld.00", (long long)difference);
    ofl_board board = game->position.board;
    if (game->n_played == 0 || !ofl_is_over(board))
        return;
    int sign = game->position.turn == OFL_BLACK ? 1 : -1;
    int counted = sign * ofl_score(board, OFL_SCORE_TOURNAMENT);
    if (difference != counted && difference != sign * ofl_score(board, OFL_SCORE_RAW))
        reading_note(reading, "the record says %+lld for black, the last board %+d",
                     (long long)difference, counted);
}
