/* serve/service.c - see service.h.
 *
 * Locks: `mutex` has the open asks, their states and the counts. The pool has its own, which is
 * taken within it, never around it. `writing` is for lines, and taken last. */
#include "serve/service.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/jobs.h"
#include "base/lines.h"
#include "protocol/small_file.h"
#include "request/request.h"
#include "serve/keys.h"
#include "serve/reply.h"
#include "serve/service_stats.h"
#include "serve/token.h"
#include "text/json_build.h"

enum ask_state { ASK_WAITS, ASK_RUNS, ASK_IS_ANSWERED };
enum ask_cut { CUT_NOT, CUT_CANCELLED, CUT_LATE };

struct ask {
    struct job job;
    struct ask *next, *previous; /* of the open ones */
    json_t *asked;               /* without what is the service's */
    struct keys keys;
    enum ask_state state;
    enum ask_cut cut;            /* what has ended it */
    int worker;                  /* that runs it */
    size_t id_length;
    char *id;                    /* behind the struct */
};

struct server {
    struct service *service;
    ofl_engine *engine; /* of the requests */
    struct requests *requests;
    struct ask *ask; /* at work */
};

struct service {
    struct service_plan plan;
    struct jobs *jobs;
    struct server *servers; /* one a worker */
    char *tail;             /* of all lines */
    pthread_mutex_t mutex, writing;
    pthread_cond_t for_timer;
    pthread_t timer;
    bool ends, cancels;     /* the timer is to end; all that comes is cancelled */
    struct ask open;               /* a ring: the oldest is open.next */
    struct service_stats stats;
    /* The reader's: a line, and the same for jansson. */
    char line[LINE_LIMIT + 1], parsed[LINE_LIMIT + 1];
};

/* ---- lines out ---- */

/* Frees the text. */
static void write_text(struct service *service, struct strbuf *text)
{
    pthread_mutex_lock(&service->writing);
    if (text->length && !text->is_failed)
        service->plan.write(service->plan.user, text->data, text->length);
    pthread_mutex_unlock(&service->writing);
    strbuf_free(text);
}

static struct reply_frame frame_of(const struct service *service, const char *id, size_t length)
{
    return (struct reply_frame){id, length, service->tail};
}

/* An answer of the reader itself. */
static void refuse(struct service *service, const struct token *id, const struct reply_error *error)
{
    struct strbuf text = {0};
    const struct reply_frame frame =
        frame_of(service, id && id->length ? service->line + id->at : NULL, id ? id->length : 0);
    reply_add_error(&text, &frame, error);
    pthread_mutex_lock(&service->mutex);
    service->stats.errors++;
    pthread_mutex_unlock(&service->mutex);
    write_text(service, &text);
}

/* ---- open asks; all of this with the mutex ---- */

static void open_ask(struct service *service, struct ask *ask)
{
    ask->next = &service->open;
    ask->previous = service->open.previous;
    ask->previous->next = ask;
    service->open.previous = ask;
    service->stats.waiting++;
    if (ask->keys.deadline_ms)
        pthread_cond_signal(&service->for_timer);
}

/* It is about to be answered. */
static void close_ask(struct service *service, struct ask *ask)
{
    ask->next->previous = ask->previous;
    ask->previous->next = ask->next;
    service->stats.waiting -= ask->state == ASK_WAITS;
    service->stats.running -= ask->state == ASK_RUNS;
    ask->state = ASK_IS_ANSWERED;
}

static struct ask *find_ask(struct service *service, const char *id, size_t length)
{
    for (struct ask *ask = service->open.next; ask != &service->open; ask = ask->next)
        if (ask->id_length == length && memcmp(ask->id, id, length) == 0)
            return ask;
    return NULL;
}

static const struct reply_error *error_of(enum ask_cut cut)
{
    static const struct reply_error errors[] = {
        [CUT_CANCELLED] = {.code = "cancelled", .message = "cancelled"},
        [CUT_LATE] = {.code = "deadline", .message = "the deadline passed before there was a "
                                                     "result"}};
    return &errors[cut];
}

