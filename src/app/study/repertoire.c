/* study/repertoire.c - implements repertoire.h. */
#include "study/repertoire.h"

#include <outflank/book.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bits.h"
#include "base/sample.h"
#include "engine/like_people.h"
#include "text/alike.h"
#include "text/json_build.h"

enum {
    DRILLS_MOST = 200,
    SIGHT = 6,          /* plies, for moves that the book does not know */
    NOT_MINE_CD = 100   /* the least that a move loses that is not the player's */
};
static const double least_chance = 0.002; /* of a position to come up */

struct node {
    ofl_position position;
    double chance;
    int n;              /* moves that led there */
    uint8_t moves[60];
    bool is_done;
};

struct tree {
    const struct repertoire *wanted;
    struct node *nodes;
    size_t n;
    ofl_board *asked;   /* canonical boards */
    size_t n_asked;
    int code;
};

static bool grow(struct tree *tree, const struct node *from, int move, double chance)
{
    struct node node = *from;
    node.position.board = ofl_play(from->position.board, move);
    node.position.turn = from->position.turn == OFL_BLACK ? OFL_WHITE : OFL_BLACK;
    node.moves[node.n++] = (uint8_t)move;
    node.chance = chance;
    node.is_done = false;
    return chance < least_chance || node.n == (int)sizeof node.moves ||
           array_push(&tree->nodes, &tree->n, &node, sizeof node);
}

/* The one that people write, of moves that are one but for symmetry. */
static int usual(ofl_board board, int move)
{
    enum { F5 = 37 };
    const uint64_t alike = moves_alike(board, move);
    return alike & bit_of(F5) ? F5 : bit_first(alike);
}

static bool is_new(struct tree *tree, ofl_board board)
{
    const ofl_board key = ofl_canonical(board, NULL);
    for (size_t i = 0; i < tree->n_asked; i++)
        if (memcmp(&tree->asked[i], &key, sizeof key) == 0)
            return false;
    return array_push(&tree->asked, &tree->n_asked, &key, sizeof key);
}

/* ---- answers ---- */

static bool answer(struct tree *tree, const struct node *node)
{
    const struct node from = *node; /* nodes move */
    ofl_engine *engine = tree->wanted->engine;
    const ofl_board board = from.position.board;
    struct people_moves moves;
    double share[PEOPLE_MOVES];
    tree->code = like_people_moves(engine, board, &moves);
    if (tree->code != OFL_OK || !moves.n)
        return tree->code == OFL_OK;
    if (!like_people_by_games(engine, board, &moves, share))
        like_people_shares(engine, board, from.n ? from.moves[from.n - 1] : OFL_NO_MOVE,
                           tree->wanted->rating, &moves, share);
    for (int i = 0; i < moves.n; i++) {
        const uint64_t alike = moves_alike(board, moves.move[i]);
        double chance = 0; /* of all that are this move but for symmetry */
        for (int k = 0; k < moves.n; k++)
            chance += alike & bit_of(moves.move[k]) ? share[k] : 0;
        if (usual(board, moves.move[i]) == moves.move[i] &&
            !grow(tree, &from, moves.move[i], from.chance * chance))
            return false;
    }
    return true;
}

/* ---- the player's moves ---- */

static json_t *json_of_line(const struct ofl_line *line, int loss_cd)
{
    return json_pack("{s:o, s:f, s:f, s:o}", "move", json_from_move(line->move), "score",
                     line->score / 100.0, "loss", loss_cd / 100.0, "pv",
                     json_from_moves(line->pv, line->pv_length));
}

/* His move first; the others lose at least NOT_MINE_CD. */
static json_t *moves_of(const struct ofl_result *result, ofl_board board, int mine)
{
    const uint64_t alike = moves_alike(board, mine);
    const struct ofl_line *best = result->lines;
    while (best->move != mine)
        best++;
    json_t *moves = json_and(json_array(), json_of_line(best, 0));
    for (int i = 0; i < result->n_lines; i++) {
        const struct ofl_line *line = &result->lines[i];
        const int loss_cd = alike & bit_of(line->move)                ? 0
                            : best->score - line->score < NOT_MINE_CD ? NOT_MINE_CD
                                                                      : best->score - line->score;
        if (line != best)
            moves = json_and(moves, json_of_line(line, loss_cd));
    }
    return moves;
}

/* OFL_NO_MOVE where the book ends. */
static int choose(struct tree *tree, ofl_position position)
{
    const struct ofl_limits limits = {.depth = SIGHT, .strict_depth = true};
    struct ofl_result result = {0};
    struct ofl_game game;
    ofl_game_init(&game, position);
    if (ofl_legal_moves(position.board))
        tree->code = ofl_choose(tree->wanted->engine, &game, &limits, &result);
    return result.n_lines && result.lines[0].source != OFL_FROM_SEARCH ? result.lines[0].move
                                                                       : OFL_NO_MOVE;
}

/* The player's turn. */
static bool ask(struct tree *tree, const struct node *node, struct cards *cards)
{
    const struct node from = *node;
    const ofl_board board = from.position.board;
    const struct ofl_limits limits = {.depth = SIGHT, .strict_depth = true,
                                      .multi_pv = OFL_MAX_MOVES};
    char text[OFL_BOARD_TEXT];
    struct ofl_result result;
    int mine = choose(tree, from.position);
    if (mine == OFL_NO_MOVE || !is_new(tree, board))
        return tree->code == OFL_OK;
    mine = usual(board, mine);
    tree->code = ofl_hint(tree->wanted->engine, board, &limits, &result);
    return tree->code == OFL_OK &&
           cards_add(cards, json_pack(
               "{s:s, s:s, s:o, s:f, s:o}", "type", "drill", "position",
               ofl_position_to_text(from.position, text), "after",
               json_from_moves(from.moves, from.n), "chance", from.chance, "moves",
               moves_of(&result, board, mine))) &&
           grow(tree, &from, mine, from.chance);
}

static struct node *most_frequent(struct tree *tree)
{
    struct node *best = NULL;
    for (size_t i = 0; i < tree->n; i++)
        if (!tree->nodes[i].is_done && (!best || tree->nodes[i].chance > best->chance))
            best = &tree->nodes[i];
    return best;
}

bool repertoire_add(const struct repertoire *repertoire, struct cards *cards, int *code,
                    struct reason *reason)
{
    const struct node start = {.position = ofl_position_start(), .chance = 1};
    struct tree tree = {.wanted = repertoire};
    struct node *node;
    bool is_good = array_push(&tree.nodes, &tree.n, &start, sizeof start);
    while (is_good && tree.n_asked < DRILLS_MOST && (node = most_frequent(&tree))) {
        node->is_done = true;
        is_good = node->position.turn == repertoire->color ? ask(&tree, node, cards)
                                                           : answer(&tree, node);
    }
    free(tree.nodes);
    free(tree.asked);
    *code = tree.code;
    if (is_good && !cards->n)
        return reason_set(reason, "the book has no move of this colour");
    return is_good || reason_set(reason, "%s", tree.code == OFL_OK ? "out of memory"
                                               : ofl_last_error(repertoire->engine));
}
