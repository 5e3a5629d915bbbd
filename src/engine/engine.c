/* engine/engine.c - implements outflank/engine.h: options, limits, one searcher. */
#include <outflank/engine.h>
#include <outflank/think.h>
#include <outflank/version.h>

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/cpus.h"
#include "base/visible.h"
#include "engine/options.h"
#include "engine/state.h"
#include "engine/think.h"
#include "engine/weak.h"
#include "eval/eval.h"
#include "eval/weights.h"
#include "isa/kernel.h"
#include "search/root.h"

struct ofl_engine {
    struct searcher searcher;
    struct searcher afresh;     /* of engine_search_afresh(), */
    bool has_afresh;            /* from the first of these on */
    int64_t options[N_OPTIONS];
    struct weights *weights;    /* NULL: none built in, none loaded */
    char *weights_path;         /* of the option; "" for those built in */
    atomic_bool stop;
    ofl_info_fn on_info;
    void *on_info_user;
    struct think think;         /* the search that was started, and what it is of */
    ofl_board board;
    struct ofl_limits limits;
    struct ofl_result result;
    struct bookplay bookplay;
    struct account account;
    char value_text[32];
    struct reason error;
};

static int set_weights(ofl_engine *engine, const char *path)
{
    struct reason reason = {.text = "no memory"};
    char *copy = strdup(path);
    struct weights *weights = !copy ? NULL : *path ? weights_from_file(path, &reason)
                                                   : weights_built_in(&reason);
    if (!weights && *reason.text) {
        reason_set(&engine->error, "weights %.200s: %s", *path ? path : "built in", reason.text);
        free(copy);
        return OFL_ERR_DATA;
    }
    weights_free(engine->weights);
    free(engine->weights_path);
    engine->weights = weights;
    engine->weights_path = copy;
    searcher_forget(&engine->searcher);
    return OFL_OK;
}

ofl_engine *ofl_engine_create(void)
{
    ofl_engine *engine = calloc(1, sizeof *engine);
    if (!engine || !think_init(&engine->think)) {
        free(engine);
        return NULL;
    }
    for (int i = 0; i < N_OPTIONS; i++)
        option_parse(i, option_table[i].default_value, &engine->options[i], NULL);
    /* With little memory a smaller table is better than no engine, or one without its weights. */
    int64_t *hash_mib = &engine->options[OPTION_HASH];
    for (; *hash_mib > 0; *hash_mib /= 2)
        if (searcher_init(&engine->searcher, (size_t)*hash_mib,
                          (int)engine->options[OPTION_THREADS])) {
            if (set_weights(engine, "") == OFL_OK)
                return engine;
            searcher_finish(&engine->searcher);
        }
    think_finish(&engine->think);
    free(engine);
    return NULL;
}

/* Ends the search that was started, if any; a stop order of others holds on. */
static void end_thinking(ofl_engine *engine)
{
    if (!think_is_started(&engine->think))
        return;
    const bool was_stopped = atomic_exchange(&engine->stop, true);
    think_wait(&engine->think, -1);
    atomic_store(&engine->stop, was_stopped);
}

static int refuse_busy(ofl_engine *engine)
{
    return engine_refuse(engine, OFL_ERR_BUSY, "a search is running");
}

void ofl_engine_destroy(ofl_engine *engine)
{
    if (!engine)
        return;
    end_thinking(engine);
    think_finish(&engine->think);
    searcher_finish(&engine->searcher);
    if (engine->has_afresh)
        searcher_finish(&engine->afresh);
    weights_free(engine->weights);
    free(engine->weights_path);
    bookplay_finish(&engine->bookplay);
    free(engine);
}

/* The system may refuse some of the threads: the option then says how many there are. */
static int set_threads(ofl_engine *engine, int n_threads)
{
    if (n_threads == engine->options[OPTION_THREADS] && pool_has_helpers(engine->searcher.pool))
        return OFL_OK;
    if (!searcher_set_threads(&engine->searcher, n_threads)) {
        reason_set(&engine->error, "no memory for %d threads", n_threads);
        return OFL_ERR_NOMEM;
    }
    engine->options[OPTION_THREADS] = engine->searcher.pool->n_threads;
    if (engine->searcher.pool->n_threads < n_threads)
        reason_set(&engine->error, "the system granted %d of %d threads",
                   engine->searcher.pool->n_threads, n_threads);
    return OFL_OK;
}

