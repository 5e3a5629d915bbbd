/* text/alike.c - see alike.h. */
#include "text/alike.h"

#include <stddef.h>

#include "base/bits.h"

uint64_t moves_alike(ofl_board board, int move)
{
    if (move >= OFL_PASS)
        return 0;
    const ofl_board wanted = ofl_canonical(ofl_play(board, move), NULL);
    uint64_t alike = 0;
    for (uint64_t left = ofl_legal_moves(board); left; left = bit_drop(left)) {
        const ofl_board found = ofl_canonical(ofl_play(board, bit_first(left)), NULL);
        if (found.player == wanted.player && found.opponent == wanted.opponent)
            alike |= bit_of(bit_first(left));
    }
    return alike;
}
