/* train/tool_weights.c - see tool_weights.h. */
#include "train/tool_weights.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>

#include "train/net_import.h"
#include "train/tool.h"

static bool is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

int tool_load_weights(const char *path, const char *out, struct weights **weights)
{
    struct reason why;
    size_t size;
    if (is_same_file(path, out)) {
        tool_say("--out: %s is the file of the weights; a part file needs a name of its own", out);
        return EX_USAGE;
    }
    uint8_t *bytes = tool_read_file(path, &size);
    if (!bytes)
        return EX_NOINPUT;
    *weights = weights_from_bytes(bytes, size, &why);
    free(bytes);
    if (!*weights)
        tool_say("%s: %s", path, why.text);
    return *weights ? 0 : EX_DATAERR;
}

int tool_write_part(const char *path, const struct weights *weights, const uint8_t *block,
                    size_t size)
{
    uint8_t *bytes = malloc(PART_HEADER + size);
    if (!bytes) {
        tool_say("out of memory");
        return EX_OSERR;
    }
    part_put_header(bytes, weights->network_id, size);
    memcpy(bytes + PART_HEADER, block, size);
    const int result = tool_write_file(path, bytes, PART_HEADER + size);
    free(bytes);
    return result;
}

int tool_load_network(const char *path, struct net_model *model)
{
    struct reason reason;
    size_t size;
    uint8_t *bytes = tool_read_file(path, &size);
    if (!bytes)
        return EX_NOINPUT;
    const bool is_good = net_import(bytes, size, model, &reason);
    free(bytes);
    if (!is_good)
        tool_say("%s: %s", path, reason.text);
    return is_good ? 0 : EX_DATAERR;
}
