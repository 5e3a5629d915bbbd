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
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/visible.h"
#include "match/json_line.h"
#include "match/openings_book.h"
#include "match/record.h"
#include "match/runner_files.h"
#include "match/runner_worker.h"

enum { CODE_UNPROVEN = 1, CODE_FAULTS = 2, CODE_DATA = 65, CODE_NO_INPUT = 66,
       CODE_RESOURCE = 71, CODE_IO = 74 };

/* The one match that Ctrl-C ends; signal handlers know nothing else. */
static _Atomic(struct cancel *) signal_target;
static atomic_int signal_caught;
static atomic_llong signal_time_us;

/* The second one ends the program at once; but some senders (timeout) send one
 * to the program and one to its group, so it must come a while later. */
static void on_signal(int number)
{
    long long now_us = clock_us(), first_us = 0;
    if (!atomic_compare_exchange_strong(&signal_time_us, &first_us, now_us)) {
        if (now_us - first_us > 500000)
            _exit(128 + number);
        return;
    }
    atomic_store(&signal_caught, number);
    struct cancel *cancel = atomic_load(&signal_target);
    if (cancel != NULL)
        cancel_raise(cancel);
}

static void watch_signals(struct cancel *cancel)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    atomic_store(&signal_target, cancel);
    atomic_store(&signal_caught, 0);
    atomic_store(&signal_time_us, 0);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

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
        pthread_mutex_lock(&r->lock);
        r->n_counted++;
        pthread_cond_broadcast(&r->changed);
        pthread_mutex_unlock(&r->lock);
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
static bool take_finished(struct runner *r, struct runner_finished *list)
{
    struct reason reason = {.text = ""};
    bool is_good = true;
    for (struct runner_finished *f = list; f != NULL && is_good; f = f->next)
        is_good = runner_journal(r, f, &reason);
    if (is_good && list != NULL && r->journal.fd >= 0) {
        r->code = CODE_IO;
        is_good = journal_sync(&r->journal, &reason);
    }
    for (struct runner_finished *f = list, *next; f != NULL; f = next) {
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

static struct runner_finished *wait_for_games(struct runner *r, bool *is_over)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 200000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&r->lock);
    if (r->first == NULL && r->n_running > 0)
        pthread_cond_timedwait(&r->changed, &r->lock, &until);
    struct runner_finished *list = r->first;
    r->first = NULL;
    r->last = &r->first;
    *is_over = r->n_running == 0;
    pthread_mutex_unlock(&r->lock);
    return list;
}

/* A reader of the output that went away ends the match, like Ctrl-C. */
static void check_output(struct runner *r)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    int error = errno ? errno : EIO;
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    bool is_left = poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
    r->code = is_left ? 128 + SIGPIPE : CODE_IO;
    if (!is_left)
        fprintf(stderr, "outflank: match: cannot write to standard output: %s\n", strerror(error));
    r->state = REPORT_FAILED;
    clearerr(stdout); /* it has been told */
}

static void run(struct runner *r)
{
    bool is_over = false;
    while (r->state == REPORT_RUNNING) {
        struct runner_finished *list = wait_for_games(r, &is_over);
        bool is_idle = list == NULL && is_over;
        if (!take_finished(r, list))
            break;
        count_games(r, false);
        if (r->state != REPORT_RUNNING)
            break;
        if (cancel_is_raised(&r->cancel)) {
            r->state = REPORT_INTERRUPTED;
        } else if (is_idle) {
            r->code = CODE_RESOURCE;
            fail(r, r->problem ? r->problem : "the workers have stopped");
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
        return 128 + atomic_load(&signal_caught);
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
    bool is_over;
    runner_stop_workers(r);
    enum report_state state = r->state;
    int code = r->code;
    struct runner_finished *rest = wait_for_games(r, &is_over);
    if (state != REPORT_FAILED) /* no game that was finished is played again */
        take_finished(r, rest);
    clear_line(r);
    if (state == REPORT_FAILED) {
        r->code = code;
        for (struct runner_finished *next; rest != NULL; rest = next) {
            next = rest->next;
            free(rest);
        }
        return;
    }
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
        r->code = access(c->openings_path, R_OK) == 0 ? CODE_DATA : CODE_NO_INPUT;
        if (!load_openings(r, reason))
            return false;
        if (r->openings.note.text[0])
            fprintf(stderr, "outflank: %s\n", r->openings.note.text);
    }
    r->openings.random_plies = c->random_plies;
    r->openings.balance = c->balance;
    r->openings.handicap = c->handicap;
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
        .n_openings = r->openings.n, .is_shuffled = c->is_shuffled,
        .seed = schedule_seed(c->seed, 0)};
    r->code = CODE_DATA;
    if (!schedule_init(&r->schedule, reason))
        return false;
    r->n_games = schedule_n_games(&r->schedule);
    r->slots = calloc(r->n_games, sizeof *r->slots);
    r->code = CODE_RESOURCE;
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
    atomic_store(&signal_target, NULL);
    tally_finish(&r->tally);
    schedule_finish(&r->schedule);
    openings_free(&r->openings);
    journal_close(&r->journal);
    for (uint32_t i = 0; r->slots != NULL && i < r->n_games; i++)
        free(r->slots[i].detail);
    free(r->slots);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    cancel_finish(&r->cancel);
}

static bool create(struct runner *r, struct match_config *config)
{
    pthread_condattr_t attributes;
    *r = (struct runner){.config = config, .has_terminal = isatty(STDOUT_FILENO)};
    r->journal.fd = -1;
    r->last = &r->first;
    if (!cancel_init(&r->cancel))
        return false;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    return true;
}

int runner_play(struct match_config *config)
{
    struct runner runner, *r = &runner;
    struct reason reason = {.text = ""};
    if (!config->has_seed && getrandom(&config->seed, sizeof config->seed, 0) < 0)
        config->seed = (uint64_t)getpid();
    config->seed &= INT64_MAX;
    if (!create(r, config)) {
        fprintf(stderr, "outflank: match: cannot make a pipe: %s\n", strerror(errno));
        return CODE_RESOURCE;
    }
    watch_signals(&r->cancel);
    bool is_ready = prepare(r, &reason);
    if (is_ready) {
        r->code = CODE_NO_INPUT;
        is_ready = runner_check_players(r, &reason);
    }
    if (is_ready && cancel_is_raised(&r->cancel))
        r->state = REPORT_INTERRUPTED;
    is_ready = is_ready && runner_open_journal(r, &reason);
    if (is_ready) {
        say_start(r);
        count_games(r, true);
        if (r->state == REPORT_RUNNING) {
            r->code = CODE_RESOURCE;
            is_ready = runner_start_workers(r, &reason);
        }
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
