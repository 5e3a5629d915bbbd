/* train/tool_data.c - see tool_data.h. */
#include "train/tool_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "eval/score.h"
#include "isa/kernel.h"
#include "train/tool.h"

/* One data file; 0 or an exit code. */
static int add_file(const char *path, const struct dataset_rules *rules,
                    struct dataset *data)
{
    size_t size;
    uint8_t *bytes = tool_read_file(path, &size);
    if (!bytes)
        return EX_NOINPUT;
    struct reason reason;
    bool is_records = size >= 7 && memcmp(bytes, "OFLDATA", 7) == 0;
    const size_t damaged = data->n_damaged_bytes, missing = data->n_missing;
    bool is_good = is_records ? dataset_add_records(data, rules, bytes, size, &reason)
                              : dataset_add_wthor(data, rules, bytes, size, &reason);
    free(bytes);
    if (!is_good)
        tool_say("%s: %s", path, reason.text);
    tool_say_missing(path, data->n_missing - missing);
    if (is_good && data->n_damaged_bytes > damaged)
        tool_say("%s: %zu damaged bytes are left out", path, data->n_damaged_bytes - damaged);
    return is_good ? 0 : EX_DATAERR;
}

int tool_load_data(char **paths, int n_paths, const struct dataset_rules *rules,
                   struct dataset *data)
{
    int result = 0;
    for (int i = 0; result == 0 && i < n_paths; i++)
        result = add_file(paths[i], rules, data);
    if (result == 0 && data->part[rules->is_all_test ? PART_TEST : PART_TRAIN].n == 0) {
        tool_say("no position to %s in the files given",
                 rules->is_all_test ? "measure" : "train on");
        result = EX_DATAERR;
    }
    return result;
}

void tool_take_values(const struct weights *like, enum record_kind kind,
                      const struct sample_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        struct sample *s = &list->list[i];
        const double value = kernel()->evaluate_trained(like, s->board) / (double)EVAL_DISC;
        s->label = s->truth = (int16_t)lround(value * DATASET_LABEL_UNIT);
        s->kind = (uint8_t)kind;
    }
}
