/* base/mem.c - blocks come from mmap: zeroed by the kernel on first touch, so a
 * large table costs nothing until it is used, and freeing gives memory back. */
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

static size_t whole_pages(size_t size)
{
    return (size + HUGE_PAGE - 1) & ~((size_t)HUGE_PAGE - 1);
}

void *mem_alloc(size_t size, bool *huge)
{
    if (huge)
        *huge = false;
    if (size == 0 || size > SIZE_MAX / 2)
        return NULL;
    if (size < HUGE_PAGE) {
        size_t rounded = (size + 63) & ~(size_t)63;
        void *block = aligned_alloc(64, rounded);
        if (block)
            __builtin_memset(block, 0, rounded);
        return block;
    }
    /* One huge page more than needed, then the ends are cut off. */
    size_t rounded = whole_pages(size);
    char *raw = mmap(NULL, rounded + HUGE_PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw == MAP_FAILED)
        return NULL;
    size_t lead = (HUGE_PAGE - (uintptr_t)raw % HUGE_PAGE) % HUGE_PAGE;
    if (lead)
        munmap(raw, lead);
    munmap(raw + lead + rounded, HUGE_PAGE - lead);
    bool granted = false;
#ifdef MADV_HUGEPAGE
    granted = madvise(raw + lead, rounded, MADV_HUGEPAGE) == 0;
#endif
    if (huge)
        *huge = granted;
    return raw + lead;
}

void mem_zero(void *block, size_t size)
{
    __builtin_memset(block, 0, size);
}

void mem_drop(void *block, size_t size)
{
    if (size && madvise(block, size, MADV_DONTNEED) != 0)
        mem_zero(block, size);
}

bool mem_shrink(void *block, size_t size, size_t new_size)
{
    if (new_size < HUGE_PAGE || new_size > size)
        return false;
    const size_t kept = whole_pages(new_size), cut = whole_pages(size) - kept;
    if (cut && munmap((char *)block + kept, cut) != 0)
        return false;
    mem_drop(block, kept);
    return true;
}

void mem_free(void *block, size_t size)
{
    if (!block)
        return;
    if (size < HUGE_PAGE)
        free(block);
    else
        munmap(block, whole_pages(size));
}
