/* What trainers read and write: positions of games and their labels, ids of boards, files whole
 * or not at all. */
#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/replace.h"
#include "support.h"
#include "train/dataset.h"
#include "train/ids.h"

Test(dataset, ids_by_rows_are_those_from_scratch)
{
    struct rng rng = rng_seeded(test_seed(11));
    struct row_digits *digits = mem_alloc(sizeof *digits, NULL);
    cr_assert(digits);
    row_digits_init(digits);
    for (int i = 0; i < 2000; i++) {
        ofl_board board = {rng_next(&rng), rng_next(&rng)};
        board.opponent &= ~board.player;
        struct pattern_ids ids;
        uint16_t fast[PATTERN_LANES];
        pattern_configs_of(board, &ids);
        row_digits_configs(digits, board, fast);
        cr_assert(memcmp(ids.id, fast, sizeof fast) == 0);
    }
    mem_free(digits, sizeof *digits);
}

/* A write that fails (here: by a limit of file size) leaves the old file and no other. */
Test(dataset, failed_write_leaves_the_old_file)
{
    char path[] = "/tmp/outflank-train.XXXXXX", name[64];
    cr_assert(mkdtemp(path));
    snprintf(name, sizeof name, "%s/weights", path);
    static const uint8_t bytes[4096] = {1, 2, 3};
    cr_assert(replace_whole(name, bytes, 100));
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, limit;
    getrlimit(RLIMIT_FSIZE, &before);
    limit = (struct rlimit){.rlim_cur = 1000, .rlim_max = before.rlim_max};
    cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    bool is_written = replace_whole(name, bytes, sizeof bytes);
    int error = errno;
    setrlimit(RLIMIT_FSIZE, &before);
    cr_expect(!is_written && error == EFBIG, "%d, %s", is_written, strerror(error));
    struct stat status;
    cr_expect(stat(name, &status) == 0 && status.st_size == 100);
    cr_expect(!replace_whole("/nowhere/at/all", bytes, 10) && errno == ENOENT);
    cr_expect(unlink(name) == 0 && rmdir(path) == 0, "something else lies in the folder");
}

Test(dataset, damaged_input_is_refused)
{
    struct rng rng = rng_seeded(test_seed(16));
    struct dataset_rules rules = {.seed = 1, .holdout_percent = 10, .score_share = 0.7};
    struct dataset data = {0};
    struct reason reason = {.text = ""};
    size_t size;
    uint8_t *base = (uint8_t *)test_read("games/WTH_1977.wtb", &size);
    cr_assert(dataset_add_wthor(&data, &rules, base, size, &reason), "%s", reason.text);
    cr_expect(data.n_games == 12, "%zu games", data.n_games);
    cr_expect(!dataset_add_wthor(&data, &rules, base, 10, &reason));
    cr_expect(strlen(reason.text) > 20, "%s", reason.text);
    cr_expect(!dataset_add_records(&data, &rules, base, size, &reason));
    cr_expect(strlen(reason.text) > 20, "%s", reason.text);
    for (int i = 0; i < 2000; i++) { /* whatever it holds, nothing impossible comes out */
        uint8_t *copy = (uint8_t *)test_exact(base, size);
        for (int k = 0; k < 4; k++)
            copy[rng_below(&rng, (uint32_t)size)] = (uint8_t)rng_next(&rng);
        dataset_add_wthor(&data, &rules, copy, size - rng_below(&rng, (uint32_t)size), &reason);
        free(copy);
    }
    for (int part = 0; part < N_PARTS; part++)
        for (size_t i = 0; i < data.part[part].n; i++) {
            const struct sample *s = &data.part[part].list[i];
            cr_assert(ofl_board_is_valid(s->board) && s->own_moves > 0);
            cr_assert(abs(s->truth) <= 64 * 128 && abs(s->label) <= 64 * 128);
        }
    free(base);
    dataset_free(&data);
}

