/* train/tool_pack.c - outflank-train pack: weights in fewer bytes, with a small loss
 * (eval/packed_weights.h). */
#include "train/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/bytes.h"
#include "eval/packed_weights.h"
#include "eval/weights.h"
#include "train/net_import.h"
#include "train/pack_file.h"
#include "train/tool_data.h"
#include "train/tool_weights.h"

struct args {
    const char *out, *weights;
    double step, student_step, floor, bits;
    int n_boards;
    uint64_t seed;
};

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(out, "out", 'o', "the packed file to write"),
    ROW_NEEDED_FILE(weights, "weights", 'w', "the weights: a network and its part files"),
    ROW_REAL(step, "step", 0, 1e6, "20",
             "how coarse: what a row's numbers are rounded to if a millionth of positions has it"),
    ROW_REAL(student_step, "student-step", 0, 1e6, "20", "the same for the student"),
    ROW_REAL(floor, "floor", 0, 1e6, "0.05", "millionths of positions that no row has less than"),
    ROW_REAL(bits, "bits", 0, 1, "0.14", "squared steps that are given up for a bit"),
    ROW_INT(n_boards, "boards", 'n', 1, 1 << 30, "400000", "of the student, drawn from DATA"),
    ROW_SEED(seed, PROGRAM_SEED_MOST, "of what is drawn"),
    PROGRAM_HELP
};

/* Packed bytes, gathered. */
struct output { uint8_t *bytes; size_t size; };

static int no_memory(void)
{
    tool_say("out of memory");
    return EX_OSERR;
}

static bool put(struct output *out, const uint8_t *bytes, size_t size)
{
    uint8_t *more = bytes ? realloc(out->bytes, out->size + size) : NULL;
    if (!more)
        return false;
    memcpy(more + out->size, bytes, size);
    out->bytes = more;
    out->size += size;
    return true;
}

/* The block of a part, behind the network that `out` begins with. */
static bool put_part(struct output *out, const char *name, const uint8_t *block, size_t size)
{
    uint8_t header[PART_HEADER];
    part_put_header(header, bytes_read_le(out->bytes + WEIGHTS_HEADER + 8, 8), size);
    printf("%s: %zu bytes\n", name, size);
    return put(out, header, sizeof header) && put(out, block, size);
}

static bool put_network(const struct args *args, const uint8_t *file, struct sample_list *list,
                        const struct net_model *model, struct output *out)
{
    struct pack_uses uses;
    struct pack_rows pack = {.uses = &uses, .step = args->step, .floor = args->floor,
                             .bits = args->bits};
    const uint8_t *at = file + WEIGHTS_HEADER + BOARD_PLIES * NETWORK_FILE_PLY;
    bool is_good = pack_uses_init(&uses, NETWORK_LANES, model->n_buckets) &&
                   pack_uses_add(&uses, model, list);
    for (int b = 0; b < model->n_buckets && is_good; b++)
        is_good = (pack.rows[b] = pack_read_rows(&at, NETWORK_LANES)) != NULL;
    size_t rows_size = 0, size = 0;
    uint8_t *coded = is_good ? pack_rows(&pack, &rows_size) : NULL;
    uint8_t *network = coded ? pack_network(file, coded, rows_size, &size) : NULL;
    is_good = put(out, network, size);
    printf("network: %zu bytes, %zu of them rows\n", size, rows_size);
    for (int b = 0; b < model->n_buckets; b++)
        free((void *)pack.rows[b]);
    free(coded);
    free(network);
    pack_uses_free(&uses);
    return is_good;
}

/* Boards of the student, from positions of the list. */
static bool draw_boards(const struct args *args, const struct weights *weights,
                        const struct sample_list *from, struct student_list *boards)
{
    struct rng rng = rng_seeded(args->seed);
    for (size_t n = 0; boards->n < (size_t)args->n_boards && n < 1000 * (boards->n + 1000); n++) {
        const ofl_board board = from->list[rng_next(&rng) % from->n].board;
        const int e = ofl_count_empties(board);
        if (e >= STUDENT_FROM_LEAST && e <= STUDENT_FROM_MOST &&
            !student_play(weights, board, &rng, boards))
            return false;
    }
    return true;
}

