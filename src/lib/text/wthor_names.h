/* text/wthor_names.h - the names of players and tournaments that a WTHOR base has numbers for.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_WTHOR_NAMES_H
#define TEXT_WTHOR_NAMES_H

#include "base/reason.h"
#include "text/wthor.h"

/* All zero: no names. Free with wthor_names_free(). */
struct wthor_names {
    uint8_t *players, *tournaments; /* whole files; NULL if there is none */
    size_t players_size, tournaments_size;
};

/* Reads a file of players (.jou) or of tournaments (.trn). False with the reason. */
bool wthor_names_load(struct wthor_names *names, const char *path, int record_size,
                      struct reason *reason);

/* Reads what lies beside a base: the first file of its folder that ends in .jou and the first that
 * ends in .trn, in any case. A folder without them, or with damaged ones, leaves what is not set. */
void wthor_names_load_beside(struct wthor_names *names, const char *base_path);

void wthor_names_free(struct wthor_names *names);

/* The name as UTF-8; "" if there is none. The files are Latin-1. */
enum { WTHOR_NAME_UTF8 = 2 * WTHOR_NAME };
const char *wthor_names_player(const struct wthor_names *names, unsigned number,
                               char out[WTHOR_NAME_UTF8]);
const char *wthor_names_tournament(const struct wthor_names *names, unsigned number,
                                   char out[WTHOR_NAME_UTF8]);

/* The number of a name (0 to 65535), or -1. The inverse of the functions above, for writers. */
int wthor_names_find_player(const struct wthor_names *names, const char *name);
int wthor_names_find_tournament(const struct wthor_names *names, const char *name);

#endif
