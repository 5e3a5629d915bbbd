/* Sentences of explain: an independent count of what each says, on random positions.
 *
 * The judge knows the wording of each kind by heart and counts on the slow board of ref_board.h.
 * It sees nothing of the code under test but the kind, the squares and the numbers. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/notation.h>

#include "report/explain.h"
#include "ref_board.h"
#include "support.h"

/* A board seen by the side that moved: 'X' own, 'O' other. */
struct judge {
    struct ref_board before, here, there;
    int played, better;
};

static bool beside(const struct ref_board *ref, int square, char c)
{
    for (int d = 0; d < 8; d++) {
        const int x = square % 8 + ref_directions[d][0], y = square / 8 + ref_directions[d][1];
        if (ref_on_board(x, y) && ref->cell[8 * y + x] == c)
            return true;
    }
    return false;
}

/* Squares that hold `what` and have `near` beside them. */
static int count_beside(const struct ref_board *ref, char what, char near)
{
    int n = 0;
    for (int square = 0; square < 64; square++)
        n += ref->cell[square] == what && beside(ref, square, near);
    return n;
}

static int count(const struct ref_board *ref, char what)
{
    int n = 0;
    for (int square = 0; square < 64; square++)
        n += ref->cell[square] == what;
    return n;
}

static bool can_play(const struct ref_board *ref, char side, int square)
{
    const struct ref_board swapped = ref_swap(ref);
    return ref_flips(side == 'X' ? ref : &swapped, square) != 0;
}

static int count_moves(const struct ref_board *ref, char side)
{
    int n = 0;
    for (int square = 0; square < 64; square++)
        n += can_play(ref, side, square);
    return n;
}

static int region(const struct ref_board *ref, int square, bool *seen)
{
    int n = 1;
    seen[square] = true;
    for (int d = 0; d < 8; d++) {
        const int x = square % 8 + ref_directions[d][0], y = square / 8 + ref_directions[d][1];
        if (ref_on_board(x, y) && ref->cell[8 * y + x] == '-' && !seen[8 * y + x])
            n += region(ref, 8 * y + x, seen);
    }
    return n;
}

static int region_of(const struct ref_board *ref, int square)
{
    bool seen[64] = {false};
    return region(ref, square, seen);
}

static bool is_corner(int square)
{
    return square == 0 || square == 7 || square == 56 || square == 63;
}

static bool is_edge(int square)
{
    const int x = square % 8, y = square / 8;
    return !is_corner(square) && (x == 0 || x == 7 || y == 0 || y == 7);
}

/* Steps between two squares as a king walks. */
static int distance(int a, int b)
{
    const int dx = abs(a % 8 - b % 8), dy = abs(a / 8 - b / 8);
    return dx > dy ? dx : dy;
}

/* Can the disc at place `at` of an edge ever be turned, if both sides place discs there at will?
 * The turning is that of a line: a run of the other colour between two discs. */
static bool edge_turns(const char *line, int at)
{
    for (int i = 0; i < 8; i++) {
        if (line[i] != '-')
            continue;
        for (int c = 0; c < 2; c++) {
            const char own = c ? 'X' : 'O', other = c ? 'O' : 'X';
            char next[9];
            memcpy(next, line, 9);
            next[i] = own;
            for (int step = -1; step <= 1; step += 2) {
                int j = i + step;
                while (j >= 0 && j < 8 && line[j] == other)
                    j += step;
                if (j < 0 || j > 7 || line[j] != own)
                    continue;
                for (j -= step; j != i; j -= step)
                    next[j] = own;
            }
            if (next[at] != line[at] || edge_turns(next, at))
                return true;
        }
    }
    return false;
}

static bool turns_along_edge(const struct ref_board *ref, int square)
{
    const bool is_row = square / 8 == 0 || square / 8 == 7;
    char line[9] = "";
    for (int i = 0; i < 8; i++)
        line[i] = ref->cell[is_row ? square / 8 * 8 + i : 8 * i + square % 8];
    return edge_turns(line, is_row ? square % 8 : square / 8);
}

/* Discs that a random game of placements turns are not stable: nothing may turn a disc that counts
 * as stable. Here only the count is compared, with the library's own proof from both sides. */
