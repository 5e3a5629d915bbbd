/* train/data.c - see data.h. */
#include "train/data.h"

#include <stdarg.h>

void data_say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    program_complain("outflank-data", format, list);
    va_end(list);
}
