/* study/gather.c - gathers what is studied (study.h). */
#include "study/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bits.h"
#include "base/checksum.h"
#include "report/facts.h"
#include "text/result.h"

/* Is the game new? 1, 0, or -1 if out of memory. */
static int is_new(struct study *study, const struct ofl_game *game)
{
    struct strbuf text = {0};
    char board[OFL_BOARD_TEXT], moves[2 * OFL_MAX_PLIES + 1];
    ofl_game_to_transcript(game, false, moves);
    strbuf_addf(&text, "%s\n%s\n%s\n%s\n%s", ofl_position_to_text(game->start, board), moves,
                game->black, game->white, game->date);
    const uint64_t key = text.is_failed ? 0 : checksum_of((uint8_t *)text.data, text.length);
    const bool is_failed = text.is_failed;
    strbuf_free(&text);
    if (is_failed)
        return -1;
    if (hash_find(&study->hash, study->seen, sizeof key, &key, sizeof key) != HASH_NONE)
        return 0;
    return hash_push(&study->hash, &study->seen, &study->n_seen, &key, sizeof key, sizeof key)
               ? 1 : -1;
}

/* Two empty squares that touch no other, and both moves go there. */
static bool is_pair(ofl_board board, int played, int better)
{
    const uint64_t both = bit_of(played) | bit_of(better);
    const uint64_t empty = ~(board.player | board.opponent);
    return (facts_grow(bit_of(played)) & bit_of(better)) && (facts_grow(both) & empty) == both;
}

static void add_sentences(struct study_move *kept)
{
    struct explain_sentence sentences[EXPLAIN_N_KINDS];
    if (!kept->move.grade || kept->best >= OFL_PASS || kept->best == kept->move.move)
        return;
    const struct explain_question question = {kept->position, kept->move.move, kept->best};
    const int n = explain_moves(&question, sentences);
    kept->n_sentences = n < REVIEW_SENTENCES ? n : REVIEW_SENTENCES;
    for (int i = 0; i < kept->n_sentences; i++)
        kept->kinds[i] = sentences[i].kind;
    kept->is_pair = is_pair(kept->position.board, kept->move.move, kept->best);
}

static struct study_move move_of(const struct review *review, const struct review_move *move,
                                 const struct study_crowd *crowd)
{
    const struct review_point *before = &review->points[move->ply];
    const struct ofl_game_move *played = &review->game.moves[move->ply];
    struct study_move kept = {
        .position = before->position,
        .move = *move,
        .best = before->best,
        .pv_length = before->pv_length,
        .is_best_exact = before->is_exact,
        .seconds = played->has_time && played->seconds >= 0 ? (int)played->seconds : -1,
    };
    memcpy(kept.pv, before->pv, sizeof kept.pv);
    kept.n_after = beside_played(review, move, kept.after);
    for (int i = move->ply; i < review->game.n_played && kept.n_next < STUDY_NEXT; i++)
        kept.next[kept.n_next++] = (uint8_t)review->game.moves[i].move;
    if (crowd)
        memcpy(kept.crowd, crowd->of[move - review->moves], sizeof kept.crowd);
    add_sentences(&kept);
    return kept;
}

static int sign(int value) { return (value > 0) - (value < 0); }

/* What was certain before the move, against what came of it. */
static void judge_end(struct study_game *game, const struct study_move *kept)
{
    if (!kept->is_best_exact)
        return;
    const int worth = sign(kept->move.before_cd), got = sign(game->final_cd);
    game->is_saved |= worth < 0 && got >= 0;
    game->is_thrown |= worth > got && ofl_count_empties(kept->position.board) <= STUDY_LATE_EMPTIES;
}

static bool add_side(struct study *study, const struct review *review,
                     const struct review_origin *origin, const struct result *end,
                     enum ofl_color side, const struct study_crowd *crowd)
{
    const bool is_over = review->is_over || end->is_known;
    const int final_cd = review->is_over ? review->final_cd : (int)lround(100 * end->difference);
    struct study_game game = {
        .file = origin->file,
        .index = origin->index,
        .side = side,
        .opening = review->opening,
        .final_cd = side == OFL_BLACK ? final_cd : -final_cd,
        .is_over = is_over,
        .first = study->n_moves,
    };
    memcpy(game.opponent, side == OFL_BLACK ? review->game.white : review->game.black,
           sizeof game.opponent);
    memcpy(game.date, review->game.date, sizeof game.date);
    for (int i = 0; i < review->n_moves; i++) {
        const struct review_move *move = &review->moves[i];
        if (move->side != side || move->ply < study->n_drawn)
            continue;
        struct study_move kept = move_of(review, move, crowd);
        kept.game = study->n_games;
        if (review->is_over)
            judge_end(&game, &kept);
        if (!array_push(&study->moves, &study->n_moves, &kept, sizeof kept))
            return false;
        game.n_moves++;
    }
    return array_push(&study->games, &study->n_games, &game, sizeof game);
}

bool study_add(struct study *study, const struct review *review, const struct review_origin *origin,
               const struct result *end, int sides, const struct study_crowd *crowd)
{
    const int found = is_new(study, &review->game);
    study->has_people |= crowd != NULL;
    study->n_twice += found == 0;
    if (found <= 0)
        return found == 0;
    return (!(sides & 1 << OFL_BLACK) || add_side(study, review, origin, end, OFL_BLACK, crowd)) &&
           (!(sides & 1 << OFL_WHITE) || add_side(study, review, origin, end, OFL_WHITE, crowd));
}

bool study_ask(const struct review *review, int sides, ofl_engine *engine, struct study_crowd *to)
{
    *to = (struct study_crowd){0};
    for (int i = 0; i < review->n_moves; i++) {
        const struct review_move *move = &review->moves[i];
        if (sides >> move->side & 1 && !move->is_forced &&
            crowd_ask(review, move, engine, CROWD_FIRST, CROWD_RATINGS, to->of[i]) != OFL_OK)
            return false;
    }
    return true;
}

void study_end(struct study *study, int rating)
{
    const struct study_rating found = study_rating(study);
    study->is_given = rating > 0;
    study->rating = rating ? rating : found.error < 0 ? 1500 : (int)(found.rating + 0.5);
}

void study_free(struct study *study)
{
    free(study->games);
    free(study->moves);
    free(study->seen);
    free(study->hash.slots);
    *study = (struct study){0};
}

int study_explain(const struct study *study, const struct study_move *move,
                  struct explain_sentence *sentences)
{
    if (move->best >= OFL_PASS || move->best == move->move.move ||
        move->move.loss_cd < REVIEW_EXPLAIN_CD)
        return 0;
    const struct explain_question question = {move->position, move->move.move, move->best};
    const int n = explain_moves(&question, sentences);
    const struct crowd crowd = study_crowd_at(move, study->rating);
    if (!(crowd.played > 0))
        return n;
    sentences[n] = explain_people(&question, study->rating, crowd.played, crowd.seen);
    return n + 1;
}