static int count_stable(const struct ref_board *ref, char side)
{
    ofl_board board = {0, 0};
    for (int square = 0; square < 64; square++) {
        board.player |= (uint64_t)(ref->cell[square] == side) << square;
        board.opponent |= (uint64_t)(ref->cell[square] != side && ref->cell[square] != '-')
                          << square;
    }
    return __builtin_popcountll(ofl_stable_discs(board));
}

static bool near_edge_is_empty(const struct judge *j)
{
    const int x = j->played % 8, y = j->played / 8;
    if (x != 1 && x != 6 && y != 1 && y != 6)
        return false;
    for (int square = 0; square < 64; square++)
        if ((is_edge(square) || is_corner(square)) && distance(square, j->played) == 1 &&
            j->before.cell[square] != '-')
            return false;
    return true;
}

static bool counts_are(const struct explain_sentence *s, int here, int there)
{
    return s->here == here && s->there == there;
}

static bool is_true(const struct judge *j, const struct explain_sentence *s)
{
    const struct ref_board *before = &j->before, *here = &j->here, *there = &j->there;
    switch (s->kind) {
    case EXPLAIN_CORNER_GIVEN:
        return is_corner(s->square) && can_play(here, 'O', s->square) &&
               !can_play(there, 'O', s->square);
    case EXPLAIN_CORNER_MISSED:
        return is_corner(j->better) && s->square == j->better;
    case EXPLAIN_CORNER_TAKEN:
        return is_corner(j->played) && s->square == j->played;
    case EXPLAIN_CORNER_LOST:
        return is_corner(s->square) && can_play(there, 'X', s->square) &&
               !can_play(here, 'X', s->square);
    case EXPLAIN_X_SQUARE:
        return is_corner(s->square) && before->cell[s->square] == '-' &&
               abs(s->square % 8 - j->played % 8) == 1 && abs(s->square / 8 - j->played / 8) == 1;
    case EXPLAIN_C_SQUARE:
        return is_corner(s->square) && before->cell[s->square] == '-' && is_edge(j->played) &&
               distance(s->square, j->played) == 1;
    case EXPLAIN_DANGER_ZONE:
        return near_edge_is_empty(j);
    case EXPLAIN_PASS_MISSED:
        return !count_moves(there, 'O') && count_moves(there, 'X') && count_moves(here, 'O');
    case EXPLAIN_PASS_OWN:
        return !count_moves(here, 'X');
    case EXPLAIN_MOBILITY_OTHER:
        return counts_are(s, count_moves(here, 'O'), count_moves(there, 'O')) && s->here > s->there;
    case EXPLAIN_MOBILITY_OWN:
        return counts_are(s, count_moves(here, 'X'), count_moves(there, 'X')) && s->here < s->there;
    case EXPLAIN_FRONTIER:
        return counts_are(s, count_beside(here, 'X', '-'), count_beside(there, 'X', '-')) &&
               s->here > s->there;
    case EXPLAIN_POTENTIAL:
        return counts_are(s, count_beside(here, '-', 'X'), count_beside(there, '-', 'X')) &&
               s->here > s->there;
    case EXPLAIN_STABLE_OWN:
        return counts_are(s, count_stable(here, 'X'), count_stable(there, 'X')) &&
               s->here < s->there;
    case EXPLAIN_STABLE_OTHER:
        return counts_are(s, count_stable(here, 'O'), count_stable(there, 'O')) &&
               s->here > s->there;
    case EXPLAIN_EDGE_LOOSE:
        return is_edge(j->played) && turns_along_edge(here, j->played);
    case EXPLAIN_EDGE_STABLE:
        return is_edge(j->better) && !turns_along_edge(there, j->better);
    case EXPLAIN_FLIPS:
        return counts_are(s, count(here, 'X') - count(before, 'X') - 1,
                          count(there, 'X') - count(before, 'X') - 1) && s->here > s->there;
    case EXPLAIN_DISCS:
        return counts_are(s, count(here, 'X'), count(there, 'X')) && s->here > s->there;
    case EXPLAIN_PARITY:
        return counts_are(s, region_of(before, j->played), region_of(before, j->better)) &&
               s->here % 2 == 0 && s->there % 2 == 1;
    case EXPLAIN_KEPT:
        return !can_play(before, 'O', j->played) && !can_play(there, 'O', j->played) &&
               can_play(there, 'X', j->played);
    case EXPLAIN_SHARED:
        return can_play(before, 'O', j->better) && can_play(here, 'O', j->better);
    default:
        return false;
    }
}

