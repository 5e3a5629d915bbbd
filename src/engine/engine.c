/* engine/engine.c - implements outflank/engine.h. */
#include <outflank/engine.h>
#include <outflank/version.h>

#include <stdatomic.h>
#include <stdlib.h>

#include "base/bits.h"
#include "isa/kernel.h"

struct ofl_engine {
    atomic_bool stop;
    ofl_info_fn on_info;
    void *on_info_user;
};

ofl_engine *ofl_engine_create(void) { return calloc(1, sizeof(ofl_engine)); }
void ofl_engine_destroy(ofl_engine *engine) { free(engine); }
const struct ofl_option_info *ofl_option_at(size_t index) { (void)index; return NULL; }
int ofl_set_option(ofl_engine *e, const char *n, const char *v) { (void)e; (void)n; (void)v; return OFL_ERR_OPTION; }
const char *ofl_get_option(ofl_engine *e, const char *n) { (void)e; (void)n; return NULL; }
void ofl_new_game(ofl_engine *engine) { (void)engine; }
void ofl_on_info(ofl_engine *engine, ofl_info_fn callback, void *user)
{
    engine->on_info = callback;
    engine->on_info_user = user;
}
int ofl_search(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
               struct ofl_result *result)
{
    (void)engine; (void)limits;
    *result = (struct ofl_result){.n_lines = 1};
    uint64_t moves = ofl_legal_moves(board);
    result->lines[0].move = moves ? bit_first(moves) : ofl_is_over(board) ? OFL_NO_MOVE : OFL_PASS;
    return OFL_OK;
}
void ofl_stop(ofl_engine *engine) { atomic_store(&engine->stop, true); }
void ofl_clear_stop(ofl_engine *engine) { atomic_store(&engine->stop, false); }
int ofl_evaluate(ofl_engine *engine, ofl_board board) { (void)engine; return 100 * ofl_score(board, OFL_SCORE_TOURNAMENT); }
size_t ofl_explain(ofl_engine *engine, ofl_board board, struct ofl_term *terms, size_t size)
{
    (void)engine; (void)board; (void)terms; (void)size;
    return 0;
}
const char *ofl_last_error(const ofl_engine *engine) { (void)engine; return ""; }
const char *ofl_cpu_level(void) { return kernel()->level; }
bool ofl_cpu_supported(const char *level) { return kernel_supported(level); }
int ofl_cpu_select(const char *level) { return kernel_select(level) ? OFL_OK : OFL_ERR_OPTION; }
const char *ofl_version(void) { return OFL_VERSION; }
