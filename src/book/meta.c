/* book/meta.c - see meta.h. */
#include "book/meta.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"

enum { SEAL = 17 }; /* a tab and the digits */

static void write_seal(const char *name, const char *text, size_t length, char seal[SEAL + 1])
{
    uint8_t bytes[BOOK_META_NAME + BOOK_META_SIZE] = {0};
    memcpy(bytes, name, strlen(name));
    memcpy(bytes + BOOK_META_NAME, text, length);
    snprintf(seal, SEAL + 1, "\t%016" PRIx64, checksum_of(bytes, BOOK_META_NAME + length));
}

bool book_meta_seal(const char *name, const char *text, char sealed[BOOK_META_SEALED])
{
    const size_t length = strlen(text);
    if (strlen(name) >= BOOK_META_NAME || length >= BOOK_META_SIZE)
        return false;
    memcpy(sealed, text, length);
    write_seal(name, text, length, sealed + length);
    return true;
}

bool book_meta_unseal(const char *name, const char *sealed, char text[BOOK_META_SIZE])
{
    char seal[SEAL + 1];
    const size_t all = strlen(sealed), length = all < SEAL ? 0 : all - SEAL;
    if (all < SEAL || length >= BOOK_META_SIZE || strlen(name) >= BOOK_META_NAME)
        return false;
    write_seal(name, sealed, length, seal);
    if (strcmp(seal, sealed + length) != 0)
        return false;
    memcpy(text, sealed, length);
    text[length] = '\0';
    return true;
}
