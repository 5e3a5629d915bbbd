/* train/trainer.c - outflank-train: the programs that make data and weights. How to
 * use them and what they reached is in docs/eval.md. */
#include "train/tool.h"

int main(int argc, char **argv)
{
    static const struct program_command *const commands[] = {
        &tool_e1,    &tool_bias, &tool_errors,  &tool_student,
        &tool_blend, &tool_pack, &tool_compare, &tool_measure, &tool_people, NULL,
    };
    static const struct program program = {.name = "outflank-train", .commands = commands};
    return program_main(&program, argc, argv);
}
