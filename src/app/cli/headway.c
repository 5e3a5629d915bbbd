/* cli/headway.c - implements headway.h. */
#include "cli/headway.h"

#include <inttypes.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/strbuf.h"
#include "cli/checked_output.h"

void headway_begin(struct headway *headway, const char *what, bool is_quiet, bool has_files)
{
    *headway = (struct headway){.what = what, .begin_ms = clock_ms(), .told_ms = clock_ms()};
    headway->is_shown = !is_quiet && isatty(STDERR_FILENO) &&
                         (has_files || !isatty(STDIN_FILENO));
}

void headway_tell(struct headway *headway, int64_t n_done, int64_t n_worked)
{
    enum { EVERY_MS = 1000 };
    const int64_t now_ms = clock_ms();
    if (!headway->is_shown || now_ms - headway->told_ms < EVERY_MS)
        return;
    headway->told_ms = now_ms;
    struct strbuf text = {0};
    strbuf_addf(&text, "%" PRId64, n_done);
    if (headway->n_all && headway->n_all >= n_done)
        strbuf_addf(&text, " of %" PRId64, headway->n_all);
    strbuf_addf(&text, " %s", headway->what);
    if (n_worked > 0) {
        const int64_t each_ms = (now_ms - headway->begin_ms) / n_worked;
        strbuf_add(&text, ", ");
        strbuf_add_decimal(&text, each_ms, 3, false);
        strbuf_add(&text, " s each");
        const int64_t left_s = each_ms * (headway->n_all - n_done) / 1000;
        if (headway->n_all && headway->n_all >= n_done)
            strbuf_addf(&text, ", %" PRId64 ":%02" PRId64 " left", left_s / 60, left_s % 60);
    }
    out_progress(text.data ? text.data : "");
    strbuf_free(&text);
}

void headway_end(struct headway *headway)
{
    if (headway->is_shown)
        out_progress("");
}
