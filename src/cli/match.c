/* cli/match.c - "outflank match": hands its words over to the match runner. */
#include "match/match.h"

#include <stdlib.h>
#include <sysexits.h>

#include "cli/command.h"
#include "cli/output.h"

int match_run(const struct cli_args *args)
{
    char **words = calloc((size_t)args->n_words + 2, sizeof *words);
    if (!words) {
        complain("out of memory");
        return EX_OSERR;
    }
    words[0] = (char *)args->command->name;
    for (int i = 0; i < args->n_words; i++)
        words[i + 1] = (char *)args->words[i];
    int code = match_main(args->n_words + 1, words);
    free(words);
    return code;
}
