/* match/player_kinds.h - the kinds of players, one table of functions each. */
#ifndef MATCH_PLAYER_KINDS_H
#define MATCH_PLAYER_KINDS_H

#include "match/player_state.h"

extern const struct player_ops player_gtp_ops;    /* player_gtp.c */
extern const struct player_ops player_nboard_ops; /* player_nboard.c */
extern const struct player_ops player_edax_ops;   /* player_edax.c */
extern const struct player_ops player_cassio_ops; /* player_cassio.c */
extern const struct player_ops player_uci_ops;    /* player_uci.c */
extern const struct player_ops player_self_ops;   /* player_self.c */

#endif
