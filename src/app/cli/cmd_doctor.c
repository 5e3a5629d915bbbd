/* cli/cmd_doctor.c - the command "doctor": what this machine offers, and self-tests. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "base/cpus.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/visible.h"
#include "book/book_built_in.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/selftest.h"
#include "engine/calls.h"
#include "eval/weights.h"
#include "search/params.h"

enum { N_BOARDS = 20000 };
static const uint64_t SEED = 2026;

/* One report for people and programs: a finding goes into `json`, or else it is printed. */
struct checkup {
    json_t *json; /* NULL: text */
};

/* A row "name   value", or "key":"value". */
static void say(const struct checkup *c, const char *name, const char *key, const char *value)
{
    if (c->json)
        json_object_set_new(c->json, key, json_string(visible(value).text));
    else
        out_printf("%-16s%s\n", name, value);
}

/* A row below another. */
static void say_part(const struct checkup *c, const char *name, const char *key, const char *value)
{
    char indented[32];
    snprintf(indented, sizeof indented, "  %-18s", name);
    say(c, indented, key, value);
}

static void tell_cpu(const struct checkup *c)
{
    char model[49] = "";
#if defined(__x86_64__)
    unsigned words[12] = {0};
    for (unsigned i = 0; i < 3; i++)
        __get_cpuid(0x80000002 + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2],
                    &words[4 * i + 3]);
    memcpy(model, words, sizeof words);
#endif
    say(c, "cpu", "cpu", *model ? model + strspn(model, " ") : "unknown");
    if (c->json)
        json_object_set_new(c->json, "cores", json_integer(get_nprocs()));
    else
        out_printf("%-16s%d\n", "cores", get_nprocs());
}

static void tell_levels(const struct checkup *c)
{
    json_t *levels = json_object();
    if (!c->json)
        out_printf("%-16s", "cpu levels");
    for (int i = 0; kernel_at(i); i++) {
        const char *level = kernel_at(i)->level;
        const bool is_here = kernel_supported(level);
        json_object_set_new(levels, level, json_boolean(is_here));
        if (!c->json)
            out_printf("%s%s%s", i ? ", " : "", level, is_here ? "" : " (not on this machine)");
    }
    if (c->json)
        json_object_set(c->json, "cpu_levels", levels);
    else
        out_printf("\n");
    json_decref(levels);
    say(c, "level in use", "level_in_use", ofl_cpu_level());
}

