/* people/people.c - see people.h. */
#include "people/people.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/sample.h"

/* Inner loops go over outputs, so that they become vectors without reordering sums. The inputs
 * from..to-1 of the first layer; adds to `sum` what goes past it. */
static float first_layer(const struct people_net *net, struct people_pass *pass, int from, int to,
                         float sum)
{
    for (int i = from; i < to; i++) {
        sum += net->skip[i] * pass->in[i];
        for (int k = 0; k < PEOPLE_WIDE; k++)
            pass->wide[k] += net->wide[i][k] * pass->in[i];
    }
    return sum;
}

/* What no rating changes: most of the sights. */
static float run_shared(const struct people_net *net, struct people_pass *pass)
{
    memcpy(pass->wide, net->wide_bias, sizeof pass->wide);
    memcpy(pass->narrow, net->narrow_bias, sizeof pass->narrow);
    return first_layer(net, pass, 0, PEOPLE_RATED, 0);
}

static float run_rated(const struct people_net *net, struct people_pass *pass, float sum)
{
    sum = first_layer(net, pass, PEOPLE_RATED, PEOPLE_INPUTS, sum);
    for (int i = 0; i < PEOPLE_WIDE; i++) {
        pass->wide[i] = pass->wide[i] > 0 ? pass->wide[i] : 0;
        for (int k = 0; k < PEOPLE_NARROW; k++)
            pass->narrow[k] += net->narrow[i][k] * pass->wide[i];
    }
    for (int i = 0; i < PEOPLE_NARROW; i++) {
        pass->narrow[i] = pass->narrow[i] > 0 ? pass->narrow[i] : 0;
        sum += net->out[i] * pass->narrow[i];
    }
    return sum;
}

float people_net_run(const struct people_net *net, struct people_pass *pass)
{
    return run_rated(net, pass, run_shared(net, pass));
}

/* ---- the file ---- */

static bool read_net(const uint8_t *bytes, struct people_net *net)
{
    float *to = (float *)net;
    for (size_t i = 0; i < sizeof *net / sizeof *to; i++) {
        const uint32_t word = (uint32_t)bytes_read_le(bytes + 4 * i, 4);
        memcpy(&to[i], &word, sizeof word);
        if (!(fabsf(to[i]) < 1e6f))
            return false;
    }
    return true;
}

/* False if there are not as many rows as bits say. */
static bool read_rows(const uint8_t *bytes, size_t size, struct people *people)
{
    const size_t n = people->shapes.n_rows;
    size_t at = (n + 7) / 8;
    for (size_t i = 0; i < n; i++) {
        if (!(bytes[i / 8] >> i % 8 & 1))
            continue;
        if (size - at < PEOPLE_CHANNELS)
            return false;
        memcpy(people->rows[i], bytes + at, PEOPLE_CHANNELS);
        at += PEOPLE_CHANNELS;
    }
    return at == size;
}

struct people *people_from_bytes(const uint8_t *bytes, size_t size, struct reason *reason)
{
    enum { ROWS = PEOPLE_HEADER + sizeof(struct people_net) };
    struct people *people = calloc(1, sizeof *people);
    if (people) {
        people_shapes_make(&people->shapes);
        people->rows = calloc(people->shapes.n_rows, sizeof *people->rows);
    }
    if (!people || !people->rows)
        reason_set(reason, "out of memory");
    else if (size < ROWS + (people->shapes.n_rows + 7) / 8 || memcmp(bytes, "OFLPEOP1", 8) != 0)
        reason_set(reason, "it is no model of people");
    else if (bytes_read_le(bytes + 8, 8) != checksum_of(bytes + 16, size - 16))
        reason_set(reason, "its checksum is wrong: it is damaged");
    else if (bytes_read_le(bytes + 16, 4) != people->shapes.n_rows ||
             !read_net(bytes + PEOPLE_HEADER, &people->net) ||
             !read_rows(bytes + ROWS, size - ROWS, people))
        reason_set(reason, "it is a model of other shapes");
    else
        return people;
    people_free(people);
    return NULL;
}

void people_free(struct people *people)
{
    if (people)
        free(people->rows);
    free(people);
}

#ifdef OFL_HAVE_PEOPLE
/* By the assembler. */
extern const uint8_t ofl_people_begin[], ofl_people_end[];
#endif

struct people *people_built_in(struct reason *reason)
{
#ifdef OFL_HAVE_PEOPLE
    return people_from_bytes(ofl_people_begin, (size_t)(ofl_people_end - ofl_people_begin), reason);
#else
    reason_set(reason, "this build has no model of people");
    return NULL;
#endif
}

/* ---- moves ---- */

void people_shares_by(const struct people *people, ofl_board board, int last, int rating, int step,
                      int n, const struct people_moves *moves, double (*share)[PEOPLE_MOVES])
{
    struct people_look looks[PEOPLE_MOVES];
    struct people_pass shared[PEOPLE_MOVES];
    float sums[PEOPLE_MOVES];
    double cost[PEOPLE_MOVES];
    people_look_at(&people->shapes, board, last, rating, moves, looks);
    for (int i = 0; i < moves->n; i++) {
        memcpy(shared[i].in, looks[i].sight, sizeof looks[i].sight);
        sums[i] = run_shared(&people->net, &shared[i]);
    }
    for (int r = 0; r < n; r++) {
        for (int i = 0; i < moves->n; i++) {
            struct people_pass pass = shared[i];
            people_look_rate(&looks[i], r ? rating + (r - 1) * step : rating, rating + r * step);
            pass.in[PEOPLE_RATED] = looks[i].sight[PEOPLE_RATED];
            for (int k = 0; k < PEOPLE_CHANNELS; k++) {
                int sum = 0;
                for (int j = 0; j < PEOPLE_SHAPES; j++)
                    sum += people->rows[looks[i].row[j]][k];
                pass.in[PEOPLE_SIGHTS + k] = (float)sum * people->net.unit;
            }
            cost[i] = -run_rated(&people->net, &pass, sums[i]);
        }
        sample_soften(cost, moves->n, 1, 1, share[r]);
    }
}

void people_shares(const struct people *people, ofl_board board, int last, int rating,
                   const struct people_moves *moves, double *share)
{
    double one[1][PEOPLE_MOVES];
    people_shares_by(people, board, last, rating, 0, 1, moves, one);
    memcpy(share, one[0], (size_t)moves->n * sizeof *share);
}
