/* text/extent.c - see text/extent.h.
 *
 * What is looked at ahead of the cursor is short (AHEAD), or a line. SGF, JSON and comments of PGN that
 * never close would take all that follows: they end at the mark, the first line in them that looks like
 * the beginning of a record. */
#include "text/extent.h"

#include <string.h>

#include "base/ascii.h"

enum { AHEAD = 256, RESULT_MOST = 16, MOST_DEPTH = 64, DOS_END = 0x1A /* Ctrl-Z, ends old files */ };

struct scan {
    struct extent *extent;
    struct text text;
    bool has_ended;
};

enum answer { NO, YES, UNKNOWN /* more text is needed */ };

static int peek(const struct scan *scan, size_t ahead) { return text_peek(&scan->text, ahead); }

static int peek_back(const struct scan *scan)
{
    return scan->text.at ? (unsigned char)scan->text.begin[scan->text.at - 1] : -1;
}

static bool is_newline(int c) { return c == '\n' || c == '\r'; }

/* At most n bytes of what stands behind the cursor. */
static struct text look_ahead(const struct scan *scan, size_t n)
{
    struct text text = scan->text;
    if (text.length - text.at > n)
        text.length = text.at + n;
    return text;
}

/* An answer that the text gave, looked at up to its cursor. */
static enum answer answer_of(const struct scan *scan, struct text text, bool is_yes)
{
    const bool is_short = text.at + 1 >= text.length && text.length == scan->text.length;
    return is_yes ? YES : is_short && !scan->has_ended ? UNKNOWN : NO;
}

/* The line at the cursor; false if its end has not come. */
static bool get_line(const struct scan *scan, struct text *line)
{
    *line = scan->text;
    line->length = text_line_end(&scan->text);
    return line->length < scan->text.length || scan->has_ended ||
           line->length - line->at > EXTENT_MOST;
}

/* A byte order mark: the beginning of a file. */
static enum answer bom_at(const struct scan *scan)
{
    static const char bom[] = "\xEF\xBB\xBF";
    size_t n = 0;
    while (n < 3 && peek(scan, n) == (unsigned char)bom[n])
        n++;
    return n == 3 ? YES : n > 0 && peek(scan, n) < 0 && !scan->has_ended ? UNKNOWN : NO;
}

static bool end_at(struct scan *scan, size_t at) { return scan->text.at = at, true; }

/* What is not closed ends at its mark, if there is one. */
static bool end_open(struct scan *scan)
{
    return end_at(scan, scan->extent->mark ? scan->extent->mark : scan->text.at);
}

static bool is_too_much(const struct scan *scan)
{
    const struct extent *extent = scan->extent;
    return extent->mark &&
           (extent->depth > MOST_DEPTH || scan->text.at - extent->start > EXTENT_MOST);
}

/* ---- what begins at the cursor ---- */

/* A game of SGF or GGF: "(;", or "(" and a tag. *n: bytes that begin none. */
static enum answer tree_at(const struct scan *scan, size_t *n)
{
    struct text text = look_ahead(scan, AHEAD);
    for (int c; c = text_peek(&text, 0), c == '(' || ascii_is_blank(c);)
        text.at++;
    *n = text.at - scan->text.at;
    size_t length = 0;
    while (length < 5 && ascii_is_letter(text_peek(&text, length)))
        length++;
    const bool is_tag = length > 0 && length < 5 && text_peek(&text, length) == '[';
    if (text_peek(&text, 0) == ';' || is_tag)
        return YES;
    text.at += length;
    return answer_of(scan, text, false);
}

