/* eval/gen_weights.c - run at build time: the weights that are built in, unpacked.
 *
 *   gen_weights FILE... > UNPACKED     the files one behind the other, as one of weights */
#include <stdio.h>
#include <stdlib.h>

#include "eval/packed_weights.h"

enum { ROOM = 64 << 20 };

/* Reads a file behind the `size` bytes that are there; the new size, 0 after a sentence. */
static size_t add_file(const char *path, uint8_t *bytes, size_t size)
{
    FILE *in = fopen(path, "rb");
    const size_t more = in ? fread(bytes + size, 1, ROOM - size, in) : 0;
    const bool is_good = in && !ferror(in) && more > 0;
    if (in)
        fclose(in);
    if (!is_good)
        fprintf(stderr, "gen_weights: %s: cannot be read\n", path);
    return is_good ? size + more : 0;
}

int main(int argc, char **argv)
{
    static uint8_t bytes[ROOM];
    size_t size = 0, unpacked = 0;
    for (int i = 1; i < argc; i++)
        if (!(size = add_file(argv[i], bytes, size)))
            return 1;
    struct reason reason;
    uint8_t *out = weights_unpack(bytes, size, &unpacked, &reason);
    if (!out)
        fprintf(stderr, "gen_weights: %s: %s\n", argv[1], reason.text);
    const bool is_good = out && fwrite(out, 1, unpacked, stdout) == unpacked && !fflush(stdout);
    free(out);
    return is_good ? 0 : 1;
}
