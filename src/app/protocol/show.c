/* protocol/show.c - implements show.h. */
#include "protocol/show.h"

#include "analysis/owners.h"
#include "base/bits.h"

const char *show_color(enum ofl_color color) { return color == OFL_BLACK ? "black" : "white"; }

bool show_read_color(struct word word, enum ofl_color *color)
{
    if (word_is_any_case(word, "b") || word_is_any_case(word, "black"))
        *color = OFL_BLACK;
    else if (word_is_any_case(word, "w") || word_is_any_case(word, "white"))
        *color = OFL_WHITE;
    else
        return false;
    return true;
}

int show_read_move(struct word word) { return ofl_move_from_text(word.text, word.length); }

void show_move(struct strbuf *text, int move, bool has_upper_case)
{
    char name[8];
    strbuf_add(text, ofl_move_to_text(move, has_upper_case, name));
}

uint64_t show_discs(ofl_position position, enum ofl_color color)
{
    return position.turn == color ? position.board.player : position.board.opponent;
}

int show_count(ofl_position position, enum ofl_color color)
{
    return bit_count(show_discs(position, color));
}

int show_difference(ofl_position position, enum ofl_score_rule rule)
{
    int score = ofl_score(position.board, rule);
    return position.turn == OFL_BLACK ? score : -score;
}

void show_board(struct strbuf *text, ofl_position position, char mark, const char *opening)
{
    uint64_t black = show_discs(position, OFL_BLACK), white = show_discs(position, OFL_WHITE);
    uint64_t legal = mark ? ofl_legal_moves(position.board) : 0;
    strbuf_add(text, "  a b c d e f g h\n");
    for (int row = 0; row < 8; row++) {
        strbuf_addf(text, "%d", row + 1);
        for (int column = 0; column < 8; column++) {
            uint64_t bit = UINT64_C(1) << (8 * row + column);
            char c = black & bit ? 'X' : white & bit ? 'O' : legal & bit ? mark : '.';
            strbuf_addf(text, " %c", c);
        }
        strbuf_addf(text, " %d", row + 1);
        if (row == 2)
            strbuf_addf(text, "   X black %d", bit_count(black));
        if (row == 3)
            strbuf_addf(text, "   O white %d", bit_count(white));
        if (row == 4 && ofl_is_over(position.board))
            strbuf_add(text, "   game over");
        else if (row == 4)
            strbuf_addf(text, "   %s to move%s", show_color(position.turn),
                        mark == '+' && !legal ? " (must pass)" : "");
        if (row == 5 && opening)
            strbuf_addf(text, "   opening: %s", opening);
        strbuf_add(text, "\n");
    }
    strbuf_add(text, "  a b c d e f g h\n");
}

void show_score(struct strbuf *text, int score_cd) { strbuf_add_decimal(text, score_cd, 2, true); }

void show_depth(struct strbuf *text, const struct ofl_line *line, int n_empties)
{
    if (line->solved)
        strbuf_add(text, line->wld ? "100%W" : "100%");
    else if (line->confidence < 100 && line->depth >= n_empties)
        strbuf_addf(text, "%d@%d%%", line->depth, line->confidence);
    else
        strbuf_addf(text, "%d", line->depth);
}

void show_pv(struct strbuf *text, const struct ofl_line *line, bool has_upper_case,
             const char *separator)
{
    int length = line->pv_length > OFL_MAX_PV ? OFL_MAX_PV : line->pv_length;
    for (int i = 0; i < length; i++) {
        if (i)
            strbuf_add(text, separator);
        show_move(text, line->pv[i], has_upper_case);
    }
    if (length <= 0)
        show_move(text, line->move, has_upper_case);
}

void show_result(struct strbuf *text, ofl_position position, enum ofl_score_rule rule)
{
    show_result_by(text, position, show_difference(position, rule));
}

void show_result_by(struct strbuf *text, ofl_position position, int difference)
{
    int black = show_count(position, OFL_BLACK), white = show_count(position, OFL_WHITE);
    if (difference == 0)
        strbuf_addf(text, "Draw (%d-%d)", black, white);
    else if (difference > 0)
        strbuf_addf(text, "Black wins by %d (%d-%d)", difference, black, white);
    else
        strbuf_addf(text, "White wins by %d (%d-%d)", -difference, white, black);
}

void show_grade(struct strbuf *text, int difference)
{
    const char *grade = ofl_score_grade(difference);
    int least = difference < 0 ? -difference : difference, most = least;
    while (least > 1 && ofl_score_grade(least - 1) == grade)
        least--;
    while (most < 64 && ofl_score_grade(most + 1) == grade)
        most++;
    strbuf_addf(text, "a %s game (a win by %d to %d)", grade, least, most);
}

static void add_sheet_line(struct strbuf *text, ofl_position position, enum ofl_score_rule rule)
{
    int difference = show_difference(position, rule);
    int size = difference < 0 ? -difference : difference;
    strbuf_addf(text, "%s %+d %s\n", rule == OFL_SCORE_RAW ? "raw" : "tournament", difference,
              ofl_score_grade(size));
}

