/* protocol/first_mover.c - implements first_mover.h. */
#include "protocol/first_mover.h"

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
