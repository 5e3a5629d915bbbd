/* service_storm.c - many requests, cancels, deadlines and damaged lines for one service: each id is
 * answered once, by its board. Run it under ThreadSanitizer (-Db_sanitize=thread) as well as
 * plainly.
 *
 * usage: service_storm [REQUESTS [SEED]] */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <outflank/notation.h>

#include "base/number.h"
#include "props.h"
#include "serve/service.h"

enum { N_ENGINES = 3, N_QUEUE = 32, MOST = 1 << 20, LINE = 512 };

struct asked {
    ofl_board board;
    int n_answers;
};

struct storm {
    struct asked *asked;
    int n; /* ids below are given */
    int n_wrong, n_results, n_cut, n_refused;
};

static bool never(void *user) { return false; }

static void fail(struct storm *storm, const char *what, const char *line, size_t length)
{
    if (storm->n_wrong++ < 10)
        fprintf(stderr, "%s: %.*s", what, (int)length, line);
}

/* One line of the service. */
static void hear_line(struct storm *storm, const char *line, size_t length)
{
    ofl_position position;
    json_t *value = json_loadb(line, length, 0, NULL);
    const json_t *id = json_object_get(value, "id");
    const char *type = json_string_value(json_object_get(value, "type"));
    const char *board = json_string_value(json_object_get(value, "position"));
    const bool is_last = type && (strcmp(type, "result") == 0 || strcmp(type, "error") == 0);
    if (!type || line[length - 1] != '\n')
        fail(storm, "no line of the service", line, length);
    if (json_is_integer(id) && json_integer_value(id) >= 0 &&
        json_integer_value(id) < storm->n) {
        struct asked *asked = &storm->asked[json_integer_value(id)];
        asked->n_answers += is_last;
        if (asked->n_answers > 1)
            fail(storm, "answered twice", line, length);
        if (board && (!ofl_position_from_text(board, strlen(board), &position, NULL, NULL) ||
                      position.board.player != asked->board.player ||
                      position.board.opponent != asked->board.opponent))
            fail(storm, "another board", line, length);
        storm->n_results += is_last && type[0] == 'r';
        storm->n_cut += is_last && type[0] == 'e';
    } else {
        storm->n_refused += is_last;
    }
    json_decref(value);
}

static void hear(void *user, const char *text, size_t length)
{
    while (length) {
        const char *end = memchr(text, '\n', length);
        const size_t n = end ? (size_t)(end - text) + 1 : length;
        hear_line(user, text, n);
        text += n;
        length -= n;
    }
}

static int write_request(struct rng *rng, int id, ofl_board board, char line[LINE])
{
    static const char *const asked[] = {
        "\"action\":\"evaluate\"", "\"action\":\"position\"",
        "\"action\":\"analyze\",\"nodes\":2000,\"progress\":true",
        "\"action\":\"analyze\",\"infinite\":true,\"deadline\":0.02",
        "\"action\":\"solve\",\"nodes\":3000", "\"action\":\"perft\",\"depth\":3",
        "\"action\":\"play\",\"depth\":3,\"strength\":5",
        "\"action\":\"perft\",\"depth\":9,\"deadline\":0.003",
    };
    char text[OFL_BOARD_TEXT];
    ofl_position_to_text((ofl_position){board, OFL_BLACK}, text);
    return snprintf(line, LINE, "{\"id\":%d,%s,\"text\":\"%s\"}", id,
                    asked[rng_below(rng, sizeof asked / sizeof *asked)], text);
}

/* What has no id of the storm's own. */
static void disturb(struct service *service, struct storm *storm, struct rng *rng)
{
    char line[LINE];
    int n = 0;
    switch (rng_below(rng, 4)) {
    case 0:
        n = snprintf(line, sizeof line, "{\"action\":\"cancel\",\"of\":%d}",
                     storm->n - 1 - (int)rng_below(rng, 20));
        break;
    case 1:
        n = snprintf(line, sizeof line, "{\"id\":\"s\",\"action\":\"stats\"}");
        break;
    default:
        n = write_request(rng, 0, random_position(rng, 30), line);
        memcpy(line + 5, "\"m\"", 3); /* over the id */
        for (int i = 9 + (int)rng_below(rng, (uint32_t)n); i < n; i += 1 + (int)rng_below(rng, 60))
            line[i] = (char)rng_next(rng);
        n -= (int)rng_below(rng, 9);
    }
    service_hear(service, line, (size_t)n);
}

static struct service *begin(struct storm *storm)
{
    ofl_engine *engines[N_ENGINES];
    struct reason reason;
    for (int i = 0; i < N_ENGINES; i++) {
        engines[i] = ofl_engine_create();
        if (!engines[i] || ofl_set_option(engines[i], "hash", "1") != OFL_OK ||
            ofl_set_option(engines[i], "evaluation", "classical") != OFL_OK)
            return NULL;
    }
    const struct service_plan plan = {
        .engines = engines, .n_engines = N_ENGINES, .n_most = N_QUEUE,
        .provenance = json_pack("{s:s}", "version", "storm"), .hash_mib = 1, .write = hear,
        .must_end = never, .user = storm};
    return service_begin(&plan, &reason);
}

int main(int argc, char **argv)
{
    int64_t n = 3000, seed = 1;
    if ((argc > 1 && !number_read_int(argv[1], NUMBER_TO_NUL, 1, MOST, &n, NULL)) ||
        (argc > 2 && !number_read_int(argv[2], NUMBER_TO_NUL, 0, INT64_MAX, &seed, NULL)))
        return 64;
    struct storm storm = {.asked = calloc((size_t)n, sizeof *storm.asked), .n = (int)n};
    struct rng rng = rng_seeded((uint64_t)seed);
    struct service *service = storm.asked ? begin(&storm) : NULL;
    char line[LINE];
    if (!service)
        return 71;
    printf("seed %lld\n", (long long)seed);
    for (int i = 0; i < n; i++) {
        storm.asked[i].board = random_position(&rng, 8 + (int)rng_below(&rng, 45));
        const int length = write_request(&rng, i, storm.asked[i].board, line);
        service_hear(service, line, (size_t)length);
        if (rng_below(&rng, 3) == 0) {
            const int k = snprintf(line, sizeof line, "{\"action\":\"cancel\",\"of\":%d}",
                                   i - (int)rng_below(&rng, 8));
            service_hear(service, line, (size_t)k);
        }
        if (rng_below(&rng, 4) == 0)
            disturb(service, &storm, &rng);
    }
    service_cancel_all(service);
    service_end(service);
    for (int i = 0; i < n; i++)
        if (storm.asked[i].n_answers != 1 && storm.n_wrong++ < 10)
            fprintf(stderr, "request %d: %d answers\n", i, storm.asked[i].n_answers);
    printf("%d results, %d cut, %d others, %d wrong\n", storm.n_results, storm.n_cut,
           storm.n_refused, storm.n_wrong);
    free(storm.asked);
    return storm.n_wrong != 0;
}
