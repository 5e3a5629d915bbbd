/* cli/doctor.c - the command "doctor": what this machine offers, and self-tests. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "base/mem.h"
#include "book/built_in.h"
#include "cli/args.h"
#include "cli/output.h"
#include "cli/selftest.h"
#include "eval/weights.h"
#include "search/params.h"

enum { N_BOARDS = 20000 };
static const uint64_t SEED = 2026;

static void print_cpu_model(void)
{
    char model[49] = "";
#if defined(__x86_64__)
    unsigned words[12] = {0};
    for (unsigned i = 0; i < 3; i++)
        __get_cpuid(0x80000002 + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2],
                    &words[4 * i + 3]);
    memcpy(model, words, sizeof words);
#endif
    out_printf("%-16s%s\n", "cpu", *model ? model + strspn(model, " ") : "unknown");
    out_printf("%-16s%d\n", "cores", get_nprocs());
}

static void print_levels(void)
{
    out_printf("%-16s", "cpu levels");
    for (int i = 0; kernel_at(i); i++)
        out_printf("%s%s%s", i ? ", " : "", kernel_at(i)->level,
                   kernel_supported(kernel_at(i)->level) ? "" : " (not on this machine)");
    out_printf("\n%-16s%s\n", "level in use", ofl_cpu_level());
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
static void print_huge_pages(void)
{
    const size_t probe = (size_t)8 << 20;
    bool is_taken;
    char state[64];
    void *block = mem_alloc(probe, &is_taken);
    read_huge_page_switch(state, sizeof state);
    out_printf("%-16s%s%s%s%s\n", "huge pages",
               !block ? "no memory" : is_taken && *state ? "requested" : "refused",
               *state ? " (" : "", state, *state ? ")" : "");
    mem_free(block, probe);
}

/* The options, and the evaluation that plays. */
static void print_engine(ofl_engine *engine, bool has_weights)
{
    const void *bytes;
    size_t size;
    const bool has_book = book_built_in(&bytes, &size);
    for (size_t i = 0; ofl_option_at(i); i++) {
        const char *name = ofl_option_at(i)->name;
        const char *value = ofl_get_option(engine, name);
        if (strcmp(name, "weights") == 0)
            continue; /* told below, with more of them */
        if (!has_weights && strcmp(name, "evaluation") == 0)
            value = "classical (no trained weights)";
        if (strcmp(name, "book") == 0 && strcmp(value, "none") == 0)
            value = has_book ? "none (one is built in)" : "none (none is built in)";
        out_printf("%-16s%s\n", name, value && *value ? value : "-");
    }
}

/* The numbers of the search that OUTFLANK_PARAMS can set, as they are in force. */
static void print_params(void)
{
    for (size_t i = 0; param_at(i); i++) {
        const struct param *param = param_at(i);
        for (int k = 0; param->in_force && k < param->n_values; k++) {
            char index[16] = "";
            if (param->n_values > 1)
                snprintf(index, sizeof index, "[%d]", k);
            out_printf("%s%s=%d (%d..%d, %s)\n", param->name, index, param_value(param, k),
                       param->least, param->most, param->unit);
        }
    }
}

/* The trained weights that the engine has, or NULL. They are loaded once more: the
 * engine does not show its own. */
static struct weights *load_weights(ofl_engine *engine, struct reason *reason)
{
    const char *path = ofl_get_option(engine, "weights");
    return path && *path ? weights_from_file(path, reason) : weights_built_in(reason);
}

/* What a network has besides its rows and tails, and where from. */
static void print_parts(const struct weights *weights)
{
    static const char *const missing[PART_KINDS] = {
        [PART_CONSTANTS] = "none: linear weights have their own",
        [PART_STUDENT] = "none: the solver orders moves by the weights themselves",
        [PART_ERRORS] = "none: a wide one, searches prune less",
    };
    for (int kind = 0; kind < PART_KINDS; kind++) {
        const struct weights_part *part = &weights->part[kind];
        if (part->source == PART_MISSING)
            out_printf("  %-18s%s\n", part_name(kind), missing[kind]);
        else
            out_printf("  %-18s%016" PRIx64 ", %s\n", part_name(kind), part->id,
                       part->source == PART_INSIDE ? "in the file of the weights"
                                                   : "a part file of its own");
    }
}

static void print_weights(ofl_engine *engine, const struct weights *weights,
                          const struct reason *reason)
{
    const char *path = ofl_get_option(engine, "weights");
    const bool is_file = path && *path;
    if (!weights) {
        out_printf("%-16s%s\n", "weights", *reason->text ? reason->text : "none built in");
        return;
    }
    out_printf("%-16s%s%s, sum %016" PRIx64 "%s%s\n", "weights",
               *weights->label ? weights->label : "no label", is_file ? "" : " (built in)",
               weights->checksum, is_file ? ", from " : "", is_file ? path : "");
    if (!is_file)
        out_printf("  %-18s%s\n", "built from", weights_built_in_files());
    out_printf("  %-18s%016" PRIx64 "\n", weights->network ? "network" : "linear patterns",
               weights->network_id);
    print_parts(weights);
}

static int print_selftests(const struct weights *weights)
{
    int n_faults = 0;
    for (int i = 0; kernel_at(i); i++) {
        const struct kernel *kernel = kernel_at(i);
        if (!kernel_supported(kernel->level))
            continue;
        const char *fault = selftest_kernel(kernel, weights, SEED, N_BOARDS);
        out_printf("self-test       %s: %s\n", kernel->level, fault ? fault : "ok");
        n_faults += fault != NULL;
    }
    out_printf("%s (%d boards per level, seed %" PRIu64 ")\n",
               n_faults ? "FAULTS FOUND" : "all self-tests passed", N_BOARDS, SEED);
    return n_faults;
}

int doctor_run(const struct cli_args *args)
{
    int code = 0;
    ofl_engine *engine = args_create_engine(args, &code);
    if (!engine)
        return code;
    out_printf("%-16s%s\n", "outflank", ofl_version());
    print_cpu_model();
    print_levels();
    print_huge_pages();
    struct reason reason = {""};
    struct weights *weights = load_weights(engine, &reason);
    print_engine(engine, weights != NULL);
    print_weights(engine, weights, &reason);
    ofl_engine_destroy(engine);
    print_params();
    int n_faults = print_selftests(weights);
    weights_free(weights);
    return n_faults ? 1 : 0;
}
