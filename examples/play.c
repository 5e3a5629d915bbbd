/* play.c - a game of Outflank against itself, with the installed library:
 *
 *     cc play.c $(pkg-config --cflags --libs outflank) -o play
 *     ./play [MILLISECONDS PER MOVE]
 */
#include <stdio.h>
#include <stdlib.h>
#include <outflank/engine.h>
#include <outflank/game.h>

/* One move for the side to move; the search decides within `move_ms`. */
static int choose(ofl_engine *engine, ofl_board board, int64_t move_ms)
{
    const struct ofl_limits limits = {.move_ms = move_ms};
    struct ofl_result result;
    if (ofl_search(engine, board, &limits, &result) != OFL_OK) {
        fprintf(stderr, "play: %s\n", ofl_last_error(engine));
        return OFL_NO_MOVE;
    }
    char move[8];
    printf(" %s (%+.2f%s)", ofl_move_to_text(result.lines[0].move, false, move),
           result.lines[0].score / 100.0, result.lines[0].solved ? " solved" : "");
    fflush(stdout);
    return result.lines[0].move;
}

int main(int argc, char **argv)
{
    char *end = NULL;
    long move_ms = argc > 1 ? strtol(argv[1], &end, 10) : 20;
    ofl_engine *engine = ofl_engine_create();
    if (!engine || move_ms < 1 || (end && *end) || ofl_set_option(engine, "hash", "16") != OFL_OK) {
        fprintf(stderr, "usage: play [MILLISECONDS PER MOVE]\n");
        ofl_engine_destroy(engine);
        return 1;
    }
    struct ofl_game game;
    ofl_game_init(&game, ofl_position_start());
    while (!ofl_is_over(game.position.board)) {
        int move = choose(engine, game.position.board, move_ms);
        if (!ofl_game_play(&game, move)) {
            fprintf(stderr, "play: that move is not legal\n");
            ofl_engine_destroy(engine);
            return 1;
        }
    }
    char transcript[2 * OFL_MAX_PLIES + 1];
    ofl_game_to_transcript(&game, false, transcript);
    int score = ofl_score(game.position.board, OFL_SCORE_TOURNAMENT);
    printf("\n%s\nblack %+d\n", transcript, game.position.turn == OFL_BLACK ? score : -score);
    ofl_engine_destroy(engine);
    return ferror(stdout) || fclose(stdout) ? 1 : 0;
}
