/* cli/book/book_growth.h - what the commands that grow a book share: options, roots, engines. */
#ifndef CLI_BOOK_BOOK_GROWTH_H
#define CLI_BOOK_BOOK_GROWTH_H

#include "search/params.h"
#include "grow/plan.h"
#include "options/program.h"

/* Options of a plan; the start of the `struct args` of a command that plans. */
struct book_growth {
    int depth, exact, least_empties;
    const char *selectivity;
    const char *from;
    double error, omega;
};

enum { BOOK_GROWTH_ERROR_MOST = 1000 };

/* Rows of those options in `struct args`, whose member `growth` they fill. Depth 32 and 24 empty
 * squares take about a second on one core. */
#define BOOK_GROWTH_ROWS                                                                          \
    ROW_INT(growth.depth, "depth", 'd', 1, 60, "32", "plies of each search"),                     \
        {.name = "selectivity", .argument = "WORD", .choices = SELECTIVITY_CHOICES,               \
         .default_value = SELECTIVITY_DEFAULT, .help = "confidence of pruning in percent",        \
         .type = OPTION_WORD, PROGRAM_FIELD(growth.selectivity, const char *)},                   \
        ROW_INT(growth.exact, "exact", 0, 0, 60, "24",                                            \
                "solve positions with at most N empty squares"),                                  \
        ROW_INT(growth.least_empties, "least-empties", 0, 0, 60, "24",                            \
                "add no position with fewer empty squares"),                                      \
        ROW_REAL(growth.error, "error", 0, BOOK_GROWTH_ERROR_MOST, "1000",                        \
                 "most discs that a line may lose, both sides together"),                         \
        ROW_REAL(growth.omega, "omega", 0, 100, "2",                                              \
                 "plies that a loss of one disc counts like"),                                    \
        ROW_FILE(growth.from, "from", 0,                                                          \
                 "grow from these positions, one or the moves of a game a line, and not from "    \
                 "the start")

/* What the options say. With the start, or the positions of --from, as roots; the caller frees
 * them by book_growth_free(). Returns 0, or the exit code after a sentence. */
int book_growth_request(const struct program_call *call, const struct book_growth *growth,
                        struct plan_request *request);
void book_growth_free(struct plan_request *request);

/* How searches are made; the start of the `struct args` of a command that searches. */
struct book_engine {
    int hash_mib;
    const char *weights;
};

#define BOOK_ENGINE_ROWS                                                                          \
    ROW_INT(engine.hash_mib, "hash", 0, 1, 65536, "32",                                           \
            "size of each thread's transposition table in MiB"),                                  \
        ROW_FILE(engine.weights, "weights", 0, "file of a trained evaluation; else the one "      \
                                               "built in")

struct ofl_engine *book_growth_engine(const struct book_engine *options, struct reason *reason);

#endif
