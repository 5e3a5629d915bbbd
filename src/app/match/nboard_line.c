/* match/nboard_line.c - implements match/nboard_line.h. */
#include "match/nboard_line.h"

#include "match/fields.h"

static const char *evaluation_problem(const struct fields *f, bool is_book)
{
    if (f->n < 5)
        return "it has fewer than five fields";
    if (!fields_match(f, 1, "^([A-Ha-h][1-8]|PA|pa)(-?([A-Ha-h][1-8]|PA|pa))*$"))
        return "the line of play is none";
    if (!fields_match(f, 2, "^[+-]?[0-9]*\\.?[0-9]+(,[+-]?[0-9]*\\.?[0-9]+)?$"))
        return "the evaluation is no number";
    if (is_book && !fields_match(f, 3, "^[0-9]+$"))
        return "the number of games is no integer";
    if (!fields_match(f, 4, "^[0-9]+"))
        return "the depth does not begin with a number";
    return NULL;
}

const char *nboard_line_problem(const char *line)
{
    struct fields f = fields_split(line);
    if (fields_match(&f, 0, "^pong$"))
        return fields_match(&f, 1, "^[0-9]+$") ? NULL : "pong without its number";
    if (fields_match(&f, 0, "^===$")) {
        if (!text_matches(line, "^=== *([A-Ha-h][1-8]|[Pp][Aa]([Ss][Ss]?)?|--)[A-Za-z0-9]*"
                                 "([/ ]+[+-]?[0-9]*\\.?[0-9]*([/ ]+[0-9]*\\.?[0-9]*)?)?[/ ]*$"))
            return "this is no move with evaluation and time";
        return NULL;
    }
    if (fields_match(&f, 0, "^set$"))
        return f.n == 3 && fields_match(&f, 1, "^myname$") ? NULL : "only set myname NAME is read";
    if (fields_match(&f, 0, "^search$"))
        return evaluation_problem(&f, false);
    if (fields_match(&f, 0, "^book$"))
        return evaluation_problem(&f, true);
    if (fields_match(&f, 0, "^nodestats$"))
        return fields_match(&f, 1, "^[0-9]+$") && fields_match(&f, 2, "^[0-9]*\\.?[0-9]+$")
                   ? NULL
                   : "expected nodes and seconds, plain decimals";
    if (fields_match(&f, 0, "^analysis$"))
        return fields_match(&f, 1, "^[0-9]+$") && fields_match(&f, 2, "^[+-]?[0-9]*\\.?[0-9]+$")
                   ? NULL
                   : "expected a move number and an evaluation";
    return NULL;
}
