/* cli/own_games.h - "review --player": one player's moves in many games (study/study.h).
 *
 * Threads: one at a time. */
#ifndef CLI_OWN_GAMES_H
#define CLI_OWN_GAMES_H

#include "cli/args.h"
#include "cli/watch.h"
#include "study/study.h"

struct own_games {
    bool is_wanted;
    struct who who;
    struct study study;
    int rating;             /* of --people; 0: as estimated */
    const char *drills;     /* a file for training positions; or NULL */
};

/* 0, or an exit code after saying why. */
int own_games_begin(struct own_games *own, const struct cli_args *args);
void own_games_end(struct own_games *own);

/* Values all moves of his worst positions and writes them: 0, or an exit code after saying why. */
int own_games_write_drills(const struct own_games *own, ofl_engine *engine,
                           const struct review_settings *settings, const struct watch *watch);

/* Prints what was found: 0, or an exit code after saying why. */
int own_games_print(const struct own_games *own, bool wants_json);

#endif