static void count_cut(struct service *service, enum ask_cut cut)
{
    service->stats.cancelled += cut == CUT_CANCELLED;
    service->stats.errors += cut == CUT_LATE;
}

static void free_ask(struct ask *ask)
{
    json_decref(ask->asked);
    free(ask);
}

/* Ends an ask. What waits is answered here, into `text`; what runs is answered by its worker. */
static void cut_ask(struct service *service, struct ask *ask, enum ask_cut cut, struct strbuf *text)
{
    if (ask->cut != CUT_NOT)
        return;
    ask->cut = cut;
    if (ask->state == ASK_RUNS) {
        request_stop(service->servers[ask->worker].requests);
        return;
    }
    const struct reply_frame frame = frame_of(service, ask->id, ask->id_length);
    reply_add_error(text, &frame, error_of(cut));
    count_cut(service, cut);
    close_ask(service, ask);
    if (jobs_withdraw(service->jobs, &ask->job))
        free_ask(ask);
}

/* ---- deadlines ---- */

/* Cuts what is late; the next deadline, or 0. */
static int64_t cut_late(struct service *service, struct strbuf *text)
{
    const int64_t now_ms = clock_ms();
    int64_t next_ms = 0;
    struct ask *next;
    for (struct ask *ask = service->open.next; ask != &service->open; ask = next) {
        next = ask->next;
        if (!ask->keys.deadline_ms || ask->cut != CUT_NOT)
            continue;
        if (ask->keys.deadline_ms <= now_ms)
            cut_ask(service, ask, CUT_LATE, text);
        else if (!next_ms || ask->keys.deadline_ms < next_ms)
            next_ms = ask->keys.deadline_ms;
    }
    return next_ms;
}

static void *keep_time(void *data)
{
    struct service *service = data;
    pthread_mutex_lock(&service->mutex);
    while (!service->ends) {
        struct strbuf text = {0};
        const int64_t next_ms = cut_late(service, &text);
        if (text.length) {
            pthread_mutex_unlock(&service->mutex);
            write_text(service, &text);
            pthread_mutex_lock(&service->mutex);
        } else if (next_ms) {
            const struct timespec until = {.tv_sec = next_ms / 1000,
                                           .tv_nsec = (long)(next_ms % 1000) * 1000000};
            pthread_cond_timedwait(&service->for_timer, &service->mutex, &until);
        } else {
            pthread_cond_wait(&service->for_timer, &service->mutex);
        }
    }
    pthread_mutex_unlock(&service->mutex);
    return NULL;
}

/* ---- workers ---- */

/* From the request at work. */
static void hear_answer(void *user, const struct answer *answer)
{
    struct server *server = user;
    struct service *service = server->service;
    struct ask *ask = server->ask;
    struct strbuf text = {0};
    const struct reply_frame frame = frame_of(service, ask->id, ask->id_length);
    const bool is_last = answer->kind != ANSWER_PROGRESS;
    if (!is_last && !ask->keys.tells)
        return;
    pthread_mutex_lock(&service->mutex);
    const enum ask_cut cut = ask->cut;
    const bool is_lost = cut == CUT_CANCELLED || (cut == CUT_LATE && answer->kind == ANSWER_ERROR);
    if (is_last) {
        close_ask(service, ask);
        if (is_lost)
            count_cut(service, cut);
        else if (answer->kind == ANSWER_RESULT)
            service->stats.results++;
        else
            service->stats.errors++;
    }
    service->stats.progress += !is_last;
    pthread_mutex_unlock(&service->mutex);
    if (is_last && is_lost)
        reply_add_error(&text, &frame, error_of(cut));
    else
        reply_add_answer(&text, &frame, answer,
                         is_last && cut == CUT_LATE && answer->why ? "deadline" : NULL);
    write_text(service, &text);
}

