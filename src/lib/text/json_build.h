/* text/json_build.h - what makers of JSON share (docs/json.md).
 *
 * What is given is taken over. NULL stands for a lack of memory and goes through, so that only the
 * last value must be looked at. json_pack() with "o" does the same.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_JSON_BUILD_H
#define TEXT_JSON_BUILD_H

#include <jansson.h>
#include <stdint.h>

/* Of all JSON that the program prints. Keys are added within a schema; where the meaning of one
 * changes, the number goes up. */
enum { JSON_SCHEMA = 2 };

/* The object with one key more, or with all those of another object. */
json_t *json_with(json_t *object, const char *key, json_t *value);
json_t *json_with_all(json_t *object, json_t *more);

/* The array with one item more. */
json_t *json_and(json_t *array, json_t *item);

/* "d3", "pass" (ofl_move_to_text()); a list of such. */
json_t *json_from_move(int move);
json_t *json_from_moves(const uint8_t *moves, int n);

/* One line of compact JSON, numbers with at most 12 digits, ASCII only. malloc()ed. */
char *json_to_text(json_t *value);

#endif
