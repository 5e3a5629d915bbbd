/* report/sentences.c - the table of sentences, and when each holds (explain.h). */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/notation.h>

#include "base/bits.h"
#include "board/squares.h"
#include "report/explain.h"
#include "report/facts.h"

#define EDGES UINT64_C(0xFF818181818181FF)

/* The boards that are compared. */
struct pair {
    ofl_board before;
    int n_empties;            /* before the move */
    uint64_t moves_other;     /* of other, before the move, as if own passed */
    struct move_facts here, there;
};

/* In a text: %o own side, %x other side, %h here, %t there, %s the square; %a and %b the counts
 * here and there, %r the rating; "{a|disc|discs}" is the count with its noun. */
struct sentence {
    const char *name, *words, *text;
    /* Fills square and counts and returns the weight; 0: it does not hold. */
    int (*weigh)(const struct pair *pair, struct explain_sentence *sentence);
};

static int first_square(uint64_t set) { return set ? bit_first(set) : OFL_NO_MOVE; }

/* The fact is a set of corners. */
static int of_corners(uint64_t corners, struct explain_sentence *sentence, int weight)
{
    sentence->square = first_square(corners);
    return corners ? weight : 0;
}

/* Counts that differ the bad way by at least `least`. */
static int of_counts(int here, int there, bool is_more_bad, int least, int weight,
                     struct explain_sentence *sentence)
{
    const int difference = is_more_bad ? here - there : there - here;
    sentence->here = here;
    sentence->there = there;
    return difference >= least ? weight * difference : 0;
}

static int weigh_corner_given(const struct pair *p, struct explain_sentence *s)
{
    return of_corners(p->here.moves_other & ~p->there.moves_other & SQUARES_CORNERS &
                          ~bit_of(p->there.square), s, 100);
}

static int weigh_corner_missed(const struct pair *p, struct explain_sentence *s)
{
    const bool is_here = (bit_of(p->here.square) & SQUARES_CORNERS) != 0;
    return is_here ? 0 : of_corners(bit_of(p->there.square) & SQUARES_CORNERS, s, 90);
}

static int weigh_corner_taken(const struct pair *p, struct explain_sentence *s)
{
    const bool is_there = (bit_of(p->there.square) & SQUARES_CORNERS) != 0;
    return is_there ? 0 : of_corners(bit_of(p->here.square) & SQUARES_CORNERS, s, 15);
}

static int weigh_corner_lost(const struct pair *p, struct explain_sentence *s)
{
    return of_corners(p->there.moves_own & ~p->here.moves_own & SQUARES_CORNERS &
                          ~bit_of(p->here.square), s, 60);
}

/* Squares diagonal to a corner, and on the edge beside it. */
static uint64_t x_of(uint64_t corners)
{
    return facts_grow(corners) & SQUARES_X;
}

static uint64_t c_of(uint64_t corners)
{
    return facts_grow(corners) & EDGES & ~corners;
}

static int of_near_corner(const struct pair *p, uint64_t (*near)(uint64_t), int weight,
                          struct explain_sentence *s)
{
    const uint64_t empty = ~(p->before.player | p->before.opponent);
    for (uint64_t left = SQUARES_CORNERS & empty; left; left &= left - 1) {
        const uint64_t corner = left & -left;
        if (near(corner) & bit_of(p->here.square))
            return of_corners(corner, s, weight);
    }
    return 0;
}

static int weigh_x(const struct pair *p, struct explain_sentence *s)
{
    return of_near_corner(p, x_of, 50, s);
}

static int weigh_c(const struct pair *p, struct explain_sentence *s)
{
    return of_near_corner(p, c_of, 30, s);
}

/* The rows next to the edges, without the X squares; the three edge squares beside it are empty. */
static int weigh_danger_zone(const struct pair *p, struct explain_sentence *s)
{
    const uint64_t zone = UINT64_C(0x003C424242423C00);
    const uint64_t empty = ~(p->before.player | p->before.opponent);
    const uint64_t edge = facts_grow(bit_of(p->here.square)) & EDGES;
    return (zone & bit_of(p->here.square)) && !(edge & ~empty) ? 12 : 0;
}

