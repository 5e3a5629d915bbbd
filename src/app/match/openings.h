/* match/openings.h - start positions and first moves of the games.
 *
 * From a file: one opening per line as moves ("f5d6c3...", or a table with tabs in which one
 * column is moves) or as a board; or games in any other format (text/games.h, docs/texts.md).
 * Blank lines and lines beginning with # or % are skipped. Or made up: random legal moves from the
 * start, kept only if a shallow search finds them as good as the start; opening i depends on the
 * seed and i alone.
 *
 * Threads: openings_load() and _free() from one; openings_get() only reads.
 */
#ifndef MATCH_OPENINGS_H
#define MATCH_OPENINGS_H

#include "base/reason.h"
#include "match/play.h"

struct openings {
    struct play_opening *list;     /* owned; NULL: random */
    uint32_t n;                    /* 0: random */
    uint64_t checksum;             /* of the file's bytes */
    struct reason note;            /* what had to be assumed of the file, first place; or "" */
    int random_plies;              /* 0: the usual start */
    double balance;                /* discs; 0: any position will do */
    int handicap;                  /* black discs on so many corners of every start, 0..4 */
    struct ofl_variant variant;
    uint64_t seed;
};

enum { OPENINGS_MAX_PLIES = 50 };

/* Reads a file; of each opening at most `plies` moves (0: all). With a handicap the corners are
 * added to each start, and the moves must still be legal. False and one sentence (file, line,
 * what was expected) on failure. */
bool openings_load(struct openings *openings, const char *path, int plies, int handicap,
                   struct reason *reason);
void openings_free(struct openings *openings);

/* Opening number `index`. `judge` weighs random ones (only if balance > 0). */
void openings_get(const struct openings *openings, uint32_t index, ofl_engine *judge,
                  struct play_opening *opening);

#endif