/* Another game in a game that is open: "(;GM[" or "(;FF["; in a value a tag with its own value. */
static enum answer game_at(const struct scan *scan, bool is_value)
{
    struct text text = look_ahead(scan, AHEAD);
    size_t length = 0;
    text.at++;
    text_skip_blanks(&text);
    const bool has_node = text_peek(&text, 0) == ';';
    text.at += has_node;
    text_skip_blanks(&text);
    const char *name = text.begin + text.at;
    while (has_node && ascii_is_letter(text_peek(&text, length)))
        length++;
    const bool is_root = ascii_is_word(name, length, "gm") || ascii_is_word(name, length, "ff");
    text.at += length;
    const bool is_tag = length > 0 && length < 6 && text_peek(&text, 0) == '[';
    if (!is_value || !is_tag)
        return answer_of(scan, text, is_tag && is_root);
    for (int c; c = text_peek(&text, 0), c >= 0 && c != ']' && c != '\\' && !is_newline(c);)
        text.at++;
    return answer_of(scan, text, text_peek(&text, 0) == ']');
}

/* `[Name "`. */
static enum answer tag_at(const struct scan *scan)
{
    struct text text = look_ahead(scan, AHEAD);
    if (pgn_knows(text))
        return YES;
    for (int c; c = text_peek(&text, 0), c == '[' || c == '_' || ascii_is_blank(c) ||
                                             ascii_is_letter(c) || ascii_is_digit(c);)
        text.at++;
    return answer_of(scan, text, false);
}

/* Does a line in a game of SGF or GGF, outside of its values, begin a record of another format? */
static enum answer stranger_at(const struct scan *scan)
{
    const int c = peek(scan, 0);
    struct text line;
    size_t n = 0;
    if (c == '[')
        return tag_at(scan);
    if (c == '{')
        return answer_of(scan, scan->text, peek(scan, 1) == '"');
    if (!ascii_is_letter(c) && !ascii_is_digit(c) && c != '-')
        return NO;
    while (ascii_is_letter(peek(scan, n)))
        n++;
    while (n > 0 && ascii_is_blank(peek(scan, n)))
        n++;
    if (peek(scan, n) == '[')
        return NO;
    if ((peek(scan, n) < 0 && !scan->has_ended && n <= EXTENT_MOST) || !get_line(scan, &line))
        return UNKNOWN;
    const struct text_format *format = format_find(line);
    return format && (line.length - line.at >= 64 || format->kind != KIND_LINE ||
                      format->read == transcript_read);
}

/* ---- SGF and GGF ---- */

static enum answer other_in_tree(const struct scan *scan)
{
    const struct extent *extent = scan->extent;
    const bool is_first = !extent->is_mid_line && scan->text.at > extent->start;
    if (peek(scan, 0) == '(' && (is_first || !extent->is_inner))
        return scan->text.at > extent->start ? game_at(scan, extent->is_inner) : NO;
    return is_first && !extent->is_inner ? stranger_at(scan) : NO;
}

/* "GM[Othello]" of GGF, where GM[2] is SGF's. */
static bool is_ggf_at(const struct scan *scan)
{
    const char *name = scan->text.begin + scan->text.at - 2;
    return scan->text.at - scan->extent->start > 2 && ascii_is_word(name, 2, "gm") &&
           ascii_is_letter(peek(scan, 1));
}

static bool scan_tree(struct scan *scan)
{
    struct extent *extent = scan->extent;
    for (int c; (c = peek(scan, 0)) >= 0; scan->text.at++) {
        if (is_too_much(scan))
            return end_open(scan);
        const enum answer other = other_in_tree(scan);
        if (other == YES)
            return true;
        const bool is_pair = c == '[' || c == '\\'; /* what follows counts */
        if (other == UNKNOWN || (is_pair && peek(scan, 1) < 0 && !scan->has_ended))
            return false;
        if (extent->is_inner) {
            extent->is_inner = c != ']';
            scan->text.at += c == '\\' && !extent->is_ggf && peek(scan, 1) >= 0;
        } else if (c == '(') {
            const bool is_marked = !extent->is_mid_line && !extent->mark &&
                                   scan->text.at > extent->start;
            extent->mark = is_marked ? scan->text.at : extent->mark;
            extent->depth++;
        } else if (c == '[') {
            extent->is_inner = true;
            extent->is_ggf |= is_ggf_at(scan);
        } else if (c == ')' && --extent->depth == 0) {
            return end_at(scan, scan->text.at + 1);
        }
        extent->is_mid_line = !is_newline(c) && (extent->is_mid_line || !ascii_is_blank(c));
    }
    return scan->has_ended && end_open(scan);
}

