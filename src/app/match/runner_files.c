/* match/runner_files.c - implements match/runner_files.h.
 *
 * PREFIX.journal grows game by game; PREFIX.json, .ggf and .csv are written from it,
 * each replaced as a whole. */
#include "match/runner_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "match/match_config.h"
#include "match/match_record.h"

static char *path_of(const struct match_config *config, const char *suffix)
{
    size_t size = strlen(config->out) + strlen(suffix) + 1;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s", config->out, suffix);
    return path;
}

static json_t *make_header(const struct runner *r)
{
    json_t *words = json_array();
    for (size_t i = 0; words != NULL && i < r->config->words.n; i++)
        json_array_append_new(words, json_string(r->config->words.list[i].text));
    char checksum[24];
    char *signature = config_signature(r->config);
    snprintf(checksum, sizeof checksum, "%016llx", (unsigned long long)r->openings.checksum);
    json_t *header = json_pack("{s:i, s:s, s:I, s:s, s:s, s:o}", "outflank_match", 1, "version",
                               ofl_version(), "seed", (json_int_t)r->config->seed, "openings",
                               checksum, "signature", signature ? signature : "", "words", words);
    free(signature);
    return header;
}

/* Is the journal of this very match? */
static bool check_header(struct runner *r, const json_t *header, struct reason *reason)
{
    json_t *mine = make_header(r);
    static const char *const keys[] = {"signature", "openings", "seed"};
    static const char *const problems[] = {
        ("the match in the journal has other engines or settings; only -rounds, -games, -sprt, "
         "-concurrency, -affinity, -report, -quiet and -event may change"), /* one, as clang asks */
        "the file of openings has changed since the match began",
        "the match in the journal has another seed",
    };
    const char *problem = mine ? NULL : "not enough memory for the journal";
    if (json_integer_value(json_object_get(header, "outflank_match")) != 1)
        problem = "this is no journal of a match that this version can go on with";
    for (int i = 0; problem == NULL && i < 3; i++)
        if (!json_equal(json_object_get(mine, keys[i]), json_object_get(header, keys[i])))
            problem = problems[i];
    json_decref(mine);
    if (problem != NULL)
        reason_set(reason, "'%.200s.journal': %s", r->config->out, problem);
    return problem == NULL;
}

struct taking {
    struct runner *runner;
    uint32_t n_taken;
};

static bool take_line(void *user, const json_t *line, int64_t offset, struct reason *reason)
{
    struct taking *taking = user;
    struct runner *r = taking->runner;
    struct tally_game game;
    uint32_t index;
    if (!record_to_tally(r->config, &r->schedule, line, &index, &game, reason))
        return false;
    if (index == UINT32_MAX || r->slots[index].is_done)
        return true;
    r->slots[index] = (struct runner_slot){.offset = offset, .game = game, .is_done = true};
    taking->n_taken++;
    return true;
}

static bool continue_journal(struct runner *r, const char *path, struct reason *reason)
{
    json_t *header;
    struct taking taking = {.runner = r};
    r->code = EX_DATAERR;
    if (!journal_open(&r->journal, path, &header, reason))
        return false;
    bool is_good = check_header(r, header, reason) &&
                   journal_replay(&r->journal, take_line, &taking, reason);
    json_decref(header);
    if (is_good)
        printf("resumed: %u games are in '%s'\n", taking.n_taken, path);
    return is_good;
}

bool runner_open_journal(struct runner *r, struct reason *reason)
{
    r->journal.fd = -1;
    if (r->config->out == NULL)
        return true;
    char *path = path_of(r->config, ".journal");
    r->code = EX_OSERR;
    reason_set(reason, "not enough memory for the journal");
    if (path == NULL)
        return false;
    bool is_good;
    if (r->config->is_resumed && access(path, F_OK) == 0) {
        is_good = continue_journal(r, path, reason);
    } else {
        json_t *header = make_header(r);
        r->code = EX_CANTCREAT;
        is_good = header != NULL && journal_create(&r->journal, path, header, reason);
        json_decref(header);
    }
    free(path);
    return is_good;
}

bool runner_recall(struct match_config *config, int *code, struct reason *reason)
{
    struct journal journal;
    json_t *header = NULL;
    char *path = path_of(config, ".journal");
    *code = path != NULL && access(path, F_OK) != 0 ? EX_NOINPUT : EX_DATAERR;
    if (path == NULL || !journal_open(&journal, path, &header, reason)) {
        free(path);
        return false;
    }
    journal_close(&journal);
    free(path);
    const json_t *words = json_object_get(header, "words");
    bool is_good = json_is_array(words);
    for (size_t i = 0; is_good && i < json_array_size(words); i++) {
        const char *text = json_string_value(json_array_get(words, i));
        is_good = text != NULL && config_insert(config, i, text);
    }
    json_t *seed = json_object_get(header, "seed");
    char number[32];
    snprintf(number, sizeof number, "%lld", (long long)json_integer_value(seed));
    is_good = is_good && config_insert(config, json_array_size(words), "-srand") &&
              config_insert(config, json_array_size(words) + 1, number);
    json_decref(header);
    if (!is_good)
        reason_set(reason, "'%.200s.journal' does not tell its match", config->out);
    return is_good;
}

bool runner_journal(struct runner *r, const struct runner_game *finished,
                    struct reason *reason)
{
    struct runner_slot *slot = &r->slots[finished->plan.index];
    if (r->journal.fd < 0)
        return true;
    json_t *record = record_from_game(r->config, &finished->plan, &finished->result);
    r->code = record ? EX_IOERR : EX_OSERR;
    reason_set(reason, "not enough memory for a game's record");
    bool is_good = record != NULL && journal_add(&r->journal, record, &slot->offset, reason);
    json_decref(record);
    return is_good;
}

static bool begin_output(struct runner *r, struct journal_output *output, const char *suffix,
                         struct reason *reason)
{
    char *path = path_of(r->config, suffix);
    r->code = path ? EX_CANTCREAT : EX_OSERR;
    bool is_good = path != NULL && journal_output_begin(output, path, reason);
    free(path);
    return is_good;
}

bool runner_write_summary(struct runner *r, struct reason *reason)
{
    struct journal_output output;
    struct report report = runner_report(r);
    if (r->journal.fd < 0)
        return true;
    if (!begin_output(r, &output, ".json", reason))
        return false;
    json_t *json = report_to_json(&report);
    if (json != NULL) {
        json_dumpf(json, output.stream,
                   JSON_INDENT(1) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(12));
        putc('\n', output.stream);
    }
    json_decref(json);
    r->code = EX_IOERR;
    return journal_output_commit(&output, reason);
}

/* One file of all counted games, in schedule order. */
static bool write_all(struct runner *r, const char *suffix, bool is_csv,
                      struct reason *reason)
{
    struct journal_output output;
    if (!begin_output(r, &output, suffix, reason))
        return false;
    if (is_csv)
        record_write_csv_header(output.stream);
    for (uint32_t i = 0; i < r->n_counted; i++) {
        json_t *record = journal_read(&r->journal, r->slots[i].offset);
        if (record != NULL && is_csv)
            record_write_csv(output.stream, record);
        else if (record != NULL)
            record_write_ggf(output.stream, record);
        json_decref(record);
    }
    r->code = EX_IOERR;
    return journal_output_commit(&output, reason);
}

bool runner_write_games(struct runner *r, struct reason *reason)
{
    return r->journal.fd < 0 ||
           (write_all(r, ".ggf", false, reason) && write_all(r, ".csv", true, reason));
}
