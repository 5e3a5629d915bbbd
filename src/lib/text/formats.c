/* text/formats.c - the table of formats (text/format.h). */
#include "text/format.h"

/* The first row that knows a text reads it. Rows that look anywhere in a text come last. */
static const struct text_format formats[] = {
    {"WTHOR", NULL, wthor_knows, wthor_read, KIND_FILE},
    {"JSON", NULL, json_knows, json_read, KIND_JSON},
    {"PGN", "PGN", pgn_knows, pgn_read, KIND_TAGS},
    {"link", NULL, link_knows, link_read, KIND_LINE},
    {"position", NULL, startpos_knows, startpos_read, KIND_LINE},
    {"logbook", NULL, logbook_knows, logbook_read, KIND_LINE},
    {"FEN", NULL, fen_knows, fen_read, KIND_LINE},
    {"hex", NULL, bitboards_knows, bitboards_read, KIND_LINE},
    {"diagram", NULL, diagram_knows, diagram_read, KIND_DIAGRAM},
    {"board", "a board", obf_knows, obf_read, KIND_LINE},
    {"moves", "moves", transcript_knows, transcript_read, KIND_LINE},
    {"hex", NULL, bitboards_knows_bare, bitboards_read, KIND_LINE},
    {"GGF", "GGF", ggf_knows, ggf_read, KIND_TREE},
    {"SGF", "SGF", sgf_knows, sgf_read, KIND_TREE},
    {"FEN1", NULL, fen1_knows, fen1_read, KIND_LINE},
    {"hexmsb", NULL, bitboards_knows_never, bitboards_read_reversed, KIND_LINE},
};

enum { N_FORMATS = sizeof formats / sizeof *formats };

const struct text_format *format_find(struct text text)
{
    for (size_t i = 0; i < N_FORMATS; i++)
        if (formats[i].knows(text))
            return &formats[i];
    return NULL;
}

const struct text_format *format_at(size_t index)
{
    return index < N_FORMATS ? &formats[index] : NULL;
}
