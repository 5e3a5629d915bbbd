/* match/runner.c - implements match/runner.h.
 *
 * Invariant: a game is in the journal, and the journal on the disc, before it
 * is counted; games are counted in schedule order without gaps; every decision
 * (SPRT, series) is taken when its last game is counted, and later games, even
 * finished ones, do not count.
 */
#include "match/runner.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/visible.h"
#include "match/json_line.h"
#include "match/openings_book.h"
#include "match/match_record.h"
#include "match/runner_files.h"
#include "match/runner_worker.h"
#include "options/signals.h"

enum { CODE_UNPROVEN = 1, CODE_FAULTS = 2 };

static void clear_line(struct runner *r)
{
    if (r->is_live)
        printf("\r\033[K");
    r->is_live = false;
}

static void show_progress(struct runner *r)
{
    char line[128];
    struct report report = runner_report(r);
    if (!r->has_terminal || r->config->wants_json)
        return;
    report_line(&report, line, sizeof line);
    printf("\r\033[K%.78s", line);
    fflush(stdout);
    r->is_live = true;
}

/* Does the game just counted decide the match? */
static void decide(struct runner *r, const struct schedule_game *plan, struct tally_game game)
{
    if (r->has_series) {
        int difference = plan->black == plan->first ? game.difference : -game.difference;
        if (ofl_series_add(&r->series, difference) != 0)
            r->state = REPORT_SERIES;
    }
    bool is_whole = r->config->is_single || r->tally.n_games % 2 == 0;
    if (r->config->has_sprt && is_whole) {
        struct report report = runner_report(r);
        enum stats_verdict verdict = stats_sprt_verdict(&r->config->sprt, report_llr(&report));
        if (verdict != STATS_OPEN)
            r->state = verdict == STATS_ACCEPT_H1 ? REPORT_SPRT_H1 : REPORT_SPRT_H0;
    }
    if (r->state == REPORT_RUNNING && r->tally.n_games == r->n_games)
        r->state = REPORT_ALL_PLAYED;
}

/* On a terminal, and when quiet, only games that were lost by a fault. */
static void tell_game(struct runner *r, const struct schedule_game *plan, struct tally_game game,
                      const char *detail)
{
    const bool wants_json = r->config->wants_json;
    if (game.loser < 0 && (r->config->is_quiet || (r->has_terminal && !wants_json)))
        return;
    clear_line(r);
    if (wants_json)
        json_line_print(report_game_to_json(r->config, plan, game, detail));
    else
        report_game(stdout, r->config, plan, game, detail);
}

/* Counts the games that can be counted. */
static void count_games(struct runner *r, bool is_silent)
{
    while (r->state == REPORT_RUNNING && r->n_counted < r->n_games &&
           r->slots[r->n_counted].is_done) {
        struct runner_slot *slot = &r->slots[r->n_counted];
        struct schedule_game plan = runner_plan(r, r->n_counted);
        tally_add(&r->tally, &plan, slot->game);
        r->n_counted++;
        decide(r, &plan, slot->game);
        if (!is_silent)
            tell_game(r, &plan, slot->game, slot->detail ? slot->detail : "");
        free(slot->detail);
        slot->detail = NULL;
        if (!is_silent && r->state == REPORT_RUNNING && !r->config->wants_json &&
            r->n_counted % (uint32_t)r->config->report_every == 0) {
            struct report report = runner_report(r);
            clear_line(r);
            report_standing(stdout, &report);
        }
    }
}

static void fail(struct runner *r, const char *what)
{
    clear_line(r);
    fprintf(stderr, "outflank: match: %s\n", visible(what).text);
    r->state = REPORT_FAILED;
}

/* Journals the games handed in. False after a failure. */
static bool journal_games(struct runner *r, struct runner_game *list)
{
    struct reason reason = {.text = ""};
    bool is_good = true;
    for (struct runner_game *f = list; f != NULL && is_good; f = f->next)
        is_good = runner_journal(r, f, &reason);
    if (is_good && list != NULL && r->journal.fd >= 0) {
        r->code = EX_IOERR;
        is_good = journal_sync(&r->journal, &reason);
    }
    for (struct runner_game *f = list, *next; f != NULL; f = next) {
        struct runner_slot *slot = &r->slots[f->plan.index];
        next = f->next;
        slot->game = (struct tally_game){.end = (uint8_t)f->result.end,
                                         .loser = (int8_t)f->result.loser,
                                         .difference = (int8_t)f->result.difference};
        slot->detail = f->result.loser >= 0 ? strdup(f->result.detail) : NULL;
        slot->is_done = is_good;
        free(f);
    }
    if (!is_good)
        fail(r, reason.text);
    return is_good;
}

