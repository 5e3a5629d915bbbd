/* match/match_record.c - implements match/match_record.h. */
#include "match/match_record.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/visible.h"
#include "text/format.h"

static const char *const color_names[2] = {"black", "white"};

/* GGF has values and times of its own; what the searches were is a comment of each move. */
static bool add_ggf(struct strbuf *out, const struct play_result *r)
{
    struct reading *reading = calloc(1, sizeof *reading);
    bool is_good = reading != NULL;
    if (is_good)
        reading->game = r->game;
    for (int i = 0; is_good && i < r->game.n_played; i++) {
        const struct play_search *search = &r->searches[i];
        char text[64] = "";
        if (search->depth > 0)
            snprintf(text, sizeof text, "depth %d", search->depth);
        if (search->nodes > 0)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%llu nodes",
                     *text ? ", " : "", (unsigned long long)search->nodes);
        if (*text) /* what does not fit is left out */
            tags_add(&reading->tags, i + 1, "comment", text, strlen(text));
    }
    is_good = is_good && ggf_add(out, reading);
    free(reading);
    return is_good;
}

json_t *record_from_game(const struct match_config *config, const struct schedule_game *plan,
                         const struct play_result *r)
{
    struct strbuf ggf = {0};
    char moves[2 * OFL_MAX_PLIES + 1];
    if (!add_ggf(&ggf, r)) {
        strbuf_free(&ggf);
        return NULL;
    }
    ofl_game_to_transcript(&r->game, false, moves);
    json_t *record = json_pack(
        "{s:I, s:I, s:s, s:s, s:i, s:s, s:o, s:s, s:i, s:s, s:[I, I], s:[I, I], s:[i, i], s:s}",
        "game", (json_int_t)plan->index, "opening", (json_int_t)plan->opening,
        "black", config->players[plan->black].name, "white", config->players[plan->white].name,
        "difference", r->difference, "end", play_end_text(r->end),
        "loser", r->loser < 0 ? json_null() : json_string(color_names[r->loser]),
        "detail", r->detail, "given", r->opening_moves, "moves", moves,
        "nodes", (json_int_t)r->nodes[0], (json_int_t)r->nodes[1],
        "ms", (json_int_t)(r->used_us[0] / 1000), (json_int_t)(r->used_us[1] / 1000),
        "chosen", r->n_moves[0], r->n_moves[1], "ggf", ggf.data);
    strbuf_free(&ggf);
    return record;
}

/* Who was black (0 or 1: first or second of the plan), as the journal says. */
static bool record_names_match(const struct match_config *config, const struct schedule_game *plan,
                               const json_t *record)
{
    const char *black = json_string_value(json_object_get(record, "black"));
    const char *white = json_string_value(json_object_get(record, "white"));
    return black != NULL && white != NULL &&
           strcmp(black, config->players[plan->black].name) == 0 &&
           strcmp(white, config->players[plan->white].name) == 0;
}

static bool read_end(const json_t *record, struct tally_game *game)
{
    const char *end = json_string_value(json_object_get(record, "end"));
    const char *loser = json_string_value(json_object_get(record, "loser"));
    game->loser = -1;
    for (int color = 0; loser != NULL && color < 2; color++)
        if (strcmp(loser, color_names[color]) == 0)
            game->loser = (int8_t)color;
    for (int i = 0; end != NULL && i < N_PLAY_ENDS; i++)
        if (strcmp(end, play_end_text((enum play_end)i)) == 0) {
            game->end = (uint8_t)i;
            return (game->loser >= 0) == (i >= END_RESIGNED);
        }
    return false;
}

bool record_to_tally(const struct match_config *config, const struct schedule *schedule,
                     const json_t *record, uint32_t *index, struct tally_game *game,
                     struct reason *reason)
{
    json_int_t number = -1, difference = 99, opening = -1;
    json_unpack((json_t *)record, "{s:I, s:I, s:I}", "game", &number, "difference", &difference,
                "opening", &opening);
    if (number < 0 || difference < -64 || difference > 64 || !read_end(record, game)) {
        return reason_set(reason, "a line of the journal is no game");
    }
    *index = UINT32_MAX;
    game->difference = (int8_t)difference;
    if (number >= schedule_n_games(schedule))
        return true; /* the match was made shorter */
    *index = (uint32_t)number;
    struct schedule_game plan = schedule_game(schedule, *index);
    struct schedule_game swapped = plan;
    swapped.black = plan.white;
    swapped.white = plan.black;
    bool is_planned = record_names_match(config, &plan, record) ||
                      (config->follows_results && record_names_match(config, &swapped, record));
    if (!is_planned || opening != (json_int_t)plan.opening) {
        return reason_set(reason, "game %lld of the journal is not the one planned here",
                          (long long)number + 1);
    }
    return true;
}

void record_write_csv_header(FILE *stream)
{
    fputs("game,opening,black,white,result,difference,end,loser,given,moves,black_nodes,"
          "white_nodes,black_chosen,white_chosen,black_ms,white_ms,detail\n", stream);
}

void record_write_csv(FILE *stream, const json_t *record)
{
    json_int_t game = 0, opening = 0, difference = 0, given = 0, nodes[2] = {0}, ms[2] = {0},
               chosen[2] = {0};
    const char *black = "", *white = "", *end = "", *moves = "", *detail = "";
    const char *loser = json_string_value(json_object_get(record, "loser"));
    json_unpack((json_t *)record,
                "{s:I, s:I, s:s, s:s, s:I, s:s, s:s, s:I, s:s, s:[I, I], s:[I, I], s:[I, I]}",
                "game", &game, "opening", &opening, "black", &black, "white", &white,
                "difference", &difference, "end", &end, "detail", &detail, "given", &given,
                "moves", &moves, "nodes", &nodes[0], &nodes[1], "ms", &ms[0], &ms[1], "chosen",
                &chosen[0], &chosen[1]);
    fprintf(stream, "%lld,%lld,%s,%s,%s,%+lld,%s,%s,%lld,%s,%lld,%lld,%lld,%lld,%lld,%lld,%s\n",
            (long long)game + 1, (long long)opening + 1, visible_cell(black).text,
            visible_cell(white).text,
            difference > 0 ? "1-0" : difference < 0 ? "0-1" : "1/2-1/2", (long long)difference,
            end, loser ? loser : "", (long long)given, moves, (long long)nodes[0],
            (long long)nodes[1], (long long)chosen[0], (long long)chosen[1], (long long)ms[0],
            (long long)ms[1], visible_cell(detail).text);
}

void record_write_ggf(FILE *stream, const json_t *record)
{
    const char *ggf = json_string_value(json_object_get(record, "ggf"));
    if (ggf != NULL)
        fprintf(stream, "%s\n", ggf);
}
