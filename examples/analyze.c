/* analyze.c - watches the engine think: lines of several moves as they come, then a stop.
 *
 *     cc analyze.c $(pkg-config --cflags --libs outflank) -o analyze
 *     ./analyze [MILLISECONDS [MOVES]]      MOVES such as f5d6c3
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/game.h>
#include <outflank/think.h>

/* Comes from the engine's thread. */
static void show(void *user, const struct ofl_info *info)
{
    char move[8];
    (void)user;
    printf("%s %+.2f", info->rank ? "  |" : "", info->line.score / 100.0);
    if (info->rank == 0)
        printf(" (%d plies)", info->line.depth);
    for (int i = 0; i < info->line.pv_length && i < 6; i++)
        printf(" %s", ofl_move_to_text(info->line.pv[i], false, move));
    if (info->rank + 1 == info->n_lines)
        puts("");
}

/* The three best moves, for so long; OFL_OK or an error. */
static int watch(ofl_engine *engine, ofl_board board, long time_ms, struct ofl_result *result)
{
    const struct ofl_limits limits = {.infinite = true, .multi_pv = 3};
    ofl_on_info(engine, show, NULL);
    int code = ofl_start(engine, board, &limits);
    if (code != OFL_OK)
        return code;
    /* A program would do its own work here. */
    code = ofl_wait(engine, time_ms, result);
    if (code != OFL_ERR_BUSY)
        return code;
    ofl_stop(engine);
    return ofl_wait(engine, -1, result);
}

int main(int argc, char **argv)
{
    char *end = NULL;
    long time_ms = argc > 1 ? strtol(argv[1], &end, 10) : 200;
    struct ofl_game game;
    ofl_game_init(&game, ofl_position_start());
    ofl_engine *engine = ofl_engine_create();
    if (!engine || time_ms < 1 || (end && *end) || ofl_set_option(engine, "hash", "16") != OFL_OK ||
        (argc > 2 && !ofl_game_add_transcript(&game, argv[2], strlen(argv[2]), NULL))) {
        fprintf(stderr, "usage: analyze [MILLISECONDS [MOVES]]\n");
        ofl_engine_destroy(engine);
        return 1;
    }
    struct ofl_result result;
    int code = watch(engine, game.position.board, time_ms, &result);
    char move[8];
    if (code == OFL_OK)
        printf("best: %s, %llu nodes\n", ofl_move_to_text(result.lines[0].move, false, move),
               (unsigned long long)result.nodes);
    else
        fprintf(stderr, "analyze: %s\n", ofl_last_error(engine));
    ofl_engine_destroy(engine);
    return code == OFL_OK ? 0 : 1;
}
