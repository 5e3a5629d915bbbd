/* protocol/choices.h - what a word that is being typed may become.
 *
 * Whoever fills it says where the word begins; then choices_add() keeps what begins like the word,
 * whatever the case of letters.
 *
 * Threads: functions touch only their arguments. Errors: what there is no memory for is left out.
 */
#ifndef PROTOCOL_CHOICES_H
#define PROTOCOL_CHOICES_H

#include <stdbool.h>
#include <stddef.h>

enum { CHOICES_MOST = 1000 };

struct choices {
    const char *word;      /* the word as typed, */
    size_t length;         /* its bytes, */
    size_t start;          /* and where it stands in the line */
    char *list[CHOICES_MOST]; /* owned */
    size_t n;
    bool is_open;          /* more is to be typed behind a choice: no blank after it */
};

/* Begins: the word is what stands from `start` on in a line of `length` bytes. */
void choices_begin(struct choices *choices, const char *line, size_t length, size_t start);

/* Adds a text once, if the word is its beginning. */
void choices_add(struct choices *choices, const char *text, size_t length);

/* Bytes that all choices begin with, in whole characters; 0 without choices. */
size_t choices_common(const struct choices *choices);

void choices_free(struct choices *choices);

#endif
