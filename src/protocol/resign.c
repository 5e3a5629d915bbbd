/* protocol/resign.c - implements resign.h. */
#include "protocol/resign.h"

bool resign_is_due(const struct session *session, struct resign *resign, enum ofl_color color,
                   const struct ofl_line *line)
{
    const int64_t discs = session_option_int(session, "resign", 0);
    const bool is_bad = discs > 0 && line->score <= -100 * discs;
    resign->n_bad[color] = is_bad ? resign->n_bad[color] + 1 : 0;
    return is_bad && resign->n_bad[color] >= session_option_int(session, "resign-moves", 1);
}