/* ---- JSON ---- */

/* The cursor goes to the object, or to the list of texts. False: more text is needed. */
static bool begin_json(struct scan *scan)
{
    const size_t most = scan->extent->start + EXTENT_MOST;
    for (int c; c = peek(scan, 0), scan->text.at < most && (c == '[' || c == ',' || ascii_is_blank(c));
         scan->text.at++) {
        struct text next = look_ahead(scan, AHEAD);
        for (next.at++; ascii_is_blank(text_peek(&next, 0));)
            next.at++;
        const int first = text_peek(&next, 0);
        if (c == '[' && answer_of(scan, next, first >= 0) == UNKNOWN)
            return false;
        if (c == '[' && (first == '"' || first == ']'))
            break;
    }
    const bool is_found = !text_at_end(&scan->text) || scan->has_ended;
    scan->extent->start = is_found ? scan->text.at : scan->extent->start;
    return is_found;
}

static bool scan_json(struct scan *scan)
{
    struct extent *extent = scan->extent;
    for (int c; (c = peek(scan, 0)) >= 0; scan->text.at++) {
        if (is_too_much(scan))
            return end_open(scan);
        if (c == '\\' && peek(scan, 1) < 0 && !scan->has_ended)
            return false;
        if (is_newline(c) && extent->depth == 0)
            return true;
        if (extent->is_inner) {
            extent->is_inner = c != '"' && !is_newline(c); /* a text has no end of line in it */
            scan->text.at += c == '\\' && peek(scan, 1) >= 0;
        } else if (c == '{' || c == '[') {
            if (c == '{' && !extent->mark && !extent->is_mid_line && extent->depth)
                extent->mark = scan->text.at;
            extent->depth++;
        } else if ((c == '}' || c == ']') && --extent->depth <= 0) {
            return end_at(scan, scan->text.at + 1);
        } else {
            extent->is_inner = c == '"';
        }
        extent->is_mid_line = !is_newline(c);
    }
    return scan->has_ended && end_open(scan);
}

/* ---- PGN ---- */

/* A tag at the cursor begins a game if the game at hand has its moves; Event if it has that; others if it
 * has them and a blank line stands between. */
static enum answer other_at_tag(struct scan *scan)
{
    static const char *const once[] = {"event", "site", "date", "round", "white", "black", "result", "fen"};
    struct extent *extent = scan->extent;
    struct pgn_tag tag;
    if (extent->has_moves)
        return YES;
    pgn_find_tag(scan->text, &tag);
    if (tag.seen == scan->text.length && !scan->has_ended &&
        tag.seen - scan->text.at <= EXTENT_MOST)
        return UNKNOWN;
    char name[sizeof extent->first_tag] = "";
    for (size_t i = 0; i < tag.name_length && i + 1 < sizeof name; i++)
        name[i] = (char)ascii_lower((unsigned char)tag.name[i]);
    unsigned bit = 0;
    for (unsigned i = 0; i < sizeof once / sizeof *once; i++)
        bit |= strcmp(name, once[i]) == 0 ? 1u << i : 0;
    const bool is_again = (extent->seen & bit) || strcmp(name, extent->first_tag) == 0;
    const bool is_event = bit == 1;
    if (is_event ? (extent->seen & 1) || (extent->is_blank_before && extent->first_tag[0])
                 : is_again && extent->is_blank_before)
        return YES;
    extent->seen |= bit;
    if (!extent->first_tag[0])
        memcpy(extent->first_tag, name, sizeof name);
    scan->text.at = tag.end;
    return NO;
}

/* A comment {...}. A line of a tag in it is the next game if the comment does not close before another
 * begins. */
