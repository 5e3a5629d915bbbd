/* variant/variant_search.c - see variant_search.h.
 *
 * Principal variation search by iterative deepening, in 1/100 disc. A depth that reaches all empty
 * squares is exact. Moves are ordered by a shallow search where the tree is deep, else by the
 * replies they leave and by parity. The table keeps the dearer of two results. */
#include "variant/variant_search.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/mem.h"
#include "isa/kernel.h"
#include "search/timeman.h"
#include "variant/variant_eval.h"

enum {
    MOST = 6400,           /* the best score */
    ASK_EVERY = 1 << 12    /* nodes */
};

struct entry {
    uint64_t player, opponent;
    int16_t low, high;
    uint8_t depth, move;
    uint8_t cost; /* log2 of the nodes */
    uint8_t age;
};

enum { BUCKET = 2 };

struct variant_searcher {
    struct entry *table;
    size_t size; /* bytes */
    uint64_t mask; /* of buckets */
    uint8_t age; /* 0: not used yet */
    const struct kernel *kernel;
    struct variant_shape shape;
    bool (*must_stop)(void *user);
    void *user;
    uint64_t nodes, most_nodes;
    int64_t start_us, end_us;
    bool is_stopped;
};

struct move {
    ofl_board child; /* seen by the other side */
    int square, weight;
};

/* ---- the table ---- */

struct variant_searcher *variant_searcher_create(int64_t mib)
{
    struct variant_searcher *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->kernel = kernel();
    for (size_t size = (size_t)1 << 20; size <= (size_t)mib << 20; size *= 2)
        s->size = size;
    s->size = s->size ? s->size : (size_t)1 << 20;
    while (!(s->table = mem_alloc(s->size, NULL)) && s->size > (size_t)1 << 16)
        s->size /= 2;
    if (!s->table) {
        free(s);
        return NULL;
    }
    s->mask = 1;
    while ((s->mask * 2) * BUCKET * sizeof(struct entry) <= s->size)
        s->mask *= 2;
    s->mask--;
    return s;
}

void variant_searcher_destroy(struct variant_searcher *s)
{
    if (s)
        mem_free(s->table, s->size);
    free(s);
}

void variant_searcher_ask(struct variant_searcher *s, bool (*must_stop)(void *user), void *user)
{
    s->must_stop = must_stop;
    s->user = user;
}

