/* request/bench_positions.c - 12 midgame and 12 endgame positions.
 *
 * Midgame: the start; positions of 52 to 38 empties from a book (both sides ahead,
 * few and many moves); 30 empties. Endgame: 20 and 18 empties from games, the
 * first positions of the FForum set, and one where the side to move must pass. */
#include "request/bench_positions.h"

const struct bench_position bench_positions[N_BENCH_POSITIONS] = {
    {"---------------------------OX------XO--------------------------- X", false},
    {"--------------------OOO---XOX-----OOO------XXX------------------ X", false},
    {"------------------OOOO---XXOOX----XXO------X-O------------------ X", false},
    {"----------------------X---OOOX----XOXOO---XXOO------XO---------- X", false},
    {"-----------------XXX-----XXOOX---XOOOO---XOO-----X--O----------- O", false},
    {"----X---X-XX----XOOOOOO-XOOOO---X-OOO--------------------------- X", false},
    {"-------------O----OXXX--O-OOXX---OOXXXX--XOXO-----X------X------ O", false},
    {"--------X-XXO---OXOXOO----XXXX---OOXXX--OO-XXX------------------ O", false},
    {"----OOO----XXXX---XXOX----XXOXX---XOXOO---OOOOO----------------- O", false},
    {"---XO-----XXO----OOXOO---OOXXOOX-OOXOOO---OXOXOO---XXO------X-O- X", false},
    {"-----X----XXXX-O---XXXOO-XXXXOX---XOOXXX--OXOOO---OOX--O--OX---- X", false},
    {"--OOX------OOX----XOOX---XXOOO----XXOOO---XOOO----OXXO---OOOOOO- X", false},
    {"---X-------XXXXO-XOXOXOOOOOXXOXOOOXXOXXOOOOOXXXOO-XXXX----XX---- X", true},
    {"---O------OXOO---OXXXOOOOOOXOXOOOOOXOOXOOOXXOX-OO-OOXX-O---OOX-- X", true},
    {"---OOO----OOOX-X--OOXXXX--OOXXXX-OXXXOXXOOXXXOXX--OXOOO--XXXXXX- X", true},
    {"------------O--O--OOOOOOOOOOOOXOXXXXOXXOXXXOOOOOXXXXXOOOXOXXXX-- O", true},
    {"--OO-X--X-OOOO-OXXOXOOOOXOXOXOXO--OXOXXO-OOOXXOO--OXXX----OO-XX- X", true},
    {"--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X", true},
    {"----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X", true},
    {"-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX--- X", true},
    {"---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O", true},
    {"--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O", true},
    {"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", true},
    {"XXOOO---XXXOOO--XXOXOO--XXOOXOO-XXOXOXO-XXXOXOOOOXXXXO--XXXOOOO- O", true},
};