static enum answer other_in_comment(struct scan *scan)
{
    struct extent *extent = scan->extent;
    const int c = peek(scan, 0);
    struct pgn_tag tag;
    struct text line;
    if (c == '{' && extent->mark)
        return YES;
    if (c == '[' && !extent->is_mid_line && !extent->mark) {
        if (!get_line(scan, &line))
            return UNKNOWN;
        if (pgn_knows(line) && pgn_find_tag(line, &tag) && tag.end == line.length)
            extent->mark = scan->text.at;
    }
    extent->is_inner = c != '}';
    extent->mark = extent->is_inner ? extent->mark : 0;
    scan->text.at++;
    return NO;
}

/* Moves: over one byte, a remark or a result. */
static enum answer other_in_moves(struct scan *scan)
{
    struct extent *extent = scan->extent;
    const int c = peek(scan, 0);
    struct text line = look_ahead(scan, c == ';' ? AHEAD : RESULT_MOST);
    size_t skipped;
    const bool is_remark = (c == '#' || c == '%') && ascii_is_blank(peek_back(scan));
    if (c == ';' && line.length - line.at < AHEAD && !scan->has_ended &&
        text_line_end(&line) == line.length)
        return UNKNOWN;
    if (is_remark || (c == ';' && transcript_begins_comment(&line))) {
        extent->is_remark = true;
        return NO;
    }
    extent->has_moves |= c != '{';
    if (c == '(' && !extent->is_mid_line && scan->text.at > extent->start) {
        const enum answer tree = tree_at(scan, &skipped);
        if (tree != NO)
            return tree;
    }
    if (ascii_is_digit(c) || c == '*') {
        if (line.length - line.at < RESULT_MOST && !scan->has_ended)
            return UNKNOWN;
        const bool is_one = c == '1' && (peek(scan, 1) == '.' || peek(scan, 1) == ')') &&
                            !ascii_is_digit(peek_back(scan));
        if (extent->has_result && is_one)
            return YES;
        const size_t n = transcript_result_length(&line);
        extent->has_result |= n > 0;
        scan->text.at += n ? n - 1 : 0;
    }
    extent->is_inner = c == '{';
    scan->text.at++;
    return NO;
}

static bool scan_tags(struct scan *scan)
{
    struct extent *extent = scan->extent;
    for (int c; (c = peek(scan, 0)) >= 0;) {
        const bool is_blank = ascii_is_blank(c);
        enum answer other = c == DOS_END && !extent->is_inner && !extent->is_remark ? YES : NO;
        if (extent->is_remark) {
            extent->is_remark = !is_newline(c);
            scan->text.at += extent->is_remark;
            continue;
        }
        if (other == YES) {
            extent->mark = scan->text.at;
        } else if (extent->is_inner) {
            other = is_too_much(scan) ? YES : other_in_comment(scan);
        } else if (is_blank) {
            extent->is_blank_before |= is_newline(c) && !extent->is_mid_line &&
                                       !(c == '\n' && peek_back(scan) == '\r');
            scan->text.at++;
        } else if (scan->text.at > extent->start && (other = bom_at(scan)) != NO) {
            extent->mark = other == YES ? scan->text.at : extent->mark;
        } else {
            const enum answer tag = c == '[' ? tag_at(scan) : NO;
            other = tag == YES ? other_at_tag(scan) : tag == NO ? other_in_moves(scan) : UNKNOWN;
        }
        if (other != NO)
            return other == YES && end_open(scan);
        extent->is_blank_before &= is_blank;
        extent->is_mid_line = !is_newline(c) && (extent->is_mid_line || !is_blank);
    }
    return scan->has_ended && end_open(scan);
}

/* ---- lines ---- */

