/* engine/engine.c - implements outflank/engine.h: options, limits, one searcher. */
#include <outflank/book.h>
#include <outflank/think.h>
#include <outflank/version.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "base/cpus.h"
#include "base/visible.h"
#include "engine/limits.h"
#include "engine/state.h"
#include "engine/weak.h"
#include "eval/eval.h"
#include "eval/weights.h"
#include "isa/kernel.h"
#include "people/people.h"
#include "search/mirror.h"
#include "search/pool.h"

/* Who wants the search to end: ofl_stop(), or the engine itself. */
enum { STOP_ORDERED = 1, STOP_ENDING = 2 };

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
    if (engine->weights_path) /* else the engine is new, and its table empty */
        searcher_forget(&engine->searcher);
    weights_free(engine->weights);
    free(engine->weights_path);
    engine->weights = weights;
    engine->weights_path = copy;
    return OFL_OK;
}

ofl_engine *ofl_engine_create(void)
{
    ofl_engine *engine = calloc(1, sizeof *engine);
    if (!engine || !think_init(&engine->think)) {
        free(engine);
        return NULL;
    }
    engine->running = &engine->searcher;
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

/* Ends the search that was started, if any; orders of ofl_stop() are left alone. */
static void end_thinking(ofl_engine *engine)
{
    if (!think_is_started(&engine->think))
        return;
    atomic_fetch_or(&engine->stop, STOP_ENDING);
    think_wait(&engine->think, -1);
    atomic_fetch_and(&engine->stop, ~STOP_ENDING);
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
    if (engine->afresh_mib)
        searcher_finish(&engine->afresh);
    weights_free(engine->weights);
    free(engine->weights_path);
    bookplay_finish(&engine->bookplay);
    people_free(engine->people);
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
static void set_style(ofl_engine *engine)
{
    engine->bookplay.style = (struct book_style){
        .variety_cd = (int)engine->options[OPTION_VARIETY],
        .kind = (enum book_style_kind)engine->options[OPTION_BOOK_STYLE],
    };
    engine->bookplay.is_raw = engine->options[OPTION_SCORE_RULE] == OFL_SCORE_RAW;
}

/* The loss that stands for an Elo; "off" ends it, and nothing else. */
static void set_elo(ofl_engine *engine, int64_t before, int64_t elo)
{
    if (before == OPTION_AUTO && elo == OPTION_AUTO)
        return;
    const int loss_cd = elo == OPTION_AUTO ? 0 : weak_loss_of_elo((int)elo);
    const bool is_full = elo != OPTION_AUTO && !loss_cd;
    engine->options[OPTION_LOSS] = loss_cd;
    engine->options[OPTION_STRENGTH] = is_full ? STRENGTH_FULL : OPTION_AUTO;
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
    const int64_t before = engine->options[id];
    engine->options[id] = parsed;
    /* No loss sets no strength aside: a list of all options, read back, changes nothing. */
    if (id == OPTION_STRENGTH)
        engine->options[OPTION_LOSS] = 0;
    if (id == OPTION_ELO)
        set_elo(engine, before, parsed);
    if (id == OPTION_STRENGTH || (id == OPTION_LOSS && parsed > 0))
        engine->options[OPTION_ELO] = OPTION_AUTO;
    if (id == OPTION_VARIETY)
        engine->bookplay.varies_only_book = false;
    if (id == OPTION_LOSS && parsed > 0)
        engine->options[OPTION_STRENGTH] = OPTION_AUTO;
    set_style(engine);
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
    engine->losses = (struct loss_record){0};
}

int engine_contempt(const ofl_engine *engine, const struct ofl_limits *limits)
{
    return limits && limits->has_contempt ? limits->contempt_cd
                                          : (int)engine->options[OPTION_CONTEMPT];
}

int64_t engine_option_number(ofl_engine *engine, const char *name)
{
    const int id = option_find(name);
    return id < 0 ? 0 : engine->options[id];
}

enum { LEVEL_USUAL = 10 }; /* as option_table has it */

bool engine_has_usual_level(const ofl_engine *engine)
{
    return engine->options[OPTION_LEVEL] == LEVEL_USUAL;
}

void engine_vary_book(ofl_engine *engine, const char *discs)
{
    ofl_set_option(engine, "variety", discs);
    engine->bookplay.varies_only_book = true;
}

int64_t engine_used_seed(const ofl_engine *engine)
{
    return engine->bookplay.is_seed_used ? (int64_t)engine->bookplay.seed : 0;
}

void engine_keep_problem(ofl_engine *engine, const char *sentence)
{
    reason_set(&engine->bookplay.problem, "%s", sentence);
}

bool engine_is_stopped(const ofl_engine *engine)
{
    return atomic_load_explicit(&engine->stop, memory_order_relaxed) & STOP_ORDERED;
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
    return loss_cd ? loss_cd : weak_loss_of((int)engine->options[OPTION_STRENGTH]);
}

const char *ofl_book_take_problem(ofl_engine *engine)
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
    think_listen(&engine->think, callback, user);
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

static struct search_config config_of(const ofl_engine *engine, const struct ofl_limits *limits)
{
    const int64_t *o = engine->options;
    return (struct search_config){
        .level = engine_level(engine, limits),
        .selectivity = (int)o[OPTION_SELECTIVITY],
        .weights = weights_in_force(engine),
        .rule = (enum ofl_score_rule)o[OPTION_SCORE_RULE],
        .contempt_cd = engine_contempt(engine, limits),
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
}

int engine_check(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits)
{
    if (think_is_started(&engine->think))
        return refuse_busy(engine);
    if (!limits_are_sound(limits, &engine->error))
        return OFL_ERR_OPTION;
    if (ofl_board_is_valid(board))
        return OFL_OK;
    return engine_refuse(engine, OFL_ERR_BOARD, "the two sides share a square");
}

/* MiB of the table that one thread takes for a search afresh; a small one is emptied in half a
 * millisecond. 0: the search is one for all threads and the whole table. */
static size_t afresh_mib(const ofl_engine *engine, ofl_board board, const struct ofl_limits *limits)
{
    enum { SMALL_MIB = 4, LARGE_MIB = 128, SMALL_DEPTH = 17, SMALL_NODES = 1000000,
           ALONE_EMPTIES = 22 };
    const bool has_time = limits->has_clock || limits->move_ms || limits->infinite;
    if (limits->goal != OFL_GOAL_PLAY)
        return ofl_count_empties(board) <= ALONE_EMPTIES ? SMALL_MIB : 0;
    if (limits->depth ? limits->depth <= SMALL_DEPTH
                      : limits->nodes ? limits->nodes <= SMALL_NODES
                                      : !has_time && engine_level(engine, limits) <= SMALL_DEPTH)
        return SMALL_MIB;
    return limits->depth || limits->nodes || !has_time ? LARGE_MIB : 0;
}

/* Chooses the searcher of a search afresh, and empties it. */
static int begin_afresh(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits)
{
    const size_t mib = afresh_mib(engine, board, limits), had = engine->afresh_mib;
    if (mib && mib != had) {
        if (had ? !searcher_resize(&engine->afresh, mib)
                : !searcher_init(&engine->afresh, mib, 1)) {
            reason_set(&engine->error, "no memory for a table of %zu MiB", mib);
            return OFL_ERR_NOMEM;
        }
        engine->afresh_mib = mib;
    }
    if (mib)
        engine->running = &engine->afresh;
    searcher_forget(engine->running);
    return OFL_OK;
}

/* Makes the engine ready for such a search of this board. */
static int prepare(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits)
{
    const int wrong = engine_check(engine, board, limits);
    if (wrong)
        return wrong;
    /* A child of fork() needs helpers of its own. */
    if (!pool_has_helpers(engine->searcher.pool)) {
        int error = set_threads(engine, (int)engine->options[OPTION_THREADS]);
        if (error)
            return error;
    }
    const struct search_config config = config_of(engine, limits);
    engine->running = &engine->searcher;
    /* Scores in the table are of one rule, with a tempo or without. */
    if (limits->afresh) {
        const int error = begin_afresh(engine, board, limits);
        if (error)
            return error;
    } else if (config.rule != engine->searcher.config.rule ||
               config.no_tempo != engine->searcher.config.no_tempo) {
        searcher_forget(&engine->searcher);
    }
    engine->running->config = config;
    searcher_await_hit(engine->running);
    return OFL_OK;
}

int engine_search_heard(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
                        ofl_info_fn on_info, void *user, struct ofl_result *result)
{
    int error = prepare(engine, board, limits);
    if (error)
        return error;
    mirror_run(engine->running, board, limits, &engine->stop, on_info, user, result);
    assert(result_is_sound(board, result));
    return OFL_OK;
}

int ofl_search(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
               struct ofl_result *result)
{
    return engine_search_heard(engine, board, limits, engine->think.on_info,
                               engine->think.on_info_user, result);
}

/* ---- searches that were started ---- */

static int run_started(void *user)
{
    ofl_engine *engine = user;
    mirror_run(engine->running, engine->board, &engine->limits, &engine->stop, note_info,
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
    const int error = prepare(engine, board, limits);
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
    now->nodes = atomic_load(&engine->running->shared.polled_nodes);
}

int ofl_ponder(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits)
{
    struct ofl_limits ponder = *limits;
    const bool has_time = limits->has_clock || limits->move_ms > 0;
    int error = prepare(engine, board, limits);
    if (error)
        return error;
    ponder.has_clock = false;
    ponder.move_ms = 0;
    ponder.infinite |= has_time && !limits->nodes && !limits->depth;
    searcher_expect_hit(engine->running, board, limits);
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
    if (!limits_have_sound_times(limits, &engine->error))
        return OFL_ERR_OPTION;
    engine->think.is_pondering = false;
    if (limits->has_clock || limits->move_ms > 0)
        searcher_hit(engine->running, engine->board, limits);
    return OFL_OK;
}

void ofl_stop(ofl_engine *engine)
{
    atomic_fetch_or_explicit(&engine->stop, STOP_ORDERED, memory_order_relaxed);
}

void ofl_clear_stop(ofl_engine *engine)
{
    atomic_fetch_and_explicit(&engine->stop, ~STOP_ORDERED, memory_order_relaxed);
}

int ofl_evaluate(ofl_engine *engine, ofl_board board)
{
    if (!ofl_board_is_valid(board))
        return 0;
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
    return ofl_board_is_valid(board) ? eval_explain(board, terms, size) : 0;
}

const char *ofl_last_error(const ofl_engine *engine) { return engine->error.text; }

const char *ofl_cpu_level(void) { return kernel()->level; }

bool ofl_cpu_supported(const char *level) { return kernel_supported(level); }

int ofl_cpu_select(const char *level)
{
    return kernel_select(level) ? OFL_OK : OFL_ERR_OPTION;
}

const char *ofl_bound_text(enum ofl_bound bound)
{
    static const char *const names[] = {
        [OFL_BOUND_ESTIMATE] = "estimate", [OFL_BOUND_LOWER] = "lower",
        [OFL_BOUND_UPPER] = "upper", [OFL_BOUND_EXACT] = "exact"};
    return names[bound];
}

const char *ofl_version(void) { return OFL_VERSION; }