/* The file of a request that names one. False after refusing it. */
static bool read_file(struct server *server, struct file_text *file)
{
    struct ask *ask = server->ask;
    struct strbuf reason = {0};
    const json_t *name = json_object_get(ask->asked, "file");
    *file = (struct file_text){NULL, 0};
    if (!name)
        return true;
    const struct word word = {json_string_value(name), json_string_length(name)};
    const bool is_read = file_read(word, FILE_CONFINED, file, &reason);
    if (!is_read) {
        json_t *error = json_pack("{s:s}", "message", reason.data ? reason.data : "out of memory");
        char *json = json_to_text(error);
        const struct answer answer = {.kind = ANSWER_ERROR,
                                      .json = json ? json : "{\"message\":\"out of memory\"}"};
        hear_answer(server, &answer);
        free(json);
    }
    json_object_del(ask->asked, "file");
    strbuf_free(&reason);
    return is_read;
}

static int run_ask(void *user, int worker, struct job *job, struct reason *reason)
{
    struct service *service = user;
    struct server *server = &service->servers[worker];
    struct ask *ask = (struct ask *)job;
    struct file_text file;
    pthread_mutex_lock(&service->mutex);
    const bool is_open = ask->state == ASK_WAITS;
    if (is_open) {
        service->stats.waiting--;
        service->stats.running++;
        ask->state = ASK_RUNS;
        ask->worker = worker;
        server->ask = ask;
        request_ready(server->requests);
    }
    pthread_mutex_unlock(&service->mutex);
    if (is_open && read_file(server, &file)) {
        ofl_new_game(server->engine);
        request_run(server->requests, ask->asked, file.data, file.length, ask->keys.tells);
        free(file.data);
    }
    json_decref(ask->asked);
    ask->asked = NULL;
    return 1;
}

/* ---- lines in ---- */

static void free_done(struct service *service)
{
    struct job *job;
    struct reason unused;
    while (jobs_take(service->jobs, 0, &job, &unused) > 0)
        free(job);
}

static bool is_full(struct service *service)
{
    return jobs_count(service->jobs) >= service->plan.n_most &&
           !service->plan.must_end(service->plan.user);
}

/* Waits until there is room for one more. The short sleep spares a client that floods the service
 * a change of threads with each answer. */
static void wait_for_room(struct service *service)
{
    enum { SHORT_NS = 200000, LOOK_EVERY_MS = 100 };
    struct job *job;
    struct reason unused;
    free_done(service);
    if (!is_full(service))
        return;
    nanosleep(&(struct timespec){.tv_nsec = SHORT_NS}, NULL);
    free_done(service);
    while (is_full(service))
        if (jobs_take(service->jobs, LOOK_EVERY_MS, &job, &unused) > 0)
            free(job);
}

/* Is a request with this id not answered yet? Then the new one is refused, without its id. */
static bool refuse_double(struct service *service, const struct token *id)
{
    const struct reply_error error = {
        .code = "id", .message = "a request with this id is not answered yet",
        .of = service->line + id->at, .of_length = id->length};
    pthread_mutex_lock(&service->mutex);
    const bool is_double = find_ask(service, error.of, error.of_length) != NULL;
    pthread_mutex_unlock(&service->mutex);
    if (is_double)
        refuse(service, NULL, &error);
    return is_double;
}