/* Rows 1, 2, 3 ... are one game, or if that is none and each row is a game of its own, a list. */
static void settle_rows(struct scan *scan)
{
    struct extent *extent = scan->extent;
    struct text rows = scan->text, line;
    struct row_numbers numbers;
    rows.length = scan->text.at;
    size_t first = 0, first_end = 0;
    for (rows.at = extent->start; !text_at_end(&rows); text_skip_blanks(&rows)) {
        line = rows;
        line.length = text_line_end(&rows);
        rows.at = line.length;
        if (!transcript_numbers(line, &numbers))
            continue; /* the result */
        if ((!first && transcript_is_game(rows, numbers.behind, scan->text.at)) ||
            !transcript_is_game(line, numbers.behind, line.length))
            return;
        first_end = first ? first_end : line.length;
        first = first ? first : numbers.behind;
    }
    extent->start = first;
    extent->rows_end = scan->text.at;
    scan->text.at = first_end;
}

/* The rows behind the first one. */
static bool scan_rows(struct scan *scan)
{
    struct extent *extent = scan->extent;
    for (struct row_numbers numbers;;) {
        struct scan next = *scan;
        struct text line;
        text_skip_remarks(&next.text);
        const bool is_far = next.text.at - extent->start > EXTENT_MOST / 2;
        if (is_far)
            break;
        if ((text_at_end(&next.text) && !scan->has_ended) || !get_line(&next, &line))
            return false;
        const bool is_result = transcript_is_result(line);
        if (!is_result && !transcript_goes_on(line, extent->start, extent->number, &numbers))
            break;
        scan->text.at = line.length;
        if (is_result)
            break;
        extent->number = numbers.last;
    }
    settle_rows(scan);
    return true;
}

static bool scan_diagram(struct scan *scan)
{
    struct text text = scan->text;
    text.at = scan->extent->start;
    if (!diagram_skip(&text, scan->has_ended || text.length - text.at > EXTENT_MOST))
        return false;
    return end_at(scan, text.at > scan->text.at ? text.at : scan->text.at);
}

/* The line has ended. */
static bool end_line(struct scan *scan)
{
    struct extent *extent = scan->extent;
    struct text line = scan->text;
    struct row_numbers numbers;
    line.length = scan->text.at;
    line.at = extent->start;
    if (line.length - line.at > EXTENT_MOST)
        return true;
    const struct text_format *format = extent->forced ? extent->forced : format_find(line);
    if (format && format->kind == KIND_DIAGRAM) {
        extent->kind = KIND_DIAGRAM;
        return scan_diagram(scan);
    }
    if (!format || format->read != transcript_read)
        return true;
    const int64_t before = extent->list;
    const bool is_row = transcript_numbers(line, &numbers);
    const bool is_item = is_row && (extent->start < extent->rows_end ||
                                    (before > 0 && numbers.first == before + 1 &&
                                     transcript_is_game(line, numbers.behind, line.length)));
    extent->list = is_row && !is_item ? 0 : numbers.last;
    if (is_item)
        extent->start = numbers.behind;
    if (is_item || !is_row)
        return true;
    extent->number = numbers.last;
    extent->kind = KIND_ROWS;
    return scan_rows(scan);
}

/* Is what stands before the cursor a text of its own, and no words around a game? */
static bool is_known(const struct scan *scan)
{
    struct text text = scan->text;
    text.at = scan->extent->start;
    text.length = scan->text.at + 1;
    return format_find(text) != NULL;
}

static bool scan_line(struct scan *scan)
{
    struct extent *extent = scan->extent;
    const bool is_searched = extent->forced && extent->forced->kind == KIND_TREE;
    for (int c; (c = peek(scan, 0)) >= 0; scan->text.at++) {
        if (is_newline(c) && !is_searched)
            return end_line(scan);
        const enum answer bom = scan->text.at > extent->start && !is_searched ? bom_at(scan) : NO;
        if (bom != NO)
            return bom == YES && end_line(scan);
        if (c != '(' || extent->is_plain)
            continue;
        size_t n;
        const enum answer tree = tree_at(scan, &n);
        if (tree == UNKNOWN)
            return false;
        if (tree == YES && (is_searched || !is_known(scan))) {
            extent->kind = KIND_TREE;
            extent->start = scan->text.at;
            return scan_tree(scan);
        }
        extent->is_plain = tree == YES;
        scan->text.at += n - 1;
    }
    return scan->has_ended && end_line(scan);
}

