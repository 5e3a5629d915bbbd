/* base/windows/win_mem.c - mem.h on Windows. There are no huge pages without a privilege that
 * hardly anybody has. */
#include "base/mem.h"

#include <windows.h>

enum { LARGE = 2 << 20, LINE = 64 };

void *mem_alloc(size_t size, bool *huge)
{
    if (huge)
        *huge = false;
    if (size == 0 || size > SIZE_MAX / 2)
        return NULL;
    if (size >= LARGE)
        return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    void *block = _aligned_malloc(size, LINE);
    if (block)
        __builtin_memset(block, 0, size);
    return block;
}

void mem_zero(void *block, size_t size)
{
    __builtin_memset(block, 0, size);
}

void mem_drop(void *block, size_t size)
{
    if (!size || !VirtualFree(block, size, MEM_DECOMMIT) ||
        !VirtualAlloc(block, size, MEM_COMMIT, PAGE_READWRITE))
        mem_zero(block, size);
}

bool mem_shrink(void *block, size_t size, size_t new_size)
{
    if (new_size < LARGE || new_size > size)
        return false;
    if (new_size < size && !VirtualFree((char *)block + new_size, size - new_size, MEM_DECOMMIT))
        return false;
    mem_drop(block, new_size);
    return true;
}

void mem_free(void *block, size_t size)
{
    if (size < LARGE)
        _aligned_free(block);
    else
        VirtualFree(block, 0, MEM_RELEASE);
}
