/* train/tool_blend.c - outflank-train blend: weights between those a training began and ended
 * with. */
#include "train/tool.h"

#include <stdlib.h>
#include <sysexits.h>

#include "train/net_export.h"
#include "train/net_pass.h"
#include "train/tool_data.h"
#include "train/tool_weights.h"

struct args {
    const char *out, *from, *label;
    double share, rarely;
    int most_mib, early;
};

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(out, "out", 'o', "the weights file to write"),
    ROW_NEEDED_FILE(from, "from", 0, "the weights that the training began with"),
    ROW_REAL(share, "share", 0, 1, "0.7", "of what was learned since"),
    ROW_INT(early, "early", 0, 0, 60, "0",
            "leave what only plies before N use as it was learned"),
    ROW_REAL(rarely, "rarely", 0, 1e6, "100",
             "rows that DATA has so often go back half the way that frequent ones go"),
    ROW_INT(most_mib, "most-mib", 0, 1, 64, "29",
            "size of the file; the smallest rows are left out"),
    ROW_TEXT(label, "label", 'l', "e1", "provenance kept in the file, up to 16 characters"),
    PROGRAM_HELP
};

static int write_model(const struct args *args, const struct net_model *model)
{
    size_t size;
    uint8_t *bytes = net_export(model, args->label, (size_t)args->most_mib << 20, &size);
    if (!bytes) {
        tool_say("out of memory");
        return EX_OSERR;
    }
    const int result = tool_write_file(args->out, bytes, size);
    free(bytes);
    return result;
}

/* Rows that the positions of data files have. */
static int count_rows(char **paths, int n_paths, int n_buckets, uint32_t **counts)
{
    const struct dataset_rules rules = {.is_all_test = true};
    struct dataset data = {0};
    const int result = tool_load_data(paths, n_paths, &rules, &data);
    if (result == 0)
        *counts = net_count_rows(&data.part[PART_TEST], n_buckets);
    dataset_free(&data);
    if (result == 0 && !*counts) {
        tool_say("out of memory");
        return EX_OSERR;
    }
    return result;
}

static int blend_files(const struct args *args, const struct program_files *files,
                       struct net_model *start, struct net_model *end)
{
    int result = tool_load_network(args->from, start);
    if (result == 0)
        result = tool_load_network(files->paths[0], end);
    if (result == 0 && start->n_buckets != end->n_buckets) {
        tool_say("%s: expected %d buckets as in %s, found %d", files->paths[0], start->n_buckets,
                 args->from, end->n_buckets);
        result = EX_DATAERR;
    }
    uint32_t *counts = NULL;
    if (result == 0 && files->n > 1)
        result = count_rows(files->paths + 1, files->n - 1, end->n_buckets, &counts);
    if (result == 0) {
        net_blend(end, start, &(struct net_blend){.share = args->share, .early = args->early,
                                                  .counts = counts, .rarely = args->rarely});
        result = write_model(args, end);
    }
    free(counts);
    return result;
}

static int run_blend(const struct program_call *call)
{
    struct args args = {0};
    struct program_files files;
    struct net_model start = {0}, end = {0};
    int result = program_read(call, &args, &files);
    if (result == 0)
        result = blend_files(&args, &files, &start, &end);
    net_free(&start);
    net_free(&end);
    return result;
}

const struct program_command tool_blend = {
    .name = "blend",
    .arguments = "WEIGHTS [DATA...]",
    .file = "a weights file",
    .summary = "weights between those a training began and ended with",
    .text = "Goes only a part of the way from the weights that 'e1 --from' began with to those it "
            "wrote. What was known before is forgotten less; most of what was learned stays. Rows "
            "that the first weights do not have are taken whole. With DATA, positions whose values "
            "must stay, so are rows that none of them has. Part files must be fitted again.",
    .options = rows,
    .run = run_blend,
};
