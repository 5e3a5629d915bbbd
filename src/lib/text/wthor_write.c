/* text/wthor_write.c - see text/wthor_write.h. */
#include "text/wthor_write.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "text/result.h"
#include "text/writer.h"

static void put_u16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static bool find_number(const struct reading *reading, const char *tag, int64_t max, int64_t *number)
{
    const char *text = tags_find(&reading->tags, 0, tag);
    return text && number_read_int(text, strlen(text), 0, max, number, NULL);
}

/* The number of a name: as the record says, or as the lists have it, else 0. */
static unsigned number_of(int found, const struct reading *reading, const char *tag,
                          const char *name, bool *lacks_names)
{
    int64_t number = 0;
    if (found < 0 && !find_number(reading, tag, 65535, &number))
        *lacks_names |= name && name[0];
    return found < 0 ? (unsigned)number : (unsigned)found;
}

static void put_names(const struct wthor_names *names, const struct reading *reading,
                      uint8_t record[WTHOR_RECORD], bool *lacks_names)
{
    static const struct wthor_names none;
    const char *event = tags_find(&reading->tags, 0, "event");
    names = names ? names : &none;
    const int tournament = event ? wthor_names_find_tournament(names, event) : -1;
    const int black = wthor_names_find_player(names, reading->game.black);
    const int white = wthor_names_find_player(names, reading->game.white);
    put_u16(record, number_of(tournament, reading, "wthor:tournament", event, lacks_names));
    put_u16(record + 2, number_of(black, reading, "wthor:black", reading->game.black, lacks_names));
    put_u16(record + 4, number_of(white, reading, "wthor:white", reading->game.white, lacks_names));
}

/* The year in a date such as "1977" or "2009.07.01_02:52:45.MDT". */
static int year_of(const char *date)
{
    int64_t year;
    const size_t n = number_scan_int(date, strlen(date), NUMBER_PLAIN, &year);
    return n == 4 ? (int)year : 0;
}

bool wthor_write_record(struct wthor_writer *writer, const struct reading *reading,
                        uint8_t record[WTHOR_RECORD], bool *lacks_names, struct reason *reason)
{
    const struct ofl_game *game = &reading->game;
    const struct result result = result_of(reading);
    enum { MOVES_AT = 8, N_MOVES = 60 };
    int n = 0;
    memset(record, 0, WTHOR_RECORD);
    if (game->variant.fewer_wins)
        return reason_set(reason, "a base of WTHOR has games that more discs win");
    if (writer_has_own_start(reading))
        return reason_set(reason, "a base of WTHOR has no games from a board of their own");
    if (!result.has_difference || fmod(result.difference, 2) != 0 || fabs(result.difference) > 64)
        return reason_set(reason, "a base of WTHOR needs the result of each game, in whole discs");
    for (int i = 0; i < game->n_played && n < N_MOVES; i++) {
        const int move = game->moves[i].move;
        if (move != OFL_PASS)
            record[MOVES_AT + n++] = (uint8_t)(10 * (move / 8 + 1) + move % 8 + 1);
    }
    put_names(writer->names, reading, record, lacks_names);
    int64_t theoretical, empties;
    record[6] = record[7] = (uint8_t)(32 + (int)result.difference / 2);
    if (find_number(reading, "theoretical-discs", 64, &theoretical) &&
        find_number(reading, "theoretical-empties", 60, &empties) &&
        (!writer->exact_empties || writer->exact_empties == empties)) {
        writer->exact_empties = (int)empties;
        record[7] = (uint8_t)theoretical;
    }
    writer->year = writer->year ? writer->year : year_of(game->date);
    writer->n_games++;
    return true;
}

void wthor_write_header(const struct wthor_writer *writer, int year, int month, int day,
                        uint8_t header[WTHOR_HEADER])
{
    memset(header, 0, WTHOR_HEADER);
    header[0] = (uint8_t)(year / 100);
    header[1] = (uint8_t)(year % 100);
    header[2] = (uint8_t)month;
    header[3] = (uint8_t)day;
    for (int i = 0; i < 4; i++)
        header[4 + i] = (uint8_t)(writer->n_games >> (8 * i));
    put_u16(header + 10, (unsigned)writer->year);
    header[12] = 8;
    header[14] = (uint8_t)(writer->exact_empties ? writer->exact_empties : 22);
}
