/* protocol/first_mover.c - implements first_mover.h. */
#include "protocol/first_mover.h"

#include "base/rng.h"
#include "book/xot.h"
#include "protocol/show.h"

bool first_mover_read(struct word word, enum first_mover *first)
{
    enum ofl_color color;
    if (word_is_any_case(word, "choose"))
        *first = FIRST_CHOOSE;
    else if (show_read_color(word, &color))
        *first = color == OFL_BLACK ? FIRST_BLACK : FIRST_WHITE;
    else
        return false;
    return true;
}

const char *first_mover_name(enum first_mover first)
{
    return first == FIRST_BLACK ? "black" : first == FIRST_WHITE ? "white" : "choose";
}

ofl_position first_mover_start(enum first_mover first)
{
    return first_mover_give_turn(ofl_position_start(), first == FIRST_WHITE ? OFL_WHITE : OFL_BLACK);
}

ofl_position first_mover_give_turn(ofl_position position, enum ofl_color color)
{
    if (position.turn != color)
        position = (ofl_position){.board = ofl_swap(position.board), .turn = color};
    return position;
}

bool first_mover_read_handicap(const struct word *words, size_t n, struct word *number,
                               enum ofl_color *color)
{
    *color = OFL_BLACK;
    const bool is_first = n == 2 && show_read_color(words[0], color);
    *number = words[is_first];
    return n == 1 || is_first || (n == 2 && show_read_color(words[1], color));
}

bool first_mover_handicap(ofl_position *position, int corners)
{
    ofl_position seen = *position;
    if (corners < 0)
        seen.turn = !seen.turn; /* the same discs, each of the other colour */
    if (!ofl_handicap(&seen, corners < 0 ? -corners : corners))
        return false;
    position->board = seen.board;
    return true;
}

ofl_position first_mover_alternate(enum first_mover first)
{
    const ofl_position position = {
        .board = {.player = UINT64_C(3) << 35, .opponent = UINT64_C(3) << 27}};
    return first_mover_give_turn(position, first == FIRST_WHITE ? OFL_WHITE : OFL_BLACK);
}

size_t first_mover_xot(enum first_mover first, uint64_t seed, struct ofl_game *game)
{
    struct rng rng = rng_seeded(seed);
    const size_t index = rng_below(&rng, (uint32_t)xot_count());
    const char *moves = xot_moves(index);
    ofl_game_init(game, first_mover_start(first));
    for (int i = 0; moves[i]; i += 2) {
        const int move = ofl_move_from_text(moves + i, 2);
        ofl_game_play(game, first == FIRST_WHITE ? ofl_symmetry_square(move, 1) : move);
    }
    return index;
}
