/* match/match.h - `outflank match`: games between engines, for proof.
 *
 * The command line calls match_main() with the words behind "match" and returns
 * its value; its help, manual page and completions list match_option_at()
 * (match_config.h).
 */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

/* Plays a match (or checks an engine, --compliance), as the words behind "match" say.
 * Exit codes: 0 the match was played, no game was lost by a fault and, with
 * SPRT, H1 was accepted; 1 the last of these failed (H0 accepted, or no
 * decision); 2 games were lost by crash, disconnect, stall, protocol error,
 * illegal move or time, or a compliance case failed; 64 usage; 65 bad data; 66 no such input;
 * 71 out of memory or threads; 73 output cannot be made; 74 output error;
 * 130 or 143 interrupted (a match with -out can be resumed). */
int match_main(int n_words, char *const *words);

#endif