/* The options of the book that are numbers. */
static void set_taste(ofl_engine *engine)
{
    engine->bookplay.taste = (struct book_taste){
        .variety_cd = (int)engine->options[OPTION_VARIETY],
        .style = (enum book_style)engine->options[OPTION_BOOK_STYLE],
        .contempt_cd = (int)engine->options[OPTION_CONTEMPT],
    };
    engine->bookplay.is_raw = engine->options[OPTION_SCORE_RULE] == OFL_SCORE_RAW;
}

int ofl_set_option(ofl_engine *engine, const char *name, const char *value)
{
    int id = option_find(name);
    int64_t parsed;
    if (think_is_started(&engine->think))
        return refuse_busy(engine);
    if (id < 0) {
        reason_set(&engine->error, "there is no option %s", visible_word(name, strlen(name)).text);
        return OFL_ERR_OPTION;
    }
    if (!option_parse(id, value, &parsed, &engine->error))
        return OFL_ERR_OPTION;
    if (id == OPTION_HASH && !searcher_resize(&engine->searcher, (size_t)parsed)) {
        reason_set(&engine->error, "no memory for a hash of %.20s MiB; the old one stays", value);
        return OFL_ERR_NOMEM;
    }
    if (id == OPTION_WEIGHTS)
        return set_weights(engine, value);
    if (id == OPTION_BOOK)
        return bookplay_set_book(&engine->bookplay, value, &engine->error) ? OFL_OK : OFL_ERR_DATA;
    if (id == OPTION_BOOK_LINES)
        return bookplay_set_lines(&engine->bookplay, value, &engine->error) ? OFL_OK
                                                                            : OFL_ERR_DATA;
    if (id == OPTION_SEED)
        bookplay_set_seed(&engine->bookplay, (uint64_t)parsed);
    if (id == OPTION_EVALUATION && parsed != engine->options[id])
        searcher_forget(&engine->searcher); /* its scores are of the other evaluation */
    if (id == OPTION_THREADS)
        return set_threads(engine, parsed == OPTION_AUTO ? cpus_usable(POOL_MAX_THREADS)
                                                         : (int)parsed);
    engine->options[id] = parsed;
    /* No loss sets no strength aside: a list of all options, read back, changes nothing. */
    if (id == OPTION_STRENGTH)
        engine->options[OPTION_LOSS] = 0;
    if (id == OPTION_LOSS && parsed > 0)
        engine->options[OPTION_STRENGTH] = OPTION_AUTO;
    set_taste(engine);
    return OFL_OK;
}

const char *ofl_get_option(ofl_engine *engine, const char *name)
{
    int id = option_find(name);
    const struct bookplay *play = &engine->bookplay;
    if (id == OPTION_WEIGHTS)
        return engine->weights_path;
    if (id == OPTION_BOOK)
        return play->book_name ? play->book_name : "none";
    if (id == OPTION_BOOK_LINES)
        return play->forced_name ? play->forced_name : "none";
    if (id == OPTION_SEED)
        return option_format(id, (int64_t)play->seed, engine->value_text);
    return id < 0 ? NULL : option_format(id, engine->options[id], engine->value_text);
}

void ofl_new_game(ofl_engine *engine)
{
    end_thinking(engine);
    searcher_forget(&engine->searcher);
    bookplay_new_game(&engine->bookplay);
    engine->account = (struct account){0};
}

struct bookplay *engine_bookplay(ofl_engine *engine) { return &engine->bookplay; }

int engine_level(const ofl_engine *engine) { return (int)engine->options[OPTION_LEVEL]; }

int engine_swap_level(ofl_engine *engine, int level)
{
    const int old = engine_level(engine);
    engine->options[OPTION_LEVEL] = level;
    return old;
}

int engine_strength(const ofl_engine *engine) { return (int)engine->options[OPTION_STRENGTH]; }

struct account *engine_account(ofl_engine *engine) { return &engine->account; }

bool engine_is_stopped(const ofl_engine *engine)
{
    return atomic_load_explicit(&engine->stop, memory_order_relaxed);
}

int engine_refuse(ofl_engine *engine, int error, const char *sentence)
{
    reason_set(&engine->error, "%s", sentence);
    return error;
}

int ofl_strength_loss(int strength)
{
    return strength < 1 || strength > STRENGTH_FULL ? -1 : weak_loss_of(strength);
}

int ofl_loss(const ofl_engine *engine)
{
    const int loss_cd = (int)engine->options[OPTION_LOSS];
    return loss_cd ? loss_cd : weak_loss_of(engine_strength(engine));
}