static int weigh_pass_missed(const struct pair *p, struct explain_sentence *s)
{
    return p->there.moves_other == 0 && p->there.moves_own && p->here.moves_other ? 70 : 0;
}

static int weigh_pass_own(const struct pair *p, struct explain_sentence *s)
{
    return p->here.moves_own == 0 && p->there.moves_own ? 40 : 0;
}

static int weigh_mobility_other(const struct pair *p, struct explain_sentence *s)
{
    return of_counts(bit_count(p->here.moves_other), bit_count(p->there.moves_other), true, 2, 9,
                     s);
}

static int weigh_mobility_own(const struct pair *p, struct explain_sentence *s)
{
    return of_counts(bit_count(p->here.moves_own), bit_count(p->there.moves_own), false, 2, 8, s);
}

static int weigh_frontier(const struct pair *p, struct explain_sentence *s)
{
    return of_counts(p->here.n_frontier, p->there.n_frontier, true, 2, 5, s);
}

static int weigh_potential(const struct pair *p, struct explain_sentence *s)
{
    return of_counts(p->here.n_potential, p->there.n_potential, true, 2, 4, s);
}

static int weigh_stable_own(const struct pair *p, struct explain_sentence *s)
{
    return of_counts(bit_count(p->here.stable_own), bit_count(p->there.stable_own), false, 1, 12,
                     s);
}

static int weigh_stable_other(const struct pair *p, struct explain_sentence *s)
{
    return of_counts(bit_count(p->here.stable_other), bit_count(p->there.stable_other), true, 1,
                     13, s);
}

static bool is_edge(int square) { return (bit_of(square) & EDGES & ~SQUARES_CORNERS) != 0; }

static int weigh_edge_loose(const struct pair *p, struct explain_sentence *s)
{
    return is_edge(p->here.square) && !(p->here.stable_own & bit_of(p->here.square)) ? 14 : 0;
}

static int weigh_edge_stable(const struct pair *p, struct explain_sentence *s)
{
    return is_edge(p->there.square) && p->there.stable_own & bit_of(p->there.square) &&
           !(p->here.stable_own & bit_of(p->here.square)) ? 16 : 0;
}

static int weigh_flips(const struct pair *p, struct explain_sentence *s)
{
    return p->n_empties < 16 ? 0 : of_counts(p->here.n_flips, p->there.n_flips, true, 2, 3, s);
}

static int weigh_discs(const struct pair *p, struct explain_sentence *s)
{
    const int here = bit_count(p->here.own), there = bit_count(p->there.own);
    return p->n_empties < 36 ? 0 : of_counts(here, there, true, 3, 2, s);
}

static int weigh_parity(const struct pair *p, struct explain_sentence *s)
{
    s->here = p->here.n_region;
    s->there = p->there.n_region;
    return p->n_empties <= 20 && s->here % 2 == 0 && s->there % 2 ? 20 : 0;
}

static int weigh_kept(const struct pair *p, struct explain_sentence *s)
{
    const uint64_t here = bit_of(p->here.square);
    return !(p->moves_other & here) && !(p->there.moves_other & here) &&
           p->there.moves_own & here ? 11 : 0;
}

static int weigh_shared(const struct pair *p, struct explain_sentence *s)
{
    const uint64_t there = bit_of(p->there.square);
    return p->moves_other & there && p->here.moves_other & there ? 7 : 0;
}

/* Whoever asks people says so (explain_people()). */
static int weigh_people(const struct pair *p, struct explain_sentence *s) { return 0; }