/* Gives what the workers can do with for now. False after a failure. */
static bool give_games(struct runner *r)
{
    const int n_most = RUNNER_GAMES_EACH * r->config->concurrency;
    for (; r->next < r->n_games && jobs_count(r->jobs) < n_most; r->next++) {
        if (r->slots[r->next].is_done)
            continue;
        if (r->config->follows_results && r->n_counted < r->next)
            break;
        struct runner_game *game = malloc(sizeof *game);
        if (game == NULL) {
            r->code = EX_OSERR;
            fail(r, "not enough memory for a game");
            return false;
        }
        game->plan = runner_plan(r, r->next);
        jobs_give(r->jobs, &game->job);
    }
    return true;
}

/* Takes all games that are finished. False with a reason if there is none and a worker failed. */
static bool take_games(struct runner *r, int wait_ms, struct runner_game **list,
                       struct reason *reason)
{
    struct runner_game **end = list;
    struct job *job;
    int code;
    for (; (code = jobs_take(r->jobs, wait_ms, &job, reason)) > 0; wait_ms = 0) {
        *end = (struct runner_game *)job;
        end = &(*end)->next;
    }
    *end = NULL;
    return code == 0 || *list != NULL;
}

/* A reader of the output that went away ends the match, like Ctrl-C. */
static void check_output(struct runner *r)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    int error = errno ? errno : EIO;
    clearerr(stdout); /* it will be told, or was a signal, which ends the match */
    if (error == EINTR)
        return;
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    bool is_left = poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
    r->code = is_left ? 128 + SIGPIPE : EX_IOERR;
    if (!is_left)
        fprintf(stderr, "outflank: match: cannot write to standard output: %s\n", strerror(error));
    r->state = REPORT_FAILED;
}

static void run(struct runner *r)
{
    struct reason reason;
    struct runner_game *list;
    while (r->state == REPORT_RUNNING && give_games(r)) {
        const bool is_well = take_games(r, 200, &list, &reason);
        if (!journal_games(r, list))
            break;
        count_games(r, false);
        if (r->state != REPORT_RUNNING)
            break;
        if (cancel_is_raised(&r->cancel)) {
            r->state = REPORT_INTERRUPTED;
        } else if (!is_well) {
            r->code = EX_OSERR;
            fail(r, reason.text);
        }
        show_progress(r);
        check_output(r);
    }
}

static int exit_code(const struct runner *r)
{
    switch (r->state) {
    case REPORT_FAILED:
        return r->code;
    case REPORT_INTERRUPTED:
        return 128 + signals_caught();
    default:
        break;
    }
    if (tally_count_faults(&r->tally) > 0)
        return CODE_FAULTS;
    return r->config->has_sprt && r->state != REPORT_SPRT_H1 ? CODE_UNPROVEN : 0;
}

/* Ends the workers, keeps what they still finished, writes files and the end. */
static void wind_up(struct runner *r)
{
    struct reason reason = {.text = ""};
    struct runner_game *rest;
    if (r->state != REPORT_ALL_PLAYED)
        jobs_stop(r->jobs);
    jobs_finish(r->jobs, &reason);
    clear_line(r);
    if (r->state == REPORT_FAILED)
        return;
    take_games(r, 0, &rest, &reason);
    journal_games(r, rest); /* no game that was finished is played again */
    struct report report = runner_report(r);
    if (r->config->wants_json)
        json_line_print(report_to_json(&report));
    else
        report_end(stdout, &report);
    if (!runner_write_games(r, &reason) || !runner_write_summary(r, &reason))
        fail(r, reason.text);
    if (r->state != REPORT_FAILED)
        check_output(r);
}

static bool load_openings(struct runner *r, struct reason *reason)
{
    const struct match_config *c = r->config;
    if (!openings_book_knows(c->openings_path))
        return openings_load(&r->openings, c->openings_path, c->openings_plies, c->handicap,
                             reason);
    if (c->handicap)
        return reason_set(reason, "openings of a book cannot be played with a handicap");
    return openings_book_load(&r->openings, c->openings_path, c->openings_plies, c->balance,
                              reason);
}

static bool prepare_openings(struct runner *r, struct reason *reason)
{
    const struct match_config *c = r->config;
    if (c->openings_path != NULL) {
        r->code = access(c->openings_path, R_OK) == 0 ? EX_DATAERR : EX_NOINPUT;
        if (!load_openings(r, reason))
            return false;
        if (r->openings.note.text[0])
            fprintf(stderr, "outflank: %s\n", r->openings.note.text);
    }
    r->openings.random_plies = c->random_plies;
    r->openings.balance = c->balance;
    r->openings.handicap = c->handicap;
    r->openings.variant = c->variant;
    r->openings.seed = schedule_seed(c->seed, 1);
    return true;
}