static bool put_student(const struct args *args, const struct weights *weights,
                        const struct part *part, const struct sample_list *list,
                        struct output *out)
{
    struct pack_uses uses;
    struct pack_rows pack = {.uses = &uses, .step = args->student_step, .floor = args->floor,
                             .bits = args->bits};
    struct student_list boards = {0};
    struct student_dense dense;
    memcpy(&dense, part->block + 16, sizeof dense);
    const uint8_t *at = part->block + 16 + sizeof dense;
    const bool is_good = pack_uses_init(&uses, STUDENT_LANES, 1) &&
                         (pack.rows[0] = pack_read_rows(&at, STUDENT_LANES)) &&
                         draw_boards(args, weights, list, &boards) &&
                         pack_uses_add_student(&uses, &dense, pack.rows[0], &boards);
    size_t rows_size = 0, size = 0;
    uint8_t *coded = is_good ? pack_rows(&pack, &rows_size) : NULL;
    uint8_t *student = coded ? pack_student(part->block, coded, rows_size, &size) : NULL;
    const bool is_put = student && put_part(out, part_name(PART_STUDENT), student, size);
    free((void *)pack.rows[0]);
    free(coded);
    free(student);
    free(boards.list);
    pack_uses_free(&uses);
    return is_put;
}

/* All but the error model, which is to be fitted to what is written. */
static int pack_all(const struct args *args, const uint8_t *file, size_t size,
                    struct sample_list *list, struct output *out)
{
    struct reason reason;
    struct net_model model = {0};
    struct part parts[PART_KINDS];
    struct weights *weights = weights_from_bytes(file, size, &reason);
    const size_t end = WEIGHTS_HEADER + (size_t)bytes_read_le(file + 32, 8);
    int result = 0;
    if (!weights || !net_import(file, size, &model, &reason) ||
        !parts_find(file + end, size - end, weights->network_id, parts, &reason)) {
        tool_say("%s: %s", args->weights, reason.text);
        result = EX_DATAERR;
    }
    const struct part *constants = &parts[PART_CONSTANTS], *student = &parts[PART_STUDENT];
    if (result == 0 &&
        (!put_network(args, file, list, &model, out) ||
         (constants->block &&
          !put_part(out, part_name(PART_CONSTANTS), constants->block, constants->size)) ||
         (student->block && !put_student(args, weights, student, list, out))))
        result = no_memory();
    weights_free(weights);
    net_free(&model);
    return result;
}

static int run_pack(const struct program_call *call)
{
    struct args args = {0};
    struct program_files files;
    struct dataset data = {0};
    struct output out = {0};
    const struct dataset_rules rules = {.is_all_test = true};
    size_t size = 0;
    int result = program_read(call, &args, &files);
    uint8_t *file = result == 0 ? tool_read_file(args.weights, &size) : NULL;
    if (result == 0 && !file)
        result = EX_NOINPUT;
    if (file && weights_are_packed(file, size)) {
        tool_say("%s: expected weights that are not packed", args.weights);
        result = EX_DATAERR;
    }
    if (result == 0)
        result = tool_load_data(files.paths, files.n, &rules, &data);
    if (result == 0)
        result = dataset_sort(&data) ? pack_all(&args, file, size, &data.part[PART_TEST], &out)
                                     : no_memory();
    if (result == 0)
        result = tool_write_file(args.out, out.bytes, out.size);
    free(out.bytes);
    free(file);
    dataset_free(&data);
    return result;
}

const struct program_command tool_pack = {
    .name = "pack",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "write weights in fewer bytes, with a small loss",
    .text = "Codes the rows of a network and of its student, each as finely as the positions of "
            "the data files and WTHOR bases use it, and writes them as packed weights with the "
            "constants by ply. Positions must include irregular boards if those are to keep their "
            "values. The error model is left out: fit it to the packed file. The same files and "
            "options give the same bytes.",
    .options = rows,
    .run = run_pack,
};
