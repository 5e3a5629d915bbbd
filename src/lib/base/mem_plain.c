/* base/mem_plain.c - the same as mem.c without mmap() (WebAssembly: its munmap() takes back
 * whole blocks only, and its memory never shrinks; macOS). Blocks are aligned to 64 bytes. */
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>

void *mem_alloc(size_t size, bool *huge)
{
    enum { LINE = 64 };
    if (huge)
        *huge = false;
    if (size == 0 || size > SIZE_MAX / 2)
        return NULL;
    const size_t rounded = (size + LINE - 1) & ~((size_t)LINE - 1);
    void *block = aligned_alloc(LINE, rounded);
    if (block)
        __builtin_memset(block, 0, rounded);
    return block;
}

void mem_zero(void *block, size_t size)
{
    __builtin_memset(block, 0, size);
}

void mem_drop(void *block, size_t size)
{
    mem_zero(block, size);
}

void mem_free(void *block, size_t size)
{
    free(block);
}

bool mem_shrink(void *block, size_t size, size_t new_size)
{
    return false;
}
