/* match/compliance.c - implements match/compliance.h. */
#include "match/compliance.h"

#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "base/visible.h"
#include "match/compliance_cases.h"
#include "match/json_line.h"

/* A command that is not known makes a case pointless. */
static bool is_needed_known(struct check *c, const char *command)
{
    char answer[1024];
    return check_ask(c, answer, sizeof answer, "known_command %s", command) &&
           strcmp(answer, "true") == 0;
}

enum { CODE_FAILED = 2 };
enum outcome { PASSED, FAILED, SKIPPED };
static const char *const outcomes[] = {[PASSED] = "pass", [FAILED] = "FAIL", [SKIPPED] = "skip"};

static enum outcome run_case(struct check *c, const struct check_case *row)
{
    c->problem.text[0] = '\0';
    c->n_pings = 0;
    c->exit_ms = -1;
    bool is_good = check_start(c, NULL, row->is_bare);
    if (is_good && row->needs != NULL && !is_needed_known(c, row->needs)) {
        check_stop(c);
        return SKIPPED;
    }
    is_good = is_good && (row->script == NULL || check_script(c, row->script)) &&
              (row->run == NULL || row->run(c));
    check_stop(c);
    return is_good ? PASSED : FAILED;
}

static void tell(const struct check *c, const struct check_case *row, enum outcome outcome)
{
    printf("  %s  %s  %s", outcomes[outcome], row->id, row->title);
    if (outcome == FAILED)
        printf(": %s", c->problem.text);
    else if (outcome == SKIPPED)
        printf(": it does not know %s", row->needs);
    else if (c->exit_ms >= 0)
        printf(" (%d ms)", (int)c->exit_ms);
    printf("\n");
    fflush(stdout);
}

static void tell_json(const struct check *c, const struct check_case *row, enum outcome outcome)
{
    const struct visible problem = visible(c->problem.text);
    const char *detail = outcome == FAILED ? problem.text : outcome == SKIPPED ? row->needs : "";
    json_line_print(json_pack("{s:i, s:s, s:o, s:s, s:s, s:s, s:o}", "schema",
                                  JSON_SCHEMA, "type",
                              "compliance", "engine",
                              json_string(visible(c->config->name).text), "case", row->id,
                              "title", row->title, "outcome", outcomes[outcome], "detail",
                              json_string(detail)));
}

/* Can the engine be started at all? Else every case would fail, and say so. */
static bool is_there(const struct player_config *config)
{
    struct check check = {.config = config, .protocol = config->protocol,
                          .timeout_ms = config->timeout_ms};
    if (!check_start(&check, NULL, true)) {
        fprintf(stderr, "outflank: match: %s: %s\n", visible(config->name).text,
                visible(check.problem.text).text);
        return false;
    }
    check_stop(&check);
    return true;
}

static int check_engine(const struct player_config *config, bool wants_json)
{
    static const struct {
        const char *name;
        const struct check_case *cases;
    } protocols[] = {
        [PLAYER_GTP] = {"GTP 2", check_gtp_cases},
        [PLAYER_NBOARD] = {"NBoard protocol", check_nboard_cases},
        [PLAYER_EDAX] = {"Edax's console", check_edax_cases},
        [PLAYER_CASSIO] = {"Cassio's protocol", check_cassio_cases},
        [PLAYER_UCI] = {"UCI", check_uci_cases},
    };
    struct check check = {.config = config, .protocol = config->protocol,
                          .timeout_ms = config->timeout_ms};
    const struct check_case *row = protocols[config->protocol].cases;
    int counts[3] = {0};
    if (!wants_json)
        printf("%s: %s\n", config->name, protocols[config->protocol].name);
    for (; row->id != NULL; row++) {
        enum outcome outcome = run_case(&check, row);
        counts[outcome]++;
        (wants_json ? tell_json : tell)(&check, row, outcome);
    }
    if (wants_json)
        json_line_print(json_pack("{s:i, s:s, s:o, s:s, s:{s:i, s:i, s:i}}", "schema",
                                  JSON_SCHEMA, "type",
                                  "compliance", "engine",
                                  json_string(visible(config->name).text), "protocol",
                                  protocols[config->protocol].name, "total", "passed",
                                  counts[PASSED], "failed", counts[FAILED], "skipped",
                                  counts[SKIPPED]));
    else
        printf("%s: %d passed, %d failed, %d do not apply\n", config->name,
               counts[PASSED], counts[FAILED], counts[SKIPPED]);
    return counts[FAILED];
}

int compliance_run(const struct match_config *config)
{
    int n_failed = 0;
    for (int i = 0; i < config->n_players; i++) {
        if (config->players[i].protocol == PLAYER_SELF) {
            fprintf(stderr, "outflank: match: --compliance needs a program: cmd=COMMAND\n");
            return EX_USAGE;
        }
        if (!is_there(&config->players[i]))
            return EX_NOINPUT;
        n_failed += check_engine(&config->players[i], config->wants_json);
    }
    return n_failed > 0 ? CODE_FAILED : 0;
}