/* The words of the kernel's switch, e.g. "always [madvise] never"; "" if there is none. */
static void read_huge_page_switch(char *text, size_t size)
{
    *text = '\0';
    int fd = open("/sys/kernel/mm/transparent_hugepage/enabled", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t length = read(fd, text, size - 1);
    close(fd);
    text[length > 0 ? length : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
}

/* Whether it gives them shows only when the memory is used. */
static void tell_huge_pages(const struct checkup *c)
{
    const size_t probe = (size_t)8 << 20;
    bool is_taken;
    char state[64], line[96];
    void *block = mem_alloc(probe, &is_taken);
    read_huge_page_switch(state, sizeof state);
    snprintf(line, sizeof line, "%s%s%s%s",
             !block ? "no memory" : is_taken && *state ? "requested" : "refused",
             *state ? " (" : "", state, *state ? ")" : "");
    say(c, "huge pages", "huge_pages", line);
    mem_free(block, probe);
}

/* What was measured of searches by one thread (docs/serve.md). */
static void tell_memory(const struct checkup *c, ofl_engine *engine)
{
    enum { PROGRAM_MB = 60, ENGINE_MB = 105, TABLE_PERCENT = 145 };
    char line[96];
    const int64_t hash = engine_option_number(engine, "hash");
    snprintf(line, sizeof line, "%" PRId64 " MB for each of --jobs with --hash %" PRId64
             ", and %d MB for the program", ENGINE_MB + hash * TABLE_PERCENT / 100, hash,
             PROGRAM_MB);
    say(c, "memory", "memory", line);
}

/* Boards a second that a search of the start looks at. */
static double speed_of(ofl_engine *engine, int n_threads)
{
    enum { MEASURED_MS = 300 };
    const struct ofl_limits limits = {.move_ms = MEASURED_MS, .depth = 60};
    struct ofl_result result;
    char number[16];
    snprintf(number, sizeof number, "%d", n_threads);
    ofl_set_option(engine, "threads", number);
    ofl_new_game(engine);
    if (ofl_search(engine, ofl_position_start().board, &limits, &result) != OFL_OK)
        return 0;
    return 1000.0 * (double)result.nodes / (double)(result.time_ms > 0 ? result.time_ms : 1);
}

/* What to ask for on this machine; all processors are worth it only if they are free. */
static void tell_advice(const struct checkup *c, const struct cli_args *args)
{
    int code = 0;
    char line[160];
    ofl_engine *engine = args_create_engine(args, &code);
    if (!engine)
        return;
    const int n_cores = cpus_usable(get_nprocs());
    const double one = speed_of(engine, 1), all = n_cores > 1 ? speed_of(engine, n_cores) : one;
    const double times = one > 0 ? all / one : 1;
    args_choose_resources(args, engine);
    snprintf(line, sizeof line, "--threads %d --hash %" PRId64 " for one long search (%d threads: "
             "%.1f times the speed of one); --jobs %d for many positions",
             times > 1.2 ? n_cores : 1, engine_option_number(engine, "hash"), n_cores, times,
             n_cores);
    say(c, "advice", "advice", line);
    ofl_engine_destroy(engine);
}

/* The options, and the evaluation that plays. */
static void tell_engine(const struct checkup *c, ofl_engine *engine, bool has_weights)
{
    const void *bytes;
    size_t size;
    const bool has_book = book_built_in(&bytes, &size);
    const struct checkup options = {.json = c->json ? json_object() : NULL};
    for (size_t i = 0; ofl_option_at(i); i++) {
        const char *name = ofl_option_at(i)->name;
        const char *value = ofl_get_option(engine, name);
        if (strcmp(name, "weights") == 0)
            continue; /* told below, with more of them */
        if (!has_weights && strcmp(name, "evaluation") == 0)
            value = "classical (no trained weights)";
        if (strcmp(name, "book") == 0 && strcmp(value, "none") == 0)
            value = has_book ? "none (one is built in)" : "none (none is built in)";
        say(&options, name, name, value && *value ? value : "-");
    }
    if (c->json)
        json_object_set_new(c->json, "options", options.json);
}

/* The numbers of the search that OUTFLANK_PARAMS can set, as they are in force. */
static void tell_params(const struct checkup *c)
{
    json_t *params = json_object();
    for (size_t i = 0; param_at(i); i++) {
        const struct param *param = param_at(i);
        for (int k = 0; param->in_force && k < param->n_values; k++) {
            char name[64];
            snprintf(name, sizeof name, param->n_values > 1 ? "%s[%d]" : "%s", param->name, k);
            json_object_set_new(params, name, json_integer(param_value(param, k)));
            if (!c->json)
                out_printf("%s=%d (%d..%d, %s)\n", name, param_value(param, k), param->least,
                           param->most, param->unit);
        }
    }
    if (c->json && json_object_size(params))
        json_object_set(c->json, "params", params);
    json_decref(params);
}

/* The trained weights that the engine has, or NULL. They are loaded once more: the
 * engine does not show its own. */
static struct weights *load_weights(ofl_engine *engine, struct reason *reason)
{
    const char *path = ofl_get_option(engine, "weights");
    return path && *path ? weights_from_file(path, reason) : weights_built_in(reason);
}

/* What a network has besides its rows and tails, and where from. */
static void tell_parts(const struct checkup *c, const struct weights *weights)
{
    static const char *const missing[PART_KINDS] = {
        [PART_STUDENT] = "none: the solver orders moves by the weights themselves",
        [PART_ERRORS] = "none: a wide one, searches prune less",
    };
    static const char *const keys[PART_KINDS] = {
        [PART_CONSTANTS] = "constants", [PART_STUDENT] = "student", [PART_ERRORS] = "errors"};
    for (int kind = 0; kind < PART_KINDS; kind++) {
        const struct weights_part *part = &weights->part[kind];
        char line[80];
        if (part->source == PART_MISSING)
            snprintf(line, sizeof line, "%s", missing[kind]);
        else
            snprintf(line, sizeof line, "%016" PRIx64 ", %s", part->id,
                     part->source == PART_INSIDE ? "in the file of the weights"
                                                 : "a part file of its own");
        say_part(c, part_name(kind), keys[kind], line);
    }
}

static void tell_weights(const struct checkup *c, ofl_engine *engine,
                         const struct weights *weights, const struct reason *reason)
{
    const char *path = ofl_get_option(engine, "weights");
    const bool is_file = path && *path;
    char line[64];
    if (!weights) {
        say(c, "weights", "weights", *reason->text ? reason->text : "none built in");
        return;
    }
    struct strbuf text = {0};
    strbuf_addf(&text, "%s%s, sum %016" PRIx64 "%s%s",
                *weights->label ? weights->label : "no label", is_file ? "" : " (built in)",
                weights->checksum, is_file ? ", from " : "", is_file ? path : "");
    say(c, "weights", "weights", text.data ? text.data : "");
    strbuf_free(&text);
    if (!is_file)
        say_part(c, "built from", "built_from", weights_built_in_files());
    snprintf(line, sizeof line, "%016" PRIx64, weights->network_id);
    say_part(c, "network", "network", line);
    tell_parts(c, weights);
}

static int tell_selftests(const struct checkup *c, const struct weights *weights)
{
    json_t *tests = json_object();
    int n_faults = 0;
    for (int i = 0; kernel_at(i); i++) {
        const struct kernel *kernel = kernel_at(i);
        if (!kernel_supported(kernel->level))
            continue;
        const char *fault = selftest_kernel(kernel, weights, SEED, N_BOARDS);
        json_object_set_new(tests, kernel->level, json_string(fault ? fault : "ok"));
        if (!c->json)
            out_printf("self-test       %s: %s\n", kernel->level, fault ? fault : "ok");
        n_faults += fault != NULL;
    }
    if (c->json)
        json_object_update_new(c->json, json_pack("{s:O, s:i, s:i, s:I}", "self_tests", tests,
                                                  "faults", n_faults, "boards", (int)N_BOARDS,
                                                  "seed", (json_int_t)SEED));
    else
        out_printf("%s (%d boards per level, seed %" PRIu64 ")\n",
                   n_faults ? "FAULTS FOUND" : "all self-tests passed", N_BOARDS, SEED);
    json_decref(tests);
    return n_faults;
}

static int doctor_run(const struct cli_args *args)
{
    int code = 0;
    ofl_engine *engine = args_create_engine(args, &code);
    if (!engine)
        return code;
    const struct checkup c = {
        .json = args->json
                    ? json_pack("{s:i, s:s}", "schema", JSON_SCHEMA, "type", "doctor") : NULL};
    say(&c, "outflank", "version", ofl_version());
    tell_cpu(&c);
    tell_levels(&c);
    tell_huge_pages(&c);
    struct reason reason = {.text = ""};
    struct weights *weights = load_weights(engine, &reason);
    tell_memory(&c, engine);
    tell_advice(&c, args);
    tell_engine(&c, engine, weights != NULL);
    tell_weights(&c, engine, weights, &reason);
    ofl_engine_destroy(engine);
    tell_params(&c);
    const int n_faults = tell_selftests(&c, weights);
    weights_free(weights);
    code = c.json ? json_print(c.json) : 0;
    return code ? code : n_faults ? 1 : 0;
}

const struct cli_command cmd_doctor = {
    .name = "doctor",
    .summary = "show what this machine offers and test the kernels",
    .text = "Prints CPU, levels, threads, memory and evaluation, then compares the kernels of "
            "every CPU level this machine has with plain C on random boards, and counts the move "
            "tree to depth 6. \"advice\" measures what more threads are worth here. The exit "
            "status is 1 if anything differs.",
    .options = "json",
    .has_engine = true,
    .run = doctor_run,
};
