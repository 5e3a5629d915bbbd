/* protocol/detect.h - which protocol does a line belong to? */
#ifndef PROTOCOL_DETECT_H
#define PROTOCOL_DETECT_H

#include "protocol/protocol_config.h"

/* AUTO for a blank line or a comment. GTP and the console share some words: they are GTP's in a
 * pipe and the console's on a terminal. */
enum protocol detect_protocol(const char *line, size_t length, bool is_terminal);

#endif