const char *engine_take_problem(ofl_engine *engine)
{
    struct reason *problem = &engine->bookplay.problem;
    if (!*problem->text)
        return "";
    reason_set(&engine->error, "%s", problem->text);
    problem->text[0] = '\0';
    return engine->error.text;
}

void ofl_on_info(ofl_engine *engine, ofl_info_fn callback, void *user)
{
    engine->on_info = callback;
    engine->on_info_user = user;
}

/* The trained evaluation in force; NULL for the classical one. */
static const struct weights *weights_in_force(const ofl_engine *engine)
{
    return engine->options[OPTION_EVALUATION] == 0 ? engine->weights : NULL;
}

uint64_t engine_network(const ofl_engine *engine)
{
    const struct weights *weights = weights_in_force(engine);
    return weights ? weights->checksum : 0;
}

static struct search_config config_of(const ofl_engine *engine)
{
    const int64_t *o = engine->options;
    return (struct search_config){
        .level = (int)o[OPTION_LEVEL],
        .selectivity = (int)o[OPTION_SELECTIVITY],
        .weights = weights_in_force(engine),
        .rule = (enum ofl_score_rule)o[OPTION_SCORE_RULE],
        .contempt_cd = (int)o[OPTION_CONTEMPT],
        .overhead_ms = (int)o[OPTION_OVERHEAD],
        .no_tempo = !o[OPTION_STEADY],
        .switches = {
            .tt = o[OPTION_USE_TABLE], .cache = o[OPTION_USE_CACHE], .etc = o[OPTION_USE_ETC],
            .stability = o[OPTION_USE_STABILITY], .parity = o[OPTION_USE_PARITY],
            .ordering = o[OPTION_USE_ORDERING], .probcut = o[OPTION_USE_PROBCUT],
            .smalltree = o[OPTION_USE_SMALLTREE], .evalcache = o[OPTION_USE_EVALCACHE],
        },
    };
}

/* For assert(): what engine.h says of a result. */
static ASSERT_ONLY bool result_is_sound(ofl_board board, const struct ofl_result *result)
{
    const int most = 100 * 64, n_empties = ofl_count_empties(board);
    for (int i = 0; i < result->n_lines; i++) {
        const struct ofl_line *line = &result->lines[i];
        if (line->move == OFL_NO_MOVE ? !ofl_is_over(board) : !ofl_is_legal(board, line->move))
            return false;
        if (line->score < -most || line->score > most || line->depth < 0 ||
            line->depth > n_empties || line->confidence < 0 || line->confidence > 100 ||
            (line->solved && line->confidence != 100) || line->pv_length < 0 ||
            line->pv_length > OFL_MAX_PV || (line->pv_length && line->pv[0] != line->move))
            return false;
    }
    return result->n_lines >= 1 && result->n_lines <= OFL_MAX_MOVES &&
           result->proved_low <= result->proved_high;
}

static void note_info(void *user, const struct ofl_info *info)
{
    ofl_engine *engine = user;
    think_note(&engine->think, info);
    if (engine->on_info)
        engine->on_info(engine->on_info_user, info);
}

/* Makes the engine ready for a search of this board. */
static int prepare(ofl_engine *engine, ofl_board board)
{
    if (think_is_started(&engine->think))
        return refuse_busy(engine);
    if (!ofl_board_is_valid(board)) {
        reason_set(&engine->error, "the two sides share a square");
        return OFL_ERR_BOARD;
    }
    /* A child of fork() needs helpers of its own. */
    if (!pool_has_helpers(engine->searcher.pool)) {
        int error = set_threads(engine, (int)engine->options[OPTION_THREADS]);
        if (error)
            return error;
    }
    struct search_config config = config_of(engine);
    /* Scores in the table are of one rule, with a tempo or without. */
    if (config.rule != engine->searcher.config.rule ||
        config.no_tempo != engine->searcher.config.no_tempo)
        searcher_forget(&engine->searcher);
    engine->searcher.config = config;
    searcher_await_hit(&engine->searcher);
    return OFL_OK;
}

int ofl_search(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
               struct ofl_result *result)
{
    int error = prepare(engine, board);
    if (error)
        return error;
    searcher_run(&engine->searcher, board, limits, &engine->stop, engine->on_info,
                 engine->on_info_user, result);
    assert(result_is_sound(board, result));
    return OFL_OK;
}

