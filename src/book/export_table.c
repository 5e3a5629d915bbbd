/* book/export_table.c - see export_table.h. */
#include "book/export_table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file without a name, of `size` bytes. -1 with errno. */
static int make_file(const char *path, uint64_t size)
{
    const size_t length = strlen(path) + sizeof ".export-XXXXXX";
    char *name = malloc(length);
    if (!name)
        return -1;
    snprintf(name, length, "%s.export-XXXXXX", path);
    const int fd = mkstemp(name);
    if (fd >= 0)
        unlink(name);
    free(name);
    const int error = fd >= 0 ? posix_fallocate(fd, 0, (off_t)size) : 0;
    if (!error)
        return fd;
    close(fd);
    errno = error;
    return -1;
}

bool export_table_begin(struct export_table *table, const char *path, uint64_t n)
{
    uint64_t n_slots = 1024;
    while (n_slots < 2 * n)
        n_slots *= 2;
    const uint64_t size = n_slots * sizeof(struct export_slot);
    const int fd = make_file(path, size);
    *table = (struct export_table){.n_slots = n_slots};
    if (fd < 0)
        return false;
    void *slots = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    const int error = errno;
    close(fd);
    errno = error;
    table->slots = slots == MAP_FAILED ? NULL : slots;
    return table->slots != NULL;
}

void export_table_end(struct export_table *table)
{
    if (table->slots)
        munmap(table->slots, (size_t)(table->n_slots * sizeof *table->slots));
    table->slots = NULL;
}

/* The place of a board, or the free one where it belongs. No board is without discs. */
static struct export_slot *slot_of(const struct export_table *table, ofl_board board)
{
    uint64_t hash = board.player * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32 ^ board.opponent) * UINT64_C(0xD1342543DE82EF95);
    for (uint64_t i = hash >> 20;; i++) {
        struct export_slot *slot = &table->slots[i & (table->n_slots - 1)];
        const ofl_board other = slot->board;
        if ((other.player == board.player && other.opponent == board.opponent) ||
            !(other.player | other.opponent))
            return slot;
    }
}

const int64_t *export_table_find(const struct export_table *table, ofl_board board)
{
    const struct export_slot *slot = slot_of(table, board);
    return slot->board.player | slot->board.opponent ? &slot->value : NULL;
}

void export_table_add(struct export_table *table, ofl_board board, int64_t value)
{
    *slot_of(table, board) = (struct export_slot){board, value};
}
