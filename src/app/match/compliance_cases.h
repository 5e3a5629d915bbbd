/* match/compliance_cases.h - the cases of each protocol; a list ends with {NULL}. */
#ifndef MATCH_COMPLIANCE_CASES_H
#define MATCH_COMPLIANCE_CASES_H

#include "match/compliance_talk.h"

struct check_case {
    const char *id, *title;
    const char *needs;          /* GTP command without which it does not apply; or NULL */
    const char *script;         /* or NULL */
    bool (*run)(struct check *check); /* after the script; or NULL */
    bool is_bare;               /* no settings are sent first, not even "nboard 2" */
};

extern const struct check_case check_gtp_cases[];    /* compliance_gtp.c */
extern const struct check_case check_nboard_cases[]; /* compliance_nboard.c */
extern const struct check_case check_edax_cases[];   /* compliance_edax.c */
extern const struct check_case check_cassio_cases[]; /* compliance_cassio.c */
extern const struct check_case check_uci_cases[];    /* compliance_uci.c */

#endif
