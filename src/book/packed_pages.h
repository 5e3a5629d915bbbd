/* book/packed_pages.h - the pages of a packed book: read, checked, kept for a while.
 *
 * Pages come from a file or from memory. Those of a file go through a cache of a bounded size: one
 * part for the index, which nearly every look-up needs, one for the leaves. Each slot has a lock of
 * its own. A page is checked whenever it enters the cache; in memory, whenever it is asked for.
 *
 * Errors:  NULL with a sentence that names the file and the page.
 * Threads: any number may ask for pages; opening and closing is for one.
 */
#ifndef BOOK_PACKED_PAGES_H
#define BOOK_PACKED_PAGES_H

#include <pthread.h>

#include "book/packed_layout.h"

struct packed_pages;

/* A page at hand, from packed_pages_take() to packed_pages_give_back(). */
struct packed_view {
    const uint8_t *bytes;
    pthread_mutex_t *lock; /* NULL if none is held */
};

bool packed_pages_open(const char *path, struct packed_pages **pages, struct reason *reason);
bool packed_pages_open_memory(const void *bytes, size_t size, const char *name,
                              struct packed_pages **pages, struct reason *reason);
void packed_pages_close(struct packed_pages *pages);

/* For sentences. */
const char *packed_pages_name(const struct packed_pages *pages);
uint64_t packed_pages_size(const struct packed_pages *pages); /* bytes */

/* The header tells which book the pages are of; before that only page 0 can be read. */
void packed_pages_set_id(struct packed_pages *pages, uint64_t id);

bool packed_pages_take(struct packed_pages *pages, uint64_t number, bool is_index,
                       struct packed_view *view, struct reason *reason);
void packed_pages_give_back(struct packed_view *view);

/* One page past the cache, for walks: into `page`, PACKED_PAGE bytes. */
bool packed_pages_read(struct packed_pages *pages, uint64_t number, uint8_t *page,
                       struct reason *reason);

#endif