static const struct sentence table[EXPLAIN_N_KINDS] = {
    [EXPLAIN_CORNER_GIVEN] = {"corner-given", "a corner given",
        "After %h %x can take the corner %s, after %t not.", weigh_corner_given},
    [EXPLAIN_CORNER_MISSED] = {"corner-missed", "a corner not taken",
        "%t takes the corner, which is never turned again.", weigh_corner_missed},
    [EXPLAIN_CORNER_TAKEN] = {"corner-taken", "a corner taken too soon",
        "%h takes a corner; a corner alone does not win.", weigh_corner_taken},
    [EXPLAIN_CORNER_LOST] = {"corner-lost", "a threat to a corner lost",
        "After %t %o threatens to take the corner %s, after %h not.", weigh_corner_lost},
    [EXPLAIN_X_SQUARE] = {"x-square", "an X square",
        "%h is the X square of the empty corner %s.", weigh_x},
    [EXPLAIN_C_SQUARE] = {"c-square", "a C square",
        "%h is a C square of the empty corner %s.", weigh_c},
    [EXPLAIN_DANGER_ZONE] = {"danger-zone", "beside an empty edge",
        "%h is in the row next to an edge that is empty there, a bridge.", weigh_danger_zone},
    [EXPLAIN_PASS_MISSED] = {"pass-missed", "a pass not forced",
        "After %t %x must pass, and %o moves again.", weigh_pass_missed},
    [EXPLAIN_PASS_OWN] = {"pass-own", "no move left",
        "After %h %o has no move left, if nothing changes.", weigh_pass_own},
    [EXPLAIN_MOBILITY_OTHER] = {"mobility-other", "moves given to the other side",
        "After %h %x has {a|move|moves}, after %t only %b.", weigh_mobility_other},
    [EXPLAIN_MOBILITY_OWN] = {"mobility-own", "own moves lost",
        "After %h %o would have {a|move|moves} next, after %t %b.", weigh_mobility_own},
    [EXPLAIN_FRONTIER] = {"frontier", "discs beside empty squares",
        "After %h {a|disc|discs} of %o stand{-s} beside empty squares, after %t only %b.",
        weigh_frontier},
    [EXPLAIN_POTENTIAL] = {"potential", "empty squares beside own discs",
        "After %h {a|empty square|empty squares} touch{-es} discs of %o, after %t only %b.",
        weigh_potential},
    [EXPLAIN_STABLE_OWN] = {"stable-own", "stable discs not made",
        "After %t {b|disc|discs} of %o can be shown to be stable, after %h %a.", weigh_stable_own},
    [EXPLAIN_STABLE_OTHER] = {"stable-other", "stable discs given",
        "After %h {a|disc|discs} of %x can be shown to be stable, after %t %b.",
        weigh_stable_other},
    [EXPLAIN_EDGE_LOOSE] = {"edge-loose", "a loose disc on an edge",
        "The disc on %h can still be turned along the edge.", weigh_edge_loose},
    [EXPLAIN_EDGE_STABLE] = {"edge-stable", "a stable edge disc not made",
        "The disc on %t is a stable disc on the edge.", weigh_edge_stable},
    [EXPLAIN_FLIPS] = {"flips", "many discs turned",
        "%h turns {a|disc|discs}, %t only %b.", weigh_flips},
    [EXPLAIN_DISCS] = {"discs", "many discs early",
        "After %h %o has {a|disc|discs} this early, after %t %b.", weigh_discs},
    [EXPLAIN_PARITY] = {"parity", "parity",
        "%h begins a region of {a|empty square|empty squares}, an even number; %t one of %b, "
        "where who begins can also play last.", weigh_parity},
    [EXPLAIN_KEPT] = {"kept", "a move that could wait",
        "%x cannot play %h, not even after %t: %o can keep it for later.", weigh_kept},
    [EXPLAIN_SHARED] = {"shared", "a move free for both",
        "%x can play %t, too: it was free for both.", weigh_shared},
    [EXPLAIN_PEOPLE] = {"people", "what people see",
        "%b of 10 players at %r see %t, %a play %h.", weigh_people},
};

const char *explain_kind_name(enum explain_kind kind) { return table[kind].name; }
const char *explain_kind_words(enum explain_kind kind) { return table[kind].words; }

