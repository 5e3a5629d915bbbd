/* match/config_file.h - where words come from: the command line and config files. */
#ifndef MATCH_CONFIG_FILE_H
#define MATCH_CONFIG_FILE_H

#include "match/config.h"

/* Takes the words behind "match", files (-config) expanded. config_free() is due
 * afterwards, also on failure. */
bool config_read(struct match_config *config, int argc, char **argv, struct reason *reason);

#endif
