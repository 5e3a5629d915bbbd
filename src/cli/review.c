/* cli/review.c - the command "review": what each move of a game was worth. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "board/reader.h"
#include "cli/args.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/watch.h"
#include "protocol/signals.h"
#include "review/report.h"

struct reviewer {
    ofl_engine *engine;
    struct watch watch;
    struct review_settings settings;
    bool wants_json;
    int code; /* of the run so far; the gravest wins */
};

static void worsen(struct reviewer *reviewer, int code)
{
    if (code > reviewer->code)
        reviewer->code = code;
}

static int search(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result, bool *is_stopped)
{
    struct reviewer *reviewer = user;
    const int code = ofl_search(reviewer->engine, board, limits, result);
    *is_stopped = watch_must_end(&reviewer->watch);
    return code;
}

static int print(struct reviewer *reviewer, const struct review *review,
                 const struct review_origin *origin)
{
    struct strbuf text = {0};
    if (reviewer->wants_json)
        return json_print(review_to_json(review, origin));
    if (origin->index > 1)
        strbuf_add(&text, "\n");
    review_add_text(&text, review, origin);
    if (text.is_failed)
        complain("out of memory");
    else
        out_printf("%s", text.data);
    const int code = text.is_failed ? EX_OSERR : 0;
    strbuf_free(&text);
    return code;
}

/* False if the run must end. */
static bool review_game(struct reviewer *reviewer, struct review *review,
                        const struct ofl_game *game, const struct review_origin *origin)
{
    const struct review_searcher searcher = {.search = search, .user = reviewer};
    review_begin(review, game, &reviewer->settings);
    ofl_new_game(reviewer->engine);
    const int error = review_search(review, &searcher);
    if (error) {
        complain("%s, game %lld: %s", origin->file, (long long)origin->index,
                 ofl_last_error(reviewer->engine));
        worsen(reviewer, error == OFL_ERR_NOMEM ? EX_OSERR : EX_DATAERR);
        return error == OFL_ERR_BOARD;
    }
    if (watch_must_end(&reviewer->watch))
        return false;
    review_judge(review);
    worsen(reviewer, print(reviewer, review, origin));
    return out_flush() == 0;
}

static bool review_text(struct reviewer *reviewer, const char *path, const char *bytes,
                        size_t length)
{
    struct text text = text_of(bytes, length);
    struct reading reading;
    struct ofl_text_error error = {.line = 1, .column = 1};
    struct review_origin origin = {.file = path, .n_in_file = 2};
    struct review *review = malloc(sizeof *review);
    bool goes_on = true;
    int found = 0;
    if (!review) {
        complain("out of memory");
        worsen(reviewer, EX_OSERR);
        return false;
    }
    while (goes_on && (found = reader_next(&text, &reading, &error)) > 0) {
        origin.index++;
        goes_on = review_game(reviewer, review, &reading.game, &origin);
    }
    if (found < 0) {
        complain("%s:%zu:%zu: %s", path, error.line, error.column, error.text);
        worsen(reviewer, EX_DATAERR);
    }
    free(review);
    return goes_on;
}

static char *read_all(FILE *file, size_t *length)
{
    enum { MOST = 1 << 26 };
    struct strbuf text = {0};
    char part[65536];
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0 && text.length < MOST;)
        strbuf_add_bytes(&text, part, n);
    *length = text.length;
    if (!ferror(file) && !text.is_failed && text.length < MOST)
        return text.data ? text.data : calloc(1, 1);
    strbuf_free(&text);
    return NULL;
}

static bool review_path(struct reviewer *reviewer, const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    size_t length = 0;
    char *bytes = file ? read_all(file, &length) : NULL;
    if (file && file != stdin)
        fclose(file);
    if (!bytes) {
        complain("%s: %s", path, strerror(errno));
        worsen(reviewer, EX_NOINPUT);
        return true;
    }
    const bool goes_on = review_text(reviewer, path, bytes, length);
    free(bytes);
    return goes_on;
}

static int read_settings(const struct cli_args *args, struct review_settings *settings)
{
    const struct number_range depth = {.min = 1, .max = 60}, empties = {.max = 60};
    int64_t n_depth = REVIEW_DEPTH, n_empties = REVIEW_EXACT_EMPTIES;
    if ((args->has[OPT_DEPTH] &&
         !args_read_number("--depth", args->value[OPT_DEPTH], &depth, &n_depth)) ||
        (args->has[OPT_EXACT_EMPTIES] &&
         !args_read_number("--exact-empties", args->value[OPT_EXACT_EMPTIES], &empties,
                           &n_empties)))
        return EX_USAGE;
    settings->depth = (int)n_depth;
    settings->exact_empties = (int)n_empties;
    return 0;
}

int review_run(const struct cli_args *args)
{
    struct reviewer reviewer = {.wants_json = args->has[OPT_JSON]};
    reviewer.code = read_settings(args, &reviewer.settings);
    if (reviewer.code)
        return reviewer.code;
    reviewer.engine = args_create_engine(args, &reviewer.code);
    if (!reviewer.engine)
        return reviewer.code;
    if (strcmp(ofl_get_option(reviewer.engine, "score-rule"), "raw") == 0)
        reviewer.settings.rule = OFL_SCORE_RAW;
    watch_begin(&reviewer.watch, reviewer.engine);
    bool goes_on = args->n_words > 0 || review_path(&reviewer, "-");
    for (int i = 0; goes_on && i < args->n_words; i++)
        goes_on = review_path(&reviewer, args->words[i]);
    watch_end(&reviewer.watch);
    ofl_engine_destroy(reviewer.engine);
    return signals_caught() ? 128 + signals_caught() : reviewer.code;
}
