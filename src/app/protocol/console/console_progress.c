/* protocol/console/console_progress.c - implements console_progress.h. The line is written over, and gone
 * when the answer comes. */
#include "protocol/console/console_progress.h"

#include "protocol/show.h"

enum { EVERY_MS = 500 };

static void write_progress(void *user, const struct progress_now *now)
{
    struct console_progress *shown = user;
    struct strbuf text = {0};
    strbuf_add(&text, "\r\033[Kthinking, ");
    strbuf_add_decimal(&text, now->time_ms / 100, 1, false);
    strbuf_add(&text, " s");
    if (now->has_line) {
        strbuf_add(&text, ": ");
        show_move(&text, now->line.move, false);
        strbuf_add(&text, " ");
        show_score(&text, now->line.score);
        strbuf_addf(&text, ", depth %d", now->line.depth);
    }
    strbuf_addf(&text, ", %llu million nodes; Ctrl-C stops it",
                (unsigned long long)(now->nodes / 1000000));
    if (!text.is_failed)
        output_write(shown->output, text.data, text.length);
    shown->was_shown = true;
    strbuf_free(&text);
}

void console_progress_begin(struct console_progress *shown, ofl_engine *engine,
                            struct output *output, bool is_on)
{
    shown->output = output;
    shown->is_on = is_on;
    shown->was_shown = false;
    if (is_on)
        progress_begin(&shown->progress, engine, true, EVERY_MS, write_progress, shown);
}

void console_progress_end(struct console_progress *shown)
{
    static const char clear[] = "\r\033[K";
    if (!shown->is_on)
        return;
    progress_end(&shown->progress);
    if (shown->was_shown)
        output_write(shown->output, clear, sizeof clear - 1);
}
