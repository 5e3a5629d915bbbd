/* book/packed_pages.c - see packed_pages.h. */
#include "book/packed_pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/regular.h"
#include "base/visible.h"

/* The index of 100 million positions has 6,326 pages. */
enum { INDEX_SLOTS = 8192, LEAF_SLOTS = 1024 };

struct slot {
    pthread_mutex_t lock;
    uint64_t number;  /* of the page at hand; 0: none, page 0 is the header */
    uint8_t *bytes;   /* NULL until it is needed */
};

struct packed_pages {
    char *name;
    int fd;                 /* -1: in memory */
    const uint8_t *memory;
    uint64_t size, id;
    struct slot *slots;     /* INDEX_SLOTS, then LEAF_SLOTS; NULL in memory */
};

enum { N_SLOTS = INDEX_SLOTS + LEAF_SLOTS };

void packed_pages_close(struct packed_pages *pages)
{
    if (!pages)
        return;
    for (int i = 0; pages->slots && i < N_SLOTS; i++) {
        pthread_mutex_destroy(&pages->slots[i].lock);
        free(pages->slots[i].bytes);
    }
    if (pages->fd >= 0)
        close(pages->fd);
    free(pages->slots);
    free(pages->name);
    free(pages);
}

/* Takes over the descriptor. */
static bool make(const char *name, int fd, const void *memory, uint64_t size,
                 struct packed_pages **result, struct reason *reason)
{
    struct packed_pages *pages = calloc(1, sizeof *pages);
    bool is_made = pages != NULL;
    if (pages) {
        *pages = (struct packed_pages){
            .name = strdup(name), .fd = fd, .memory = memory, .size = size};
        pages->slots = memory ? NULL : calloc(N_SLOTS, sizeof *pages->slots);
        for (int i = 0; pages->slots && i < N_SLOTS; i++)
            pthread_mutex_init(&pages->slots[i].lock, NULL);
        is_made = pages->name && (memory || pages->slots);
    } else if (fd >= 0) {
        close(fd);
    }
    if (is_made) {
        *result = pages;
        return true;
    }
    packed_pages_close(pages);
    return reason_set(reason, "%s: no memory", visible(name).text);
}

bool packed_pages_open(const char *path, struct packed_pages **pages, struct reason *reason)
{
    struct stat status;
    const int fd = regular_open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0) {
        reason_set(reason, "%s: %s", visible(path).text, regular_problem(errno));
        if (fd >= 0)
            close(fd);
        return false;
    }
    return make(path, fd, NULL, (uint64_t)status.st_size, pages, reason);
}

bool packed_pages_open_memory(const void *bytes, size_t size, const char *name,
                              struct packed_pages **pages, struct reason *reason)
{
    return make(name, -1, bytes, size, pages, reason);
}

const char *packed_pages_name(const struct packed_pages *pages) { return pages->name; }

uint64_t packed_pages_size(const struct packed_pages *pages) { return pages->size; }

void packed_pages_set_id(struct packed_pages *pages, uint64_t id) { pages->id = id; }

/* ---- reading ---- */

static bool check(const struct packed_pages *pages, const uint8_t *page, uint64_t number,
                  struct reason *reason)
{
    return packed_layout_is_whole(page, pages->id, number) ||
           reason_set(reason, "%s: page %llu is damaged", visible(pages->name).text,
                      (unsigned long long)number);
}

static bool cut_off(const struct packed_pages *pages, uint64_t number, struct reason *reason)
{
    return reason_set(reason, "%s: the file ends within page %llu", visible(pages->name).text,
                      (unsigned long long)number);
}

static const uint8_t *in_memory(const struct packed_pages *pages, uint64_t number)
{
    return number < pages->size / PACKED_PAGE ? pages->memory + number * PACKED_PAGE : NULL;
}

bool packed_pages_read(struct packed_pages *pages, uint64_t number, uint8_t *page,
                       struct reason *reason)
{
    if (pages->memory) {
        const uint8_t *bytes = in_memory(pages, number);
        if (!bytes)
            return cut_off(pages, number, reason);
        memcpy(page, bytes, PACKED_PAGE);
        return number == 0 || check(pages, page, number, reason);
    }
    const ssize_t n = regular_read_at(pages->fd, page, PACKED_PAGE, (off_t)(number * PACKED_PAGE));
    if (n < 0)
        return reason_set(reason, "%s: page %llu: %s", visible(pages->name).text,
                          (unsigned long long)number, strerror(errno));
    if (n < PACKED_PAGE)
        return cut_off(pages, number, reason);
    /* The header says which book it is; who reads it checks it. */
    return number == 0 || check(pages, page, number, reason);
}

static bool take_from_memory(const struct packed_pages *pages, uint64_t number,
                             struct packed_view *view, struct reason *reason)
{
    const uint8_t *bytes = in_memory(pages, number);
    if (!bytes)
        return cut_off(pages, number, reason);
    *view = (struct packed_view){.bytes = bytes};
    return check(pages, bytes, number, reason);
}

bool packed_pages_take(struct packed_pages *pages, uint64_t number, bool is_index,
                       struct packed_view *view, struct reason *reason)
{
    if (pages->memory)
        return take_from_memory(pages, number, view, reason);
    struct slot *slot = &pages->slots[is_index ? number % INDEX_SLOTS
                                               : INDEX_SLOTS + number % LEAF_SLOTS];
    pthread_mutex_lock(&slot->lock);
    bool is_good = true;
    if (slot->number != number) {
        if (!slot->bytes)
            slot->bytes = malloc(PACKED_PAGE);
        slot->number = 0;
        is_good = slot->bytes ? packed_pages_read(pages, number, slot->bytes, reason)
                              : reason_set(reason, "%s: no memory", visible(pages->name).text);
        if (is_good)
            slot->number = number;
    }
    *view = (struct packed_view){.bytes = slot->bytes, .lock = &slot->lock};
    if (!is_good)
        packed_pages_give_back(view);
    return is_good;
}

void packed_pages_give_back(struct packed_view *view)
{
    if (view->lock)
        pthread_mutex_unlock(view->lock);
    view->lock = NULL;
}
