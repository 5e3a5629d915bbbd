/* cli/own_games.c - implements own_games.h. */
#include "cli/own_games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/regular.h"
#include "base/replace.h"
#include "base/visible.h"
#include "cli/checked_output.h"
#include "cli/json_rows.h"
#include "study/problem.h"
#include "study/tell.h"

/* The first option given that needs --player. */
static const char *lonely_option(const struct cli_args *args)
{
    static const char *const names[] = {"against", "since", "color", "drawn", "drills"};
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
    own->drills = args->drills;
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

int own_games_print(const struct own_games *own, bool wants_json)
{
    struct strbuf text = {0};
    if (wants_json)
        return json_print(study_to_json(&own->study, &own->who));
    study_add_text(&text, &own->study, &own->who);
    return out_text(&text);
}

/* ---- drills ---- */

enum { MOST_DRILLS = 100 };

/* The move with the values of all that could be played; null if it is no mistake among them. */
static json_t *drill_of(const struct study *study, const struct study_move *move,
                        ofl_engine *engine, const struct review_settings *settings)
{
    struct analysis analysis;
    if (problem_values(engine, settings, move->position, &analysis) != OFL_OK)
        return NULL;
    for (int i = 0; i < analysis.result.n_lines; i++)
        if (analysis.result.lines[i].move == move->move.move &&
            analysis_loss(&analysis, i) < REVIEW_EXPLAIN_CD)
            return json_null();
    json_t *all = json_from_analysis(&analysis);
    json_t *drill = json_pack("{s:i, s:s, s:O}", "schema", JSON_SCHEMA, "type", "drill", "moves",
                              json_object_get(all, "moves"));
    json_decref(all);
    return json_with_all(drill, study_move_to_json(study, move));
}

int own_games_write_drills(const struct own_games *own, ofl_engine *engine,
                           const struct review_settings *settings, const struct watch *watch)
{
    size_t at[MOST_DRILLS];
    struct strbuf text = {0};
    const size_t n = study_lessons(&own->study, MOST_DRILLS, at);
    for (size_t i = 0; i < n && !watch_must_end(watch); i++) {
        json_t *drill = drill_of(&own->study, &own->study.moves[at[i]], engine, settings);
        char *line = json_is_null(drill) ? NULL : json_to_text(drill);
        text.is_failed |= !line && !json_is_null(drill);
        if (line)
            strbuf_addf(&text, "%s\n", line);
        free(line);
    }
    if (!watch_must_end(watch) || text.is_failed)
        return out_file(own->drills, &text);
    strbuf_free(&text);
    return 0;
}