/* Takes `asked` over. */
static void take_ask(struct service *service, struct ask *new, const struct token *id)
{
    struct ask *ask = malloc(sizeof *ask + id->length);
    struct strbuf text = {0};
    if (!ask)
        refuse(service, id, &(struct reply_error){.code = "failed", .message = "out of memory"});
    if (!ask || refuse_double(service, id)) {
        json_decref(new->asked);
        free(ask);
        return;
    }
    *ask = *new;
    ask->id = (char *)(ask + 1);
    ask->id_length = id->length;
    memcpy(ask->id, service->line + id->at, id->length);
    wait_for_room(service);
    pthread_mutex_lock(&service->mutex);
    const bool is_late = service->cancels || service->plan.must_end(service->plan.user);
    if (!is_late)
        open_ask(service, ask);
    else
        count_cut(service, CUT_CANCELLED);
    pthread_mutex_unlock(&service->mutex);
    if (!is_late) {
        jobs_give(service->jobs, &ask->job);
        return;
    }
    const struct reply_frame frame = frame_of(service, ask->id, ask->id_length);
    reply_add_error(&text, &frame, error_of(CUT_CANCELLED));
    write_text(service, &text);
    free_ask(ask);
}

static void cancel(struct service *service, const struct token *id, size_t length)
{
    struct strbuf text = {0};
    const struct token of = token_find(service->line, length, "of");
    if (!of.length) {
        refuse(service, id, &(struct reply_error){.code = "refused", .message = "of: expected the "
                                                  "id of a request"});
        return;
    }
    pthread_mutex_lock(&service->mutex);
    struct ask *ask = find_ask(service, service->line + of.at, of.length);
    if (ask)
        cut_ask(service, ask, CUT_CANCELLED, &text);
    service->stats.results += id->length > 0;
    pthread_mutex_unlock(&service->mutex);
    if (id->length) {
        const struct reply_frame frame = frame_of(service, service->line + id->at, id->length);
        reply_add_result(&text, &frame, "cancel", json_pack("{s:b}", "found", ask != NULL));
    }
    write_text(service, &text);
}

static void tell_stats(struct service *service, const struct token *id)
{
    struct strbuf text = {0};
    const struct reply_frame frame = frame_of(service, service->line + id->at, id->length);
    pthread_mutex_lock(&service->mutex);
    service->stats.results++;
    const struct service_stats stats = service->stats;
    pthread_mutex_unlock(&service->mutex);
    reply_add_result(&text, &frame, "stats", service_stats_to_json(&stats, service->plan.n_most));
    write_text(service, &text);
}

/* A sound object; takes it over. */
static void hear_object(struct service *service, json_t *asked, const struct token *id,
                        size_t length)
{
    struct ask ask = {.asked = asked};
    const char *code = "refused";
    const char *problem = keys_take(asked, service->plan.may_read_files, &ask.keys);
    if (!id->length && (ask.keys.kind != KEYS_CANCEL || json_object_get(asked, "id"))) {
        problem = "id: expected a string or a number";
        code = "line";
    }
    if (!problem && ask.keys.kind == KEYS_REQUEST) {
        take_ask(service, &ask, id);
        return;
    }
    if (problem)
        refuse(service, id, &(struct reply_error){.code = code, .message = problem});
    else if (ask.keys.kind == KEYS_CANCEL)
        cancel(service, id, length);
    else
        tell_stats(service, id);
    json_decref(asked);
}

void service_hear(struct service *service, const char *text, size_t length)
{
    json_error_t error = {.column = -1};
    struct reason reason;
    if (text && !word_trim(text, length).length)
        return;
    pthread_mutex_lock(&service->mutex);
    service->stats.lines++;
    pthread_mutex_unlock(&service->mutex);
    if (!text) {
        reason_set(&reason, "the line is longer than %d bytes", LINE_LIMIT);
        refuse(service, NULL, &(struct reply_error){.code = "line", .message = reason.text});
        return;
    }
    memcpy(service->line, text, length);
    memcpy(service->parsed, text, length);
    const struct token id = token_find(service->line, length, "id");
    if (id.length && service->line[id.at] != '"') { /* it may have more digits than jansson reads */
        memset(service->parsed + id.at, ' ', id.length);
        service->parsed[id.at] = '0';
    }
    json_t *asked = json_loadb(service->parsed, length, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(asked)) {
        hear_object(service, asked, &id, length);
        return;
    }
    reason_set(&reason, "expected a request as a JSON object%s%s", asked ? "" : ": ",
               asked ? "" : error.text);
    refuse(service, &id, &(struct reply_error){.code = "line", .message = reason.text,
                                               .column = asked ? 0 : (size_t)error.column});
    json_decref(asked);
}

