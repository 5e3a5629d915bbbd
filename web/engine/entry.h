/* web/engine/entry.h - what JavaScript calls: one engine, asked by JSON (request/request.h).
 *
 * Answers go to Module.tell(kind, text); stop orders come by Module.isStopped() (system.c). */
#ifndef ENGINE_ENTRY_H
#define ENGINE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False if there is no memory for an engine. */
bool web_begin(void);

/* Room for a request, or for the bytes of a file; web_answer() frees it. NULL: no memory. */
void *web_block(size_t size);

/* Hands packed weights on as the file that they unpack to, to Module.takeUnpacked(bytes); others, and
 * damaged ones, are left to their reader. Frees `bytes`. */
void web_unpack(uint8_t *bytes, size_t length);

/* Answers a request. `data` may be NULL. */
void web_answer(char *json, size_t length, char *data, size_t data_length);

/* Ends the request at work, if there is one. */
void web_stop(void);

#endif