/* ---- records ---- */

/* Goes over what stands between records. False at the end of the text. */
static bool skip_between(struct scan *scan)
{
    struct extent *extent = scan->extent;
    for (int c; (c = peek(scan, 0)) >= 0; scan->text.at++) {
        const enum answer bom = bom_at(scan);
        /* The LF of a CR may come later. */
        if (bom == UNKNOWN || (c == '\r' && peek(scan, 1) < 0 && !scan->has_ended))
            return false;
        if (is_newline(c))
            extent->is_mid_line = extent->is_inner = false;
        else if (bom == YES)
            scan->text.at += 2;
        else if ((c == '#' || c == '%') && !extent->is_mid_line)
            extent->is_inner = true;
        else if (!extent->is_inner && !ascii_is_blank(c) && c != DOS_END &&
                 !(extent->was_json && (c == ',' || c == ']')))
            return true;
    }
    return false;
}

static enum answer is_json_at(const struct scan *scan)
{
    struct text text = look_ahead(scan, AHEAD);
    const int open = text_peek(&text, 0);
    do
        text.at++;
    while (ascii_is_blank(text_peek(&text, 0)) || (open == '[' && text_peek(&text, 0) == '['));
    return answer_of(scan, text, json_knows(scan->text) && !text_at_end(&text));
}

/* What the text looks like at the cursor; UNKNOWN: more is needed. */
static enum answer find_kind(const struct scan *scan, enum text_kind *kind)
{
    const struct text_format *forced = scan->extent->forced;
    const int c = peek(scan, 0);
    const enum answer tag = forced || c != '[' ? NO : tag_at(scan);
    const enum answer json = forced || (c != '[' && c != '{') ? NO : is_json_at(scan);
    *kind = tag == YES ? KIND_TAGS : json == YES ? KIND_JSON : KIND_LINE;
    if (forced && (forced->kind == KIND_TAGS || forced->kind == KIND_JSON))
        *kind = forced->kind; /* of others a line comes first */
    return *kind == KIND_LINE && (tag == UNKNOWN || json == UNKNOWN) ? UNKNOWN : YES;
}

static bool begin(struct scan *scan)
{
    struct extent *extent = scan->extent;
    extent->start = scan->text.at;
    if (find_kind(scan, &extent->kind) == UNKNOWN ||
        (extent->kind == KIND_JSON && !begin_json(scan)))
        return scan->text.at = extent->start, false;
    extent->is_plain = extent->forced && extent->forced->kind != KIND_TREE;
    extent->has_begun = true;
    return true;
}

bool extent_find(struct extent *extent, struct text text, bool has_ended)
{
    static bool (*const scans[])(struct scan *) = {
        [KIND_LINE] = scan_line, [KIND_ROWS] = scan_rows, [KIND_DIAGRAM] = scan_diagram,
        [KIND_TREE] = scan_tree, [KIND_TAGS] = scan_tags, [KIND_JSON] = scan_json};
    struct scan scan = {extent, text, has_ended};
    scan.text.at = extent->at;
    scan.text.whole = 0; /* no base of WTHOR stands in a text */
    const bool is_found = (extent->has_begun || (skip_between(&scan) && begin(&scan))) &&
                          scans[extent->kind](&scan);
    extent->at = scan.text.at;
    return is_found;
}

void extent_next(struct extent *extent, struct text text)
{
    const size_t at = extent->at;
    *extent = (struct extent){.forced = extent->forced, .at = at, .rows_end = extent->rows_end,
                              .list = extent->list,
                              .was_json = extent->kind == KIND_JSON,
                              .is_mid_line = at > 0 && !is_newline(text.begin[at - 1])};
}

void extent_shift(struct extent *extent, size_t n)
{
    size_t *const places[] = {&extent->start, &extent->at, &extent->mark, &extent->rows_end};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        *places[i] -= *places[i] < n ? *places[i] : n;
}
