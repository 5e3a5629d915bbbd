/* cli/cmd_perft.c - the command "perft". */
#include <inttypes.h>
#include <string.h>
#include <sysexits.h>
#include <outflank/notation.h>

#include "base/clock.h"
#include "base/number.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/position_argument.h"
#include "cli/variant_line.h"
#include "request/forms.h"

/* Of another game. */
static bool read_position(struct ofl_variant variant, const char *text, ofl_position *position)
{
    struct reading reading;
    struct ofl_text_error error = {.text = "expected a board"};
    if (variant_read_line(variant, text, strlen(text), &reading, &error) <= 0) {
        complain("--position: column %zu: %s", error.column, error.text);
        return false;
    }
    *position = reading.game.position;
    return true;
}

static int perft_run(const struct cli_args *args)
{
    int64_t depth;
    struct reason reason;
    if (!number_read_int(args->words[0], NUMBER_TO_NUL, 0, 60, &depth, &reason)) {
        complain("perft: depth: %s", reason.text);
        return EX_USAGE;
    }
    const char *rule = args->rule;
    if (strlen(rule) != 1 || *rule < 'A' || *rule > 'E') {
        complain("--rule: expected A, B, C, D or E, found \"%s\"", rule);
        return EX_USAGE;
    }
    struct ofl_variant variant;
    const int code = variant_from_args(args, "|variant|position|json|cpu|", &variant);
    if (code)
        return code;
    ofl_position position = variant_start(variant);
    const char *board = args->position;
    if (board && !args->variant && !position_read("--position", board, &position))
        return EX_USAGE;
    if (board && args->variant && !read_position(variant, board, &position))
        return EX_USAGE;
    int64_t start_us = clock_us();
    uint64_t leaves =
        args->variant ? variant_perft(variant, position.board, (int)depth)
                      : ofl_perft(position.board, (int)depth, (enum ofl_perft_rule)(*rule - 'A'));
    double seconds = (double)(clock_us() - start_us) / 1e6;
    double per_second = seconds > 0 ? (double)leaves / seconds : 0;
    if (args->json)
        return json_print(form_perft((int)depth, rule, leaves, seconds));
    out_printf("perft %d: %" PRIu64 " leaves, %.3f s, %.1f M leaves/s\n", (int)depth, leaves,
               seconds, per_second / 1e6);
    return 0;
}

const struct cli_command cmd_perft = {
    .name = "perft",
    .arguments = "DEPTH",
    .summary = "count the leaves of the move tree",
    .text = "Counts the positions DEPTH plies (0..60) after the start, or after --position, and "
            "prints leaves, seconds and leaves per second.\n\n"
            "Rules: A a pass is a ply and a finished game counts as one leaf (the usual one); B a "
            "pass is a ply, games finished earlier count nothing; C a pass is no ply, games "
            "finished earlier count nothing; D a pass is no ply, a finished game is a leaf; E as "
            "A, but the two closing passes are plies and nothing follows.\n\n"
            "--variant counts by rule A in another game, as in \"outflank solve\".",
    .options = "variant|rule|position|json",
    .min_words = 1,
    .max_words = 1,
    .run = perft_run,
};
