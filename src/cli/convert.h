/* cli/convert.h - the command "convert", with options of its own. */
#ifndef CLI_CONVERT_H
#define CLI_CONVERT_H

#include "options/program.h"

extern const struct program convert_program;

#endif
