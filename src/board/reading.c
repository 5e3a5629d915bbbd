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
