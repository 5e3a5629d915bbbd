/* match/match.h - `outflank match`: games between engines, for proof.
 *
 * The command line calls match_main() with the words behind "match" and returns
 * its value; its help, manual page and completions list match_option_at().
 */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include <stddef.h>

/* Plays a match (or checks an engine, --compliance). argv[0] is not looked at.
 * Exit codes: 0 the match was played, no game was lost by a fault and, with
 * SPRT, H1 was accepted; 1 the last of these failed (H0 accepted, or no
 * decision); 2 games were lost by crash, disconnect, stall, protocol error,
 * illegal move or time, or a compliance case failed; 64 usage; 65 bad data; 66 no such input;
 * 71 out of memory or threads; 73 output cannot be made; 74 output error;
 * 130 or 143 interrupted (a match with -out can be resumed). */
int match_main(int argc, char **argv);

/* An option of the command. It is written with one or two dashes; several
 * values are several words: -engine name=a cmd=./a -sprt elo0=0 elo1=10. */
struct match_option {
    const char *name;      /* without dashes */
    const char *argument;  /* what follows it; NULL for a flag */
    const char *help;      /* one sentence, no full stop */
};

/* Options in the order of the help; NULL past the last. Static storage. */
const struct match_option *match_option_at(size_t index);

/* What may stand behind -engine and -each, likewise. */
const struct match_option *match_engine_key_at(size_t index);

#endif
