/* match/nboard_line.h - the lines of an NBoard engine, as NBoard reads them.
 *
 * An unknown first word is ignored; a known one with bad arguments opens an error
 * box in front of the user.
 */
#ifndef MATCH_NBOARD_LINE_H
#define MATCH_NBOARD_LINE_H

/* What is wrong with a line (static text); NULL if nothing is. */
const char *nboard_line_problem(const char *line);

#endif
