/* cli/proof_file.h - exact scores with their proofs, for scripts/check-proof.mjs.
 *
 * A proof is two trees: by the moves of one the side to move reaches the score against every reply,
 * by those of the other its opponent holds it to that. Only the moves of the side that a tree is
 * for are written, a letter each; scripts/check-proof.mjs tells the form.
 *
 * Threads: functions touch only their arguments.
 * Errors:  false with the reason. */
#ifndef CLI_PROOF_FILE_H
#define CLI_PROOF_FILE_H

#include <outflank/engine.h>

#include "base/reason.h"
#include "base/replace.h"

/* Positions of so few empty squares are left to the checker. Fewer make larger proofs, more make
 * slower checks (docs/lab/proofs.md). */
enum { PROOF_LEAF = 10 };

struct proof_file {
    const char *path;
    struct replace file;
    ofl_engine *engine;
    bool (*must_end)(void *user);
    void *user;
};

/* The path and what searches are set. Nothing takes the file's place before the end. */
bool proof_begin(struct proof_file *proofs, struct reason *reason);

/* Adds a line: the proof that `position` has that score, in discs. Nothing is written, and that is
 * no failure, if the end was wanted. */
bool proof_write(struct proof_file *proofs, ofl_position position, int score,
                 struct reason *reason);

/* Keeps what was written. */
bool proof_end(struct proof_file *proofs, struct reason *reason);

#endif