static bool prepare(struct runner *r, struct reason *reason)
{
    const struct match_config *c = r->config;
    uint32_t games = config_games(c);
    if (!prepare_openings(r, reason))
        return false;
    r->schedule = (struct schedule){
        .n_players = c->n_players, .format = c->format, .is_paired = !c->is_single,
        .n_rounds = c->is_single ? games : games / 2, .colors = c->colors,
        .n_openings = r->openings.n, .is_shuffled = c->openings_order && *c->openings_order == 'r',
        .seed = schedule_seed(c->seed, 0)};
    r->code = EX_DATAERR;
    if (!schedule_init(&r->schedule, reason))
        return false;
    r->n_games = schedule_n_games(&r->schedule);
    r->slots = calloc(r->n_games, sizeof *r->slots);
    r->code = EX_OSERR;
    reason_set(reason, "not enough memory for a match of %u games", r->n_games);
    if (r->slots == NULL || !tally_init(&r->tally, &r->schedule))
        return false;
    r->has_series = c->best_of > 0 || c->race > 0;
    r->series = (struct ofl_series){.best_of = c->best_of, .race = c->race};
    return true;
}

static void say_start(struct runner *r)
{
    const struct match_config *c = r->config;
    char limits[96];
    if (c->wants_json)
        return; /* the summary has all of it */
    printf("outflank %s match, seed %llu: %u games", ofl_version(), (unsigned long long)c->seed,
           r->n_games);
    if (c->has_sprt)
        printf(" at most");
    if (r->openings.n > 0)
        printf(", %u openings", r->openings.n);
    else
        printf(", %d random plies", c->random_plies);
    if (c->handicap)
        printf(", White gives Black %d corner%s", c->handicap, c->handicap > 1 ? "s" : "");
    printf("%s, concurrency %d\n", r->schedule.is_paired ? " played twice" : "", c->concurrency);
    for (int i = 0; i < c->n_players; i++) {
        const struct player_config *player = &c->players[i];
        match_limits_to_text(&player->limits, limits, sizeof limits);
        printf("  %s: %s", player->name, limits);
        for (size_t k = 0; k < player->n_options; k++)
            printf(", %s=%s", player->options[k].name, visible(player->options[k].value).text);
        printf("\n");
    }
    if (r->openings.n > 0 && r->schedule.n_rounds > r->openings.n)
        printf("  after %u rounds the openings are played again; at fixed nodes or depth the games "
               "will be the same\n", r->openings.n);
}

static void destroy(struct runner *r)
{
    signals_watch(NULL, NULL);
    runner_free_jobs(r);
    tally_finish(&r->tally);
    schedule_finish(&r->schedule);
    openings_free(&r->openings);
    journal_close(&r->journal);
    for (uint32_t i = 0; r->slots != NULL && i < r->n_games; i++)
        free(r->slots[i].detail);
    free(r->slots);
    pthread_mutex_destroy(&r->lock);
    cancel_finish(&r->cancel);
}

static bool create(struct runner *r, struct match_config *config)
{
    *r = (struct runner){.config = config, .has_terminal = isatty(STDOUT_FILENO)};
    r->journal.fd = -1;
    if (!cancel_init(&r->cancel))
        return false;
    pthread_mutex_init(&r->lock, NULL);
    return true;
}

static void stop(void *cancel) { cancel_raise(cancel); }

int runner_play(struct match_config *config)
{
    struct runner runner, *r = &runner;
    struct reason reason = {.text = ""};
    if (!config->has_seed)
        config->seed = rng_fresh_seed();
    if (!signals_install() || !create(r, config)) {
        fprintf(stderr, "outflank: match: cannot make a pipe: %s\n", strerror(errno));
        return EX_OSERR;
    }
    signals_watch(stop, &r->cancel);
    bool is_ready = prepare(r, &reason);
    if (is_ready) {
        r->code = EX_NOINPUT;
        is_ready = runner_check_players(r, &reason);
    }
    if (is_ready && cancel_is_raised(&r->cancel))
        r->state = REPORT_INTERRUPTED;
    is_ready = is_ready && runner_open_journal(r, &reason);
    if (is_ready) {
        say_start(r);
        count_games(r, true);
        r->code = EX_OSERR;
        is_ready = runner_begin_jobs(r, &reason);
    }
    if (is_ready) {
        run(r);
        wind_up(r);
    } else {
        fail(r, reason.text);
    }
    int code = exit_code(r);
    destroy(r);
    return code;
}