void show_score_sheet(struct strbuf *text, ofl_position position)
{
    int black = show_count(position, OFL_BLACK), white = show_count(position, OFL_WHITE);
    strbuf_addf(text, "black %d white %d empty %d\n", black, white, 64 - black - white);
    if (!ofl_is_over(position.board)) { /* neither score nor grade before the end */
        strbuf_addf(text, "game not over\ndifference %+d so far\n", black - white);
        return;
    }
    strbuf_add(text, "game over\n");
    add_sheet_line(text, position, OFL_SCORE_TOURNAMENT);
    add_sheet_line(text, position, OFL_SCORE_RAW);
}

void show_squares(struct strbuf *text, uint64_t squares)
{
    for (; squares; squares &= squares - 1) {
        strbuf_add(text, " ");
        show_move(text, bit_first(squares), false);
    }
}

/* May `after` have this side to move, once `move` has been made? */
static bool is_turn_right(ofl_position before, int move, ofl_position after)
{
    const ofl_board next = ofl_play(before.board, move);
    return after.turn != before.turn || !ofl_legal_moves(next);
}

void show_referee(struct strbuf *text, ofl_position before, int move, ofl_position after,
                  bool is_late)
{
    const char *reason = ofl_illegal_reason(before.board, move);
    if (reason) {
        strbuf_addf(text, "illegal move: %s", reason);
        return;
    }
    uint64_t missing = 0, extra = 0;
    const bool is_board_right = ofl_referee(before, move, after, &missing, &extra);
    const bool is_side_right = is_turn_right(before, move, after);
    if (is_board_right && is_side_right) {
        strbuf_add(text, "ok");
        return;
    }
    const uint64_t placed = move == OFL_PASS ? 0 : bit_of(move);
    const uint64_t old = before.board.player | before.board.opponent;
    const uint64_t now = after.board.player | after.board.opponent;
    const struct {
        const char *label;
        uint64_t squares;
    } faults[] = {
        {"missing discs:", extra & ~now},
        {"wrong colour:", extra & now & placed},
        {"missing flips:", missing},
        {"extra flips:", extra & now & old},
        {"extra discs:", extra & now & ~old & ~placed},
    };
    const char *separator = is_late ? "stands; " : "";
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (faults[i].squares) {
            strbuf_add(text, separator);
            strbuf_add(text, faults[i].label);
            show_squares(text, faults[i].squares);
            separator = "; ";
        }
    if (!is_side_right)
        strbuf_addf(text, "%sthe side to move is wrong: %s is to move", separator,
                    show_color(!before.turn));
}

void show_explanation(struct strbuf *text, ofl_engine *engine, ofl_board board)
{
    struct ofl_term terms[64];
    size_t n = ofl_explain(engine, board, terms, 64);
    int sum = 0;
    for (size_t i = 0; i < n && i < 64; i++) {
        strbuf_addf(text, "%-20s %4d %4d  ", terms[i].name, terms[i].own, terms[i].other);
        show_score(text, terms[i].contribution);
        strbuf_add(text, "\n");
        sum += terms[i].contribution;
    }
    strbuf_add(text, "sum                             ");
    show_score(text, sum);
    strbuf_add(text, "\nevaluation                      ");
    show_score(text, ofl_evaluate(engine, board));
    strbuf_add(text, "\n");
}

void show_owners(struct strbuf *text, ofl_engine *engine, ofl_board board)
{
    int owners[64];
    owners_expect(engine, board, owners);
    strbuf_addf(text, "expected owner, own less other, %% of %d games:\n ", OWNERS_GAMES);
    for (int column = 0; column < 8; column++)
        strbuf_addf(text, "%5c", 'a' + column);
    for (int square = 0; square < 64; square++) {
        if (square % 8 == 0)
            strbuf_addf(text, "\n%d", square / 8 + 1);
        strbuf_addf(text, " %+4d", 100 * owners[square] / OWNERS_GAMES);
    }
    strbuf_add(text, "\n");
}

void show_evaluation(struct strbuf *text, ofl_position position, int value_cd)
{
    show_score(text, value_cd);
    strbuf_addf(text, " discs for %s", show_color(position.turn));
    if (ofl_is_over(position.board))
        strbuf_add(text, "; the game is over");
    else
        strbuf_add(text, ofl_legal_moves(position.board) ? ", who moves" : ", who must pass");
}

bool show_read_referee(struct word line, ofl_position *before, int *move, ofl_position *after,
                       bool *is_late, struct strbuf *reason)
{
    struct ofl_text_error error;
    size_t used = 0, more = 0;
    if (!ofl_position_from_text(line.text, line.length, before, &used, &error)) {
        strbuf_addf(reason, "position before the move: column %zu: %s", error.column, error.text);
        return false;
    }
    struct word rest = word_trim(line.text + used, line.length - used), name;
    if (!word_split(rest.text, rest.length, &name, 1)) {
        strbuf_add(reason, "expected a move and the position after it");
        return false;
    }
    *move = show_read_move(name);
    if (*move == OFL_NO_MOVE) {
        strbuf_add(reason, "expected a move after the first position, found ");
        strbuf_add_quoted(reason, name.text, name.length);
        return false;
    }
    rest = word_trim(name.text + name.length, rest.length - name.length);
    if (!ofl_position_from_text(rest.text, rest.length, after, &more, &error)) {
        strbuf_addf(reason, "position after the move: column %zu: %s", error.column, error.text);
        return false;
    }
    rest = word_trim(rest.text + more, rest.length - more);
    *is_late = word_is_any_case(rest, "late");
    if (rest.length && !*is_late) {
        strbuf_add(reason, "expected the end of the line after the second position");
        return false;
    }
    return true;
}