int engine_search_afresh(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
                         struct ofl_result *result)
{
    enum { AFRESH_MIB = 4 }; /* emptied in half a millisecond */
    int error = prepare(engine, board);
    if (error)
        return error;
    if (!engine->has_afresh && !searcher_init(&engine->afresh, AFRESH_MIB, 1)) {
        reason_set(&engine->error, "no memory for a table of %d MiB", AFRESH_MIB);
        return OFL_ERR_NOMEM;
    }
    engine->has_afresh = true;
    searcher_forget(&engine->afresh);
    engine->afresh.config = config_of(engine);
    engine->afresh.config.contempt_cd = 0; /* it would not lose what is asked for */
    searcher_await_hit(&engine->afresh);
    searcher_run(&engine->afresh, board, limits, &engine->stop, engine->on_info,
                 engine->on_info_user, result);
    assert(result_is_sound(board, result));
    return OFL_OK;
}

/* ---- searches that were started ---- */

static int run_started(void *user)
{
    ofl_engine *engine = user;
    searcher_run(&engine->searcher, engine->board, &engine->limits, &engine->stop, note_info,
                 engine, &engine->result);
    assert(result_is_sound(engine->board, &engine->result));
    return OFL_OK;
}

static int start(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits)
{
    engine->board = board;
    engine->limits = *limits;
    if (think_start(&engine->think, run_started, engine))
        return OFL_OK;
    reason_set(&engine->error, "no thread for the search");
    return OFL_ERR_NOMEM;
}

int ofl_start(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits)
{
    const int error = prepare(engine, board);
    return error ? error : start(engine, board, limits);
}

int ofl_wait(ofl_engine *engine, int64_t timeout_ms, struct ofl_result *result)
{
    if (!think_is_started(&engine->think)) {
        reason_set(&engine->error, "no search was started");
        return OFL_ERR_OPTION;
    }
    if (!think_wait(&engine->think, timeout_ms))
        return OFL_ERR_BUSY;
    *result = engine->result;
    return engine->think.code;
}

bool ofl_is_thinking(const ofl_engine *engine) { return think_is_started(&engine->think); }

void ofl_look(ofl_engine *engine, struct ofl_result *now)
{
    *now = (struct ofl_result){.stopped = true, .proved_low = -6400, .proved_high = 6400};
    think_look(&engine->think, now);
    now->nodes = atomic_load(&engine->searcher.shared.polled_nodes);
}

int ofl_ponder(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits)
{
    struct ofl_limits ponder = *limits;
    const bool has_time = limits->has_clock || limits->move_ms > 0;
    ponder.has_clock = false;
    ponder.move_ms = 0;
    ponder.infinite |= has_time && !limits->nodes && !limits->depth;
    int error = prepare(engine, board);
    if (error)
        return error;
    searcher_expect_hit(&engine->searcher, board, limits);
    error = start(engine, board, &ponder);
    engine->think.is_pondering = error == OFL_OK;
    return error;
}

int ofl_ponder_hit(ofl_engine *engine, const struct ofl_limits *limits)
{
    if (!think_is_started(&engine->think) || !engine->think.is_pondering) {
        reason_set(&engine->error, "the engine does not ponder");
        return OFL_ERR_OPTION;
    }
    engine->think.is_pondering = false;
    if (limits->has_clock || limits->move_ms > 0)
        searcher_hit(&engine->searcher, engine->board, limits);
    return OFL_OK;
}

void ofl_stop(ofl_engine *engine)
{
    atomic_store_explicit(&engine->stop, true, memory_order_relaxed);
}

void ofl_clear_stop(ofl_engine *engine)
{
    atomic_store_explicit(&engine->stop, false, memory_order_relaxed);
}

int ofl_evaluate(ofl_engine *engine, ofl_board board)
{
    if (ofl_is_over(board))
        return 100 * ofl_score(board, (enum ofl_score_rule)engine->options[OPTION_SCORE_RULE]);
    if (!ofl_legal_moves(board)) /* a pass changes no value */
        return -ofl_evaluate(engine, ofl_swap(board));
    const struct weights *weights = weights_in_force(engine);
    return score_to_cd(weights ? kernel()->evaluate_trained(weights, board)
                               : kernel()->evaluate(board));
}

size_t ofl_explain(ofl_engine *engine, ofl_board board, struct ofl_term *terms, size_t size)
{
    (void)engine;
    return eval_explain(board, terms, size);
}

const char *ofl_last_error(const ofl_engine *engine) { return engine->error.text; }

const char *ofl_cpu_level(void) { return kernel()->level; }

bool ofl_cpu_supported(const char *level) { return kernel_supported(level); }

int ofl_cpu_select(const char *level)
{
    return kernel_select(level) ? OFL_OK : OFL_ERR_OPTION;
}

const char *ofl_version(void) { return OFL_VERSION; }