static struct entry *bucket_of(const struct variant_searcher *s, ofl_board b)
{
    uint64_t h = (b.player * UINT64_C(0x9E3779B97F4A7C15)) ^
                 (b.opponent * UINT64_C(0xC2B2AE3D27D4EB4F) + (b.opponent >> 29));
    h = (h ^ h >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return s->table + BUCKET * (h >> 24 & s->mask);
}

static struct entry *find(const struct variant_searcher *s, ofl_board b)
{
    struct entry *e = bucket_of(s, b);
    for (int i = 0; i < BUCKET; i++)
        if (e[i].player == b.player && e[i].opponent == b.opponent)
            return &e[i];
    return NULL;
}

static void keep(const struct variant_searcher *s, ofl_board b, int depth, int low, int high,
                 int move, uint64_t nodes)
{
    struct entry *e = find(s, b);
    if (e && e->depth == depth) {
        e->low = (int16_t)(low > e->low ? low : e->low);
        e->high = (int16_t)(high < e->high ? high : e->high);
        e->move = (uint8_t)(low > -MOST || e->move == OFL_NO_MOVE ? move : e->move);
        if (e->low <= e->high)
            return;
    }
    if (!e) {
        e = bucket_of(s, b);
        const int worth0 = e[0].cost + (e[0].age == s->age ? 64 : 0);
        const int worth1 = e[1].cost + (e[1].age == s->age ? 64 : 0);
        e += worth1 < worth0;
    } else if (e->depth > depth && e->age == s->age) {
        return;
    }
    *e = (struct entry){b.player, b.opponent, (int16_t)low, (int16_t)high, (uint8_t)depth,
                        (uint8_t)move, (uint8_t)(63 - __builtin_clzll(nodes | 1)), s->age};
}

/* ---- ends ---- */

static bool is_at_end(struct variant_searcher *s)
{
    if (s->nodes % ASK_EVERY == 0 && !s->is_stopped)
        s->is_stopped = s->nodes >= s->most_nodes || clock_us() >= s->end_us ||
                        (s->must_stop && s->must_stop(s->user));
    return s->is_stopped;
}

static int final_score(const struct variant_searcher *s, ofl_board b)
{
    return 100 * variant_score(s->shape.variant, b, OFL_SCORE_TOURNAMENT);
}

/* The last empty square: who can fills it. */
static int last_square(const struct variant_searcher *s, ofl_board b, int square)
{
    int score = bit_count(b.player) - bit_count(b.opponent), n;
    if ((n = bit_count(s->kernel->flips(b, square))) > 0)
        score += 2 * n + 1;
    else if ((n = bit_count(s->kernel->flips((ofl_board){b.opponent, b.player}, square))) > 0)
        score -= 2 * n + 1;
    else
        score += score > 0 ? 1 : score < 0 ? -1 : 0;
    return s->shape.variant.fewer_wins ? -100 * score : 100 * score;
}

/* Empty squares in regions of an odd number of them. */
static uint64_t odd_regions(uint64_t empty)
{
    const uint64_t not_a = UINT64_C(0xFEFEFEFEFEFEFEFE), not_h = UINT64_C(0x7F7F7F7F7F7F7F7F);
    uint64_t odd = 0;
    while (empty) {
        uint64_t region = empty & -empty, last;
        do {
            last = region;
            region |= (region << 1 & not_a) | (region >> 1 & not_h);
            region = (region | region << 8 | region >> 8) & empty;
        } while (region != last);
        if (bit_count(region) % 2)
            odd |= region;
        empty &= ~region;
    }
    return odd;
}

/* ---- order ---- */

static int search(struct variant_searcher *s, ofl_board b, int alpha, int beta, int depth);

/* So many plies order the moves of a node; below 0: no evaluation does. */
static int plies_for_order(int depth)
{
    return depth >= 12 ? (depth < 24 ? depth : 24) / 4 - 2 : depth >= 9 ? 0 : -1;
}

static int make_moves(struct variant_searcher *s, ofl_board b, uint64_t moves, struct move *list)
{
    int n = 0;
    for (; moves; moves = bit_drop(moves), n++) {
        const int square = bit_first(moves);
        const uint64_t flips = s->kernel->flips(b, square);
        list[n] = (struct move){{b.opponent ^ flips, b.player ^ flips ^ bit_of(square)}, square, 0};
    }
    return n;
}

/* `first` comes first. Scores far outside of the window are told no further. */
static void weigh(struct variant_searcher *s, ofl_board b, struct move *list, int n, int depth,
                  int first, int alpha, int beta)
{
    enum { NEAR = 800 };
    const uint64_t empty = s->shape.playable & ~(b.player | b.opponent);
    const int plies = plies_for_order(depth);
    const bool is_anti = s->shape.variant.fewer_wins;
    const uint64_t odd = bit_count(empty) <= 14 ? odd_regions(empty) : 0;
    for (int i = 0; i < n; i++) {
        struct move *m = &list[i];
        const uint64_t bit = bit_of(m->square);
        const uint64_t replies = s->kernel->legal_moves(m->child) & empty & ~bit;
        m->weight = -100 * (bit_count(replies) + bit_count(replies & s->shape.corners));
        m->weight += odd & bit ? 80 : 0;
        m->weight += (s->shape.corners & bit) && !is_anti ? 150 : 0;
        if (plies == 0)
            m->weight -= variant_evaluate(&s->shape, m->child) / 4;
        else if (plies > 0)
            m->weight -= search(s, m->child, -beta - NEAR, -alpha + NEAR, plies) / 2;
        m->weight = m->square == first ? 1 << 28 : m->weight;
    }
}

/* The best of what is left comes to `at`. */
static void pick(struct move *list, int n, int at)
{
    int best = at;
    for (int i = at + 1; i < n; i++)
        if (list[i].weight > list[best].weight)
            best = i;
    const struct move m = list[best];
    list[best] = list[at];
    list[at] = m;
}

/* ---- search ---- */

/* What the stable discs of both sides say of the score. */
static void bound(const struct variant_searcher *s, ofl_board b, int *low, int *high)
{
    const int own = bit_count(variant_stable(&s->shape, b));
    const int other = bit_count(variant_stable(&s->shape, (ofl_board){b.opponent, b.player}));
    const int most = 100 * (s->shape.n_playable - 2 * other);
    const int least = 100 * (2 * own - s->shape.n_playable);
    *high = s->shape.variant.fewer_wins ? -least : most;
    *low = s->shape.variant.fewer_wins ? -most : least;
}

/* The moves of a node; the best score, and *best. */
static int search_moves(struct variant_searcher *s, struct move *list, int n, int alpha, int beta,
                        int depth, int *best)
{
    int value = -MOST - 1;
    for (int i = 0; i < n; i++) {
        pick(list, n, i);
        int score = i == 0 ? -search(s, list[i].child, -beta, -alpha, depth - 1)
                           : -search(s, list[i].child, -alpha - 1, -alpha, depth - 1);
        if (i > 0 && score > alpha && score < beta && !s->is_stopped)
            score = -search(s, list[i].child, -beta, -alpha, depth - 1);
        if (s->is_stopped)
            return value;
        if (score > value) {
            value = score;
            *best = list[i].square;
        }
        alpha = value > alpha ? value : alpha;
        if (alpha >= beta)
            break;
    }
    return value;
}

/* Does a child that the table knows refute it? */
static bool is_cut_by_child(const struct variant_searcher *s, const struct move *list, int n,
                            int depth, int beta, int *value)
{
    for (int i = 0; i < n; i++) {
        const struct entry *e = find(s, list[i].child);
        if (e && e->depth >= depth - 1 && -e->high >= beta) {
            *value = -e->high;
            return true;
        }
    }
    return false;
}

/* Few squares are left: no table, no order but parity. */
static int search_small(struct variant_searcher *s, ofl_board b, int alpha, int beta)
{
    const uint64_t empty = s->shape.playable & ~(b.player | b.opponent);
    s->nodes++;
    if (is_at_end(s))
        return 0;
    if (!bit_drop(empty))
        return last_square(s, b, bit_first(empty));
    uint64_t moves = s->kernel->legal_moves(b) & empty;
    const ofl_board other = {b.opponent, b.player};
    if (!moves)
        return s->kernel->legal_moves(other) & empty ? -search_small(s, other, -beta, -alpha)
                                                     : final_score(s, b);
    int value = -MOST - 1;
    const uint64_t odd = odd_regions(empty);
    for (int part = 0; part < 2; part++)
        for (uint64_t left = part ? moves & ~odd : moves & odd; left; left = bit_drop(left)) {
            const int square = bit_first(left);
            const uint64_t flips = s->kernel->flips(b, square);
            const ofl_board child = {b.opponent ^ flips, b.player ^ flips ^ bit_of(square)};
            const int score = -search_small(s, child, -beta, -alpha);
            value = score > value ? score : value;
            alpha = value > alpha ? value : alpha;
            if (alpha >= beta)
                return value;
        }
    return value;
}

static int search(struct variant_searcher *s, ofl_board b, int alpha, int beta, int depth)
{
    enum { SMALL = 5, TABLE_FROM = 2, CHILDREN_FROM = 9, STABLE_FROM = 6 };
    const uint64_t empty = s->shape.playable & ~(b.player | b.opponent);
    const int n_empties = bit_count(empty);
    const bool is_exact = depth >= n_empties;
    const uint64_t nodes = s->nodes++;
    if (is_at_end(s))
        return 0;
    if (n_empties == 0)
        return final_score(s, b);
    if (is_exact && n_empties <= SMALL)
        return search_small(s, b, alpha, beta);
    const uint64_t moves = s->kernel->legal_moves(b) & empty;
    if (!moves) {
        const ofl_board other = {b.opponent, b.player};
        return s->kernel->legal_moves(other) & empty ? -search(s, other, -beta, -alpha, depth)
                                                     : final_score(s, b);
    }
    if (depth <= 0) {
        const int value = variant_evaluate(&s->shape, b), most = 100 * s->shape.n_playable - 1;
        return value > most ? most : value < -most ? -most : value;
    }
    depth = is_exact ? n_empties : depth;
    int low = -MOST, high = MOST, first = OFL_NO_MOVE;
    const struct entry *e = depth >= TABLE_FROM ? find(s, b) : NULL;
    if (e) {
        first = e->move;
        if (e->depth >= depth) {
            low = e->low;
            high = e->high;
        }
    }
    if (is_exact && n_empties >= STABLE_FROM && low < beta && high > alpha) {
        int least, most;
        bound(s, b, &least, &most);
        low = least > low ? least : low;
        high = most < high ? most : high;
    }
    if (low >= beta || low == high)
        return low;
    if (high <= alpha)
        return high;
    alpha = low > alpha ? low : alpha;
    beta = high < beta ? high : beta;
    struct move list[OFL_MAX_MOVES];
    int n = make_moves(s, b, moves, list), best = OFL_NO_MOVE, value;
    if (depth >= CHILDREN_FROM && is_cut_by_child(s, list, n, depth, beta, &value))
        return value;
    if (n > 1 && depth > 1)
        weigh(s, b, list, n, depth, first, alpha, beta);
    value = search_moves(s, list, n, alpha, beta, depth, &best);
    if (!s->is_stopped && depth >= TABLE_FROM)
        keep(s, b, depth, value > alpha ? value : -MOST, value < beta ? value : MOST, best,
             s->nodes - nodes);
    return value;
}

/* ---- the root ---- */

/* The best move as far as the table tells; near the end it is searched again. */
static int likely_move(struct variant_searcher *s, ofl_board b, bool is_exact)
{
    enum { AGAIN = 8 };
    struct move list[OFL_MAX_MOVES];
    const int n_empties = variant_count_empties(s->shape.variant, b);
    const struct entry *e = find(s, b);
    int move = e ? e->move : OFL_NO_MOVE;
    const uint64_t moves = variant_moves(s->shape.variant, b);
    if (!moves)
        return OFL_PASS;
    if (is_exact && n_empties <= AGAIN && !s->is_stopped)
        search_moves(s, list, make_moves(s, b, moves, list), -MOST - 1, MOST + 1, n_empties, &move);
    return move;
}

static void add_line_of_play(struct variant_searcher *s, ofl_board b, struct ofl_line *line)
{
    int move = line->move;
    line->pv_length = 0;
    while (line->pv_length < OFL_MAX_PV && variant_is_legal(s->shape.variant, b, move)) {
        line->pv[line->pv_length++] = (uint8_t)move;
        b = ofl_play(b, move);
        move = likely_move(s, b, line->bound == OFL_BOUND_EXACT);
    }
}

/* One search of the root: its moves, the best ones first. */
struct root {
    struct variant_searcher *s;
    const struct ofl_limits *limits;
    struct ofl_result *result;
    ofl_board board;
    struct move list[OFL_MAX_MOVES];
    int n, n_empties;
    bool must_pass;
};

/* The best of the moves from `from` on comes to its front; its score. The window around `guess` is
 * opened where it fails. */
static int search_line(struct root *r, int from, int depth, int guess)
{
    struct variant_searcher *s = r->s;
    const bool is_exact = depth >= r->n_empties, has_window = is_exact && r->limits->has_window;
    const int low = has_window ? r->limits->low - 1 : -MOST - 1;
    const int high = has_window ? r->limits->high + 1 : MOST + 1;
    int step = is_exact ? 99 : 200, value;
    int alpha = guess - step > low && guess + step < high ? guess - step : low;
    int beta = guess - step > low && guess + step < high ? guess + step : high;
    for (;;) {
        struct move list[OFL_MAX_MOVES];
        int best = r->list[from].square;
        memcpy(list, r->list, sizeof list);
        for (int i = 0; i < r->n; i++)
            list[i].weight = -i;
        value = search_moves(s, list + from, r->n - from, alpha, beta, depth + r->must_pass, &best);
        if (value > alpha || !s->is_stopped) /* a move that was found better stays so */
            for (int i = from; value > alpha && i < r->n; i++)
                if (r->list[i].square == best) {
                    const struct move m = r->list[i];
                    memmove(&r->list[from + 1], &r->list[from], (size_t)(i - from) * sizeof m);
                    r->list[from] = m;
                }
        if (s->is_stopped)
            return value;
        if (is_exact && from == 0) {
            struct ofl_result *found = r->result;
            if (value < beta && value < found->proved_high)
                found->proved_high = value;
            if (value > alpha && value > found->proved_low)
                found->proved_low = value;
        }
        if ((value > alpha || alpha <= low) && (value < beta || beta >= high))
            return value;
        step *= 4;
        if (value <= alpha) {
            beta = is_exact ? alpha + 1 : beta;
            alpha = value - step > low ? value - step : low;
        } else {
            alpha = is_exact ? beta - 1 : alpha;
            beta = value + step < high ? value + step : high;
        }
    }
}

static void set_line(const struct root *r, int at, int depth, int value)
{
    struct ofl_line *line = &r->result->lines[at];
    const bool is_exact = depth >= r->n_empties, has_window = is_exact && r->limits->has_window;
    *line = (struct ofl_line){
        .move = r->list[at].square, .score = value, .confidence = 100, .solved = is_exact,
        .depth = depth < r->n_empties ? depth : r->n_empties,
        .bound = !is_exact                                ? OFL_BOUND_ESTIMATE
                 : has_window && value < r->limits->low  ? OFL_BOUND_UPPER
                 : has_window && value > r->limits->high ? OFL_BOUND_LOWER
                                                          : OFL_BOUND_EXACT};
    add_line_of_play(r->s, r->board, line);
}

/* One depth after the other, until the end of the game or of the time. */
static void deepen(struct root *r, const struct time_plan *plan)
{
    enum { LEAP = 10 }; /* so many plies from the end the end itself is tried */
    struct ofl_result *result = r->result;
    const struct ofl_limits *limits = r->limits;
    const int wanted = limits->multi_pv > 1 ? limits->multi_pv : 1;
    const int n_lines = wanted < r->n ? wanted : r->n, end = r->n_empties;
    const bool is_short = limits->depth && limits->goal == OFL_GOAL_PLAY && limits->depth < end;
    for (int depth = 1; depth <= (is_short ? limits->depth : end); depth++) {
        int values[OFL_MAX_MOVES];
        depth = !is_short && depth > 1 && depth + LEAP > end ? end : depth;
        for (int i = 0; i < n_lines; i++) {
            values[i] = search_line(r, i, depth, depth > 1 ? result->lines[i].score : 0);
            if (r->s->is_stopped && i == 0 && result->lines[0].move != r->list[0].square)
                set_line(r, 0, result->lines[0].depth, result->lines[0].score);
            if (r->s->is_stopped)
                return;
        }
        for (int i = 0; i < n_lines; i++)
            set_line(r, i, depth, values[i]);
        result->n_lines = n_lines;
        if (timeman_is_enough(*plan, (clock_us() - r->s->start_us) / 1000, 0))
            return;
    }
    result->stopped = false;
}

static void begin(struct variant_searcher *s, struct ofl_variant variant)
{
    if (s->age && !variant_is_same(s->shape.variant, variant)) /* scores of another game */
        mem_zero(s->table, s->size);
    s->shape = variant_shape_of(variant);
    s->age = (uint8_t)(s->age % 255 + 1);
    s->nodes = 0;
    s->is_stopped = false;
    s->start_us = clock_us();
}

void variant_search(struct variant_searcher *s, struct ofl_variant variant, ofl_board board,
                    const struct ofl_limits *limits, struct ofl_result *result)
{
    struct root r = {.s = s, .limits = limits, .result = result, .board = board,
                     .n_empties = variant_count_empties(variant, board)};
    const uint64_t moves = variant_moves(variant, board);
    begin(s, variant);
    *result = (struct ofl_result){.n_lines = 1, .stopped = true, .proved_low = -MOST,
                                  .proved_high = MOST};
    const struct time_plan plan = timeman_plan(limits, r.n_empties, (struct time_loss){0});
    s->end_us = plan.hard_ms > INT64_MAX / 2000 ? INT64_MAX : s->start_us + 1000 * plan.hard_ms;
    s->most_nodes = limits->nodes ? limits->nodes : UINT64_MAX;
    r.must_pass = !moves;
    r.n = make_moves(s, board, moves & limits->moves ? moves & limits->moves : moves, r.list);
    weigh(s, board, r.list, r.n, 1, OFL_NO_MOVE, -MOST, MOST);
    if (r.must_pass)
        r.list[r.n++] = (struct move){{board.opponent, board.player}, OFL_PASS, 0};
    for (int i = 0; i < r.n; i++)
        pick(r.list, r.n, i);
    if (variant_is_over(variant, board)) {
        r.list[0].square = OFL_NO_MOVE;
        result->proved_low = result->proved_high = final_score(s, board);
        set_line(&r, 0, 64, result->proved_low);
        result->stopped = false;
        return;
    }
    set_line(&r, 0, 0, 0);
    deepen(&r, &plan);
    result->nodes = s->nodes;
    result->time_ms = (clock_us() - s->start_us) / 1000;
}