/* ---- words ---- */

struct words {
    char *out;
    size_t size, length;
};

static void put(struct words *words, const char *text, size_t length)
{
    for (size_t i = 0; i < length && words->length + 1 < words->size; i++)
        words->out[words->length++] = text[i];
    words->out[words->length] = '\0';
}

static void put_number(struct words *words, int number)
{
    char text[16];
    put(words, text, (size_t)snprintf(text, sizeof text, "%d", number));
}

/* "{a|disc|discs}": the count and the word for it; "{-s}": what a verb has after one thing. */
static const char *put_counted(struct words *words, const char *at,
                               const struct explain_sentence *sentence)
{
    const char *end = strchr(at, '}');
    if (at[1] == '-') {
        if (sentence->here == 1)
            put(words, at + 2, (size_t)(end - at - 2));
        return end + 1;
    }
    const int count = at[1] == 'a' ? sentence->here : sentence->there;
    const char *one = at + 3, *many = strchr(one, '|') + 1;
    put_number(words, count);
    put(words, " ", 1);
    if (count == 1)
        put(words, one, (size_t)(many - one - 1));
    else
        put(words, many, (size_t)(end - many));
    return end + 1;
}

static void put_mark(struct words *words, char mark, const struct explain_question *question,
                     const struct explain_sentence *sentence)
{
    static const char *const sides[] = {"Black", "White"};
    const int own = question->before.turn;
    char square[8];
    const int named = mark == 'h' ? question->played : mark == 't' ? question->better
                                                                   : sentence->square;
    if (mark == 'o' || mark == 'x')
        put(words, sides[mark == 'o' ? own : !own], 5);
    else if (mark == 'a' || mark == 'b')
        put_number(words, mark == 'a' ? sentence->here : sentence->there);
    else if (mark == 'r')
        put_number(words, sentence->rating);
    else
        put(words, ofl_move_to_text(named, false, square), 2);
}

static void write_text(const struct explain_question *question, struct explain_sentence *sentence)
{
    struct words words = {sentence->text, sizeof sentence->text, 0};
    for (const char *at = table[sentence->kind].text; *at;) {
        if (*at == '{') {
            at = put_counted(&words, at, sentence);
        } else if (*at == '%') {
            put_mark(&words, at[1], question, sentence);
            at += 2;
        } else {
            put(&words, at++, 1);
        }
    }
}

static int compare_weights(const void *left, const void *right)
{
    const struct explain_sentence *a = left, *b = right;
    return a->weight != b->weight ? b->weight - a->weight : (int)a->kind - (int)b->kind;
}

int explain_moves(const struct explain_question *question, struct explain_sentence *sentences)
{
    assert(ofl_is_legal(question->before.board, question->played) &&
           ofl_is_legal(question->before.board, question->better));
    const ofl_board before = question->before.board;
    const struct pair pair = {
        .before = before,
        .n_empties = ofl_count_empties(before),
        .moves_other = ofl_legal_moves(ofl_swap(before)),
        .here = facts_of(before, question->played),
        .there = facts_of(before, question->better),
    };
    int n = 0;
    for (int kind = 0; kind < EXPLAIN_N_KINDS; kind++) {
        struct explain_sentence sentence = {.kind = (enum explain_kind)kind,
                                            .square = OFL_NO_MOVE};
        sentence.weight = table[kind].weigh(&pair, &sentence);
        if (sentence.weight <= 0)
            continue;
        write_text(question, &sentence);
        sentences[n++] = sentence;
    }
    qsort(sentences, (size_t)n, sizeof *sentences, compare_weights);
    return n;
}

struct explain_sentence explain_people(const struct explain_question *question, int rating,
                                       double played, double better)
{
    struct explain_sentence sentence = {
        .kind = EXPLAIN_PEOPLE, .square = OFL_NO_MOVE, .here = (int)lround(10 * played),
        .there = (int)lround(10 * better), .rating = rating};
    write_text(question, &sentence);
    return sentence;
}