void service_cancel_all(struct service *service)
{
    struct strbuf text = {0};
    struct ask *next;
    pthread_mutex_lock(&service->mutex);
    service->cancels = true;
    for (struct ask *ask = service->open.next; ask != &service->open; ask = next) {
        next = ask->next;
        cut_ask(service, ask, CUT_CANCELLED, &text);
    }
    pthread_mutex_unlock(&service->mutex);
    write_text(service, &text);
}

/* ---- beginning and end ---- */

static void greet(struct service *service)
{
    const struct service_plan *plan = &service->plan;
    struct strbuf text = {0};
    strbuf_addf(&text, "{\"schema\":%d,\"type\":\"ready\",\"queue\":%d,\"line\":%d,\"jobs\":%d,"
                "\"files\":%s,\"hash\":%d%s", JSON_SCHEMA, plan->n_most, LINE_LIMIT,
                plan->n_engines, plan->may_read_files ? "true" : "false", plan->hash_mib,
                service->tail);
    write_text(service, &text);
}

static void init_locks(struct service *service)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&service->mutex, NULL);
    pthread_mutex_init(&service->writing, NULL);
    pthread_cond_init(&service->for_timer, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

/* The engines become those of requests. False if there is no memory. */
static bool begin_servers(struct service *service)
{
    bool is_good = (service->servers = calloc((size_t)service->plan.n_engines,
                                              sizeof *service->servers)) != NULL;
    for (int i = 0; i < service->plan.n_engines; i++) {
        ofl_engine *engine = service->plan.engines[i];
        if (!service->servers) {
            ofl_engine_destroy(engine);
            continue;
        }
        struct server *server = &service->servers[i];
        server->service = service;
        server->engine = engine;
        server->requests = requests_begin(engine, hear_answer, server);
        is_good = is_good && server->requests;
    }
    return is_good;
}

static void free_service(struct service *service)
{
    jobs_free(service->jobs);
    for (int i = 0; service->servers && i < service->plan.n_engines; i++)
        requests_end(service->servers[i].requests);
    free(service->servers);
    free(service->tail);
    pthread_cond_destroy(&service->for_timer);
    pthread_mutex_destroy(&service->writing);
    pthread_mutex_destroy(&service->mutex);
    free(service);
}

struct service *service_begin(const struct service_plan *plan, struct reason *reason)
{
    struct service *service = calloc(1, sizeof *service);
    reason_set(reason, "out of memory");
    if (!service) {
        for (int i = 0; i < plan->n_engines; i++)
            ofl_engine_destroy(plan->engines[i]);
        json_decref(plan->provenance);
        return NULL;
    }
    service->plan = *plan;
    service->open.next = service->open.previous = &service->open;
    service->stats.begin_ms = clock_ms();
    init_locks(service);
    service->tail = reply_make_tail(plan->provenance);
    const struct jobs_plan pool = {.n_workers = plan->n_engines, .n_most = plan->n_most,
                                   .run = run_ask, .user = service};
    if (begin_servers(service) && service->tail)
        service->jobs = jobs_begin(&pool, reason);
    if (!service->jobs) {
        free_service(service);
        return NULL;
    }
    if (pthread_create(&service->timer, NULL, keep_time, service) != 0) {
        reason_set(reason, "no thread can be started");
        free_service(service);
        return NULL;
    }
    greet(service);
    return service;
}

void service_end(struct service *service)
{
    struct reason unused;
    jobs_finish(service->jobs, &unused);
    pthread_mutex_lock(&service->mutex);
    service->ends = true;
    pthread_cond_signal(&service->for_timer);
    pthread_mutex_unlock(&service->mutex);
    pthread_join(service->timer, NULL);
    free_service(service);
}