/* Does the text name the squares and numbers that were judged? */
static bool is_worded(const struct judge *j, const struct explain_sentence *s)
{
    char played[8], better[8], square[8], number[16];
    ofl_move_to_text(j->played, false, played);
    ofl_move_to_text(j->better, false, better);
    ofl_move_to_text(s->square, false, square);
    bool is_good = strstr(s->text, played) || strstr(s->text, better);
    if (s->square != OFL_NO_MOVE)
        is_good &= strstr(s->text, square) != NULL;
    for (int k = 0; k < 2 && (s->here || s->there); k++) {
        snprintf(number, sizeof number, " %d", k ? s->here : s->there);
        is_good &= strstr(s->text, number) != NULL;
    }
    return is_good && !strpbrk(s->text, "%{}|") && s->text[strlen(s->text) - 1] == '.';
}

static struct ref_board play(const struct ref_board *ref, int square)
{
    const struct ref_board after = ref_play(ref, square);
    return ref_swap(&after);
}

static int random_square(uint64_t set, struct rng *rng)
{
    for (int n = (int)rng_below(rng, (uint32_t)__builtin_popcountll(set)); n > 0; n--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/* OUTFLANK_SENTENCES: how many; 2,000 without it. */
static int n_wanted(void)
{
    const char *text = getenv("OUTFLANK_SENTENCES");
    int n = 0;
    for (; text && *text >= '0' && *text <= '9'; text++)
        n = 10 * n + (*text & 15);
    return n ? n : 2000;
}

Test(explain, sentences_are_true, .timeout = 600)
{
    struct rng rng = rng_seeded(test_seed(4));
    int n_sentences = 0, n_kinds = 0, n_of_kind[EXPLAIN_N_KINDS] = {0};
    const int wanted = n_wanted();
    while (n_sentences < wanted) {
        struct explain_question question = {.before = ofl_position_start()};
        ofl_board *board = &question.before.board;
        for (int n = 2 + (int)rng_below(&rng, 54); n > 0; n--) {
            const int move = test_random_move(*board, &rng);
            if (move == OFL_NO_MOVE)
                break;
            *board = ofl_play(*board, move);
            question.before.turn = question.before.turn == OFL_BLACK ? OFL_WHITE : OFL_BLACK;
        }
        const uint64_t legal = ofl_legal_moves(*board);
        if (!(legal & (legal - 1)))
            continue;
        question.played = random_square(legal, &rng);
        question.better = random_square(legal & ~(UINT64_C(1) << question.played), &rng);
        struct judge judge = {.before = ref_of(*board), .played = question.played,
                              .better = question.better};
        judge.here = play(&judge.before, question.played);
        judge.there = play(&judge.before, question.better);
        struct explain_sentence sentences[EXPLAIN_N_KINDS];
        const int n = explain_moves(&question, sentences);
        for (int i = 0; i < n; i++) {
            char text[OFL_BOARD_TEXT];
            cr_assert(is_true(&judge, &sentences[i]), "%s: false on %s: %s",
                      explain_kind_name(sentences[i].kind),
                      ofl_position_to_text(question.before, text), sentences[i].text);
            cr_assert(is_worded(&judge, &sentences[i]), "%s: badly worded: %s",
                      explain_kind_name(sentences[i].kind), sentences[i].text);
            cr_assert(i == 0 || sentences[i].weight <= sentences[i - 1].weight);
            n_kinds += n_of_kind[sentences[i].kind]++ == 0;
        }
        n_sentences += n;
    }
    cr_assert_geq(n_kinds, 12);
    fprintf(stderr, "# %d sentences of %d kinds\n", n_sentences, n_kinds);
}
