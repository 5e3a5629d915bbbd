/* Lines of requests, as bytes from anywhere: what the service reads of them before an engine sees
 * them (serve/token.h, serve/keys.h), against what jansson reads.
 *
 * libFuzzer calls it in a build with -Dfuzzer=true (scripts/full.sh, step fuzz-requests):
 *     tests/fuzz/fuzz_requests_long -max_total_time=600 FOLDER
 * Else it is a program that damages sound lines by chance: fuzz_requests [SEED INPUTS]. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/rng.h"
#include "serve/keys.h"
#include "serve/token.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void expect(bool is_true, const char *what, const uint8_t *bytes, size_t size)
{
    if (is_true)
        return;
    fprintf(stderr, "fuzz_requests: %s: ", what);
    fwrite(bytes, 1, size, stderr);
    abort();
}

/* What is found is one string or number of the line, and what jansson finds is found. */
static void check_token(const char *line, size_t size, const char *key, const json_t *whole,
                        const uint8_t *bytes)
{
    const struct token token = token_find(line, size, key);
    const json_t *value = json_object_get(whole, key);
    expect(token.length <= size && token.at <= size - token.length, "a token outside its line",
           bytes, size);
    if (!token.length)
        return;
    const char first = line[token.at];
    expect(first == '"' || first == '-' || (first >= '0' && first <= '9'), "no string or number",
           bytes, size);
    json_t *alone = json_loadb(line + token.at, token.length, JSON_DECODE_ANY, NULL);
    expect(alone || first != '"', "a string that is none", bytes, size);
    if (value && alone)
        expect(json_equal(value, alone), "another value than jansson's", bytes, size);
    json_decref(alone);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *line = malloc(size + 1); /* of the exact size, but for an empty one */
    struct keys keys;
    if (!line)
        return 0;
    memcpy(line, bytes, size);
    json_t *asked = json_loadb(line, size, JSON_REJECT_DUPLICATES, NULL);
    check_token(line, size, "id", asked, bytes);
    check_token(line, size, "of", asked, bytes);
    if (json_is_object(asked)) {
        const char *problem = keys_take(asked, size % 2, &keys);
        expect(!problem || strlen(problem) > 9, "no sentence", bytes, size);
    }
    json_decref(asked);
    free(line);
    return 0;
}

#ifndef LINE_FUZZER
static const char *const sound[] = {
    "{\"id\":1,\"action\":\"analyze\",\"text\":\"f5d6c3\",\"nodes\":100000,\"progress\":true}",
    "{\"id\":\"b\\u00e9\\\"x\",\"action\":\"solve\",\"text\":\"start\",\"deadline\":0.5}",
    "{\"action\":\"cancel\",\"of\":-12.5e+3,\"id\":123456789012345678901234567890}",
    "{\"a\":{\"id\":[1,{\"of\":\"x\"}]},\"id\" : \"7\" ,\"action\":\"stats\"}",
    "{\"id\":0,\"action\":\"review\",\"file\":\"a.ggf\"}",
};
enum { N_SOUND = sizeof sound / sizeof *sound, MOST = 512 };

/* Changes, cuts, doubles and joins bytes. */
static size_t damage(struct rng *rng, uint8_t line[MOST])
{
    static const char likely[] = "{}[]\",:\\0123456789-+.eEidof u";
    const char *from = sound[rng_below(rng, N_SOUND)];
    size_t n = strlen(from);
    memcpy(line, from, n);
    for (uint32_t left = rng_below(rng, 5); left && n; left--) {
        const size_t at = rng_below(rng, (uint32_t)n);
        switch (rng_below(rng, 4)) {
        case 0:
            line[at] = (uint8_t)rng_next(rng);
            break;
        case 1:
            line[at] = (uint8_t)likely[rng_below(rng, sizeof likely - 1)];
            break;
        case 2:
            memmove(line + at, line + at + 1, n - at - 1);
            n--;
            break;
        default:
            n = rng_below(rng, 8) ? n : at;
        }
    }
    return n;
}

int main(int argc, char **argv)
{
    int64_t seed = 1, inputs = 200000;
    uint8_t line[MOST];
    if (argc > 2 && (!number_read_int(argv[1], NUMBER_TO_NUL, 0, INT64_MAX, &seed, NULL) ||
                     !number_read_int(argv[2], NUMBER_TO_NUL, 1, INT64_MAX, &inputs, NULL)))
        return 64;
    struct rng rng = rng_seeded((uint64_t)seed);
    for (int64_t i = 0; i < inputs; i++)
        LLVMFuzzerTestOneInput(line, damage(&rng, line));
    printf("seed %lld: %lld lines\n", (long long)seed, (long long)inputs);
    return 0;
}
#endif
