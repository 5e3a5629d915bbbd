/* text/tag_names.h - what each format calls a tag (text/tags.h).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_TAG_NAMES_H
#define TEXT_TAG_NAMES_H

#include "text/tags.h"

enum tag_format { TAG_GGF, TAG_SGF, TAG_PGN };

/* The name that all formats share, of a tag that a file calls `own`: "event", or "pgn:ECO" where
 * they share none. False for what is no name of a tag of that format. */
bool tag_name_read(enum tag_format format, const char *own, size_t length, char name[TAG_NAME]);

/* What `format` calls a tag of the shared name; false where it cannot hold it. PGN holds
 * all whose names have letters, digits and '-'. */
bool tag_name_write(enum tag_format format, const char *name, char own[TAG_NAME]);

#endif
