/* base/mem.h - large aligned blocks, on huge pages when the system grants them. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

/* A zeroed block, aligned to 2 MiB (64 bytes below 2 MiB); NULL if there is no
 * memory. *huge (or NULL) tells whether huge pages were asked for and not refused. */
void *mem_alloc(size_t size, bool *huge);
/* Zeroes a whole block by writing all of it, so that the system has to give the memory
 * now. Giving the pages back instead (MADV_DONTNEED) moved that cost into the searches
 * that followed: up to 1 ms a huge page on a virtual machine, where moves of 100 ms then
 * came 30 ms late. */
void mem_zero(void *block, size_t size);
/* Zeroes whole pages by giving them back: the system gives others when they are used. `block` and
 * `size` are multiples of 2 MiB, within a block. */
void mem_drop(void *block, size_t size);
/* Makes a block smaller where it is, without any other memory; what is left is all zero. False
 * where that cannot be done (below 2 MiB, or without mmap): the block is as it was. */
bool mem_shrink(void *block, size_t size, size_t new_size);
void mem_free(void *block, size_t size);

#endif
