/* cli/own_games.c - implements own_games.h. */
#include "cli/own_games.h"

#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/visible.h"
#include "cli/checked_output.h"
#include "cli/json_rows.h"
#include "study/tell.h"

/* The first option given that needs --player. */
static const char *lonely_option(const struct cli_args *args)
{
    static const char *const names[] = {"against", "since", "color", "drawn"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (cli_option_is_given(args, names[i]))
            return names[i];
    return NULL;
}

int own_games_begin(struct own_games *own, const struct cli_args *args)
{
    struct who *who = &own->who;
    const char *lonely = lonely_option(args);
    *own = (struct own_games){.rating = args->people,
                              .is_wanted = cli_option_is_given(args, "player")};
    if (!own->is_wanted && lonely) {
        complain("--%s needs --player NAME: whose moves are judged", lonely);
        return EX_USAGE;
    }
    own->study.n_drawn = args->drawn;
    *who = (struct who){.against = args->against,
                        .color = !args->color ? -1 : strcmp(args->color, "black") != 0};
    who->since = args->since ? who_date(args->since) : 0;
    if (args->since && !who->since) {
        complain("--since: expected a date as 2024-05-31, 2024-05 or 2024, found '%s'",
                 visible(args->since).text);
        return EX_USAGE;
    }
    who->players = calloc((size_t)args->n_given + 1, sizeof *who->players);
    if (!who->players) {
        complain("out of memory");
        return EX_OSERR;
    }
    for (int i = 0; i < args->n_given; i++)
        if (strcmp(args->given[i].row->name, "player") == 0)
            who->players[who->n_players++] = args->given[i].value;
    return 0;
}

void own_games_end(struct own_games *own)
{
    study_free(&own->study);
    free(own->who.players);
    own->who.players = NULL;
}

int own_games_sides(const struct own_games *own, const struct ofl_game *game)
{
    return who_is(&own->who, game, OFL_BLACK) << OFL_BLACK |
           who_is(&own->who, game, OFL_WHITE) << OFL_WHITE;
}

bool own_games_ask(const struct review *review, int sides, ofl_engine *engine,
                   struct study_crowd *crowd)
{
    *crowd = (struct study_crowd){0};
    for (int i = 0; i < review->n_moves; i++) {
        const struct review_move *move = &review->moves[i];
        if (sides >> move->side & 1 && !move->is_forced &&
            crowd_ask(review, move, engine, CROWD_FIRST, CROWD_RATINGS, crowd->of[i]) != OFL_OK)
            return false;
    }
    return true;
}

int own_games_print(const struct own_games *own, bool wants_json)
{
    struct strbuf text = {0};
    if (wants_json)
        return json_print(study_to_json(&own->study, &own->who));
    study_add_text(&text, &own->study, &own->who);
    const int code = text.is_failed ? EX_OSERR : 0;
    if (code)
        complain("out of memory");
    else
        out_printf("%s", text.data);
    strbuf_free(&text);
    return code;
}
