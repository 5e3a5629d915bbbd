/* train/label.h - exact labels for recorded games.
 *
 * A game is solved from `empties` empty squares on, along the moves that were
 * played; every position before gets what is known of it (kinds in train/record.h).
 * A few positions off the game's line are added, each after one random legal move:
 * people avoid bad moves, but a search meets them all the time. */
#ifndef TRAIN_LABEL_H
#define TRAIN_LABEL_H

#include <outflank/engine.h>
#include "board/wthor.h"
#include "train/record.h"

enum { LABEL_STRAYS_MOST = 4, LABEL_RECORDS = 60 + LABEL_STRAYS_MOST };

struct label_rules {
    int empties;   /* solve from here, 1 .. 24 */
    int n_strays;  /* positions off the line, 0 .. LABEL_STRAYS_MOST */
    uint64_t seed;
};

/* Fills out[LABEL_RECORDS] for a finished game and returns how many; -1 if the
 * engine failed. The same for the same game and rules, whatever the engine did before. */
int label_game(ofl_engine *engine, const struct label_rules *rules,
               const struct wthor_game *game, struct record *out);

#endif
