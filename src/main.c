/* main.c - the program outflank: hands over to the command line (src/cli). */
#include <stdio.h>
#include <outflank/engine.h>
#include <stdlib.h>
#include "isa/kernel.h"

int main(int argc, char **argv)
{
    if (argc > 2)
        ofl_cpu_select(argv[2]);
    int depth = argc > 1 ? atoi(argv[1]) : 9;
    for (int r = 0; r < 5; r++)
    printf("%s %d %llu\n", ofl_cpu_level(), depth,
           (unsigned long long)ofl_perft(ofl_position_start().board, depth, (enum ofl_perft_rule)r));
    return 0;
}
