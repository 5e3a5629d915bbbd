/* study/who.c - implements who.h. */
#include "study/who.h"

#include <time.h>

#include "base/ascii.h"
#include "base/number.h"

static bool is_like(const char *pattern, const char *name)
{
    const char *star = NULL, *from = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            from = name;
        } else if (ascii_lower(*pattern) == ascii_lower(*name)) {
            pattern++;
            name++;
        } else if (star) { /* the star takes one more */
            pattern = star + 1;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

int who_date(const char *text)
{
    int64_t part[3] = {0};
    for (int i = 0; i < 3; i++) {
        while (*text && !ascii_is_digit(*text))
            text++;
        const size_t n = number_scan_int(text, NUMBER_TO_NUL, NUMBER_PLAIN, &part[i]);
        text += n;
        if (i == 0 && n > 8) {
            const time_t seconds = (time_t)part[0];
            struct tm day;
            if (!gmtime_r(&seconds, &day) || day.tm_year > 8099)
                return 0;
            return 10000 * (day.tm_year + 1900) + 100 * (day.tm_mon + 1) + day.tm_mday;
        }
        if (i == 0 && n == 8)
            return (int)part[0];
        if (i == 0 && n != 4)
            return 0;
    }
    if (part[1] > 12 || part[2] > 31)
        return 0;
    return (int)(10000 * part[0] + 100 * part[1] + part[2]);
}

static bool is_his(const struct who *who, const struct ofl_game *game, enum ofl_color color)
{
    const char *name = color == OFL_BLACK ? game->black : game->white;
    const char *other = color == OFL_BLACK ? game->white : game->black;
    if ((who->color >= 0 && who->color != (int)color) ||
        (who->against && !is_like(who->against, other)) ||
        (who->since && who_date(game->date) < who->since))
        return false;
    for (size_t i = 0; i < who->n_players; i++)
        if (is_like(who->players[i], name))
            return true;
    return false;
}

int who_sides(const struct who *who, const struct ofl_game *game)
{
    return is_his(who, game, OFL_BLACK) << OFL_BLACK | is_his(who, game, OFL_WHITE) << OFL_WHITE;
}
