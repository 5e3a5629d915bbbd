/* A book's records and games as lines of text, and games in one form for all their images. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/bits.h"
#include "base/rng.h"
#include "book/book_lines.h"

static void play_random(struct rng *rng, struct ofl_game *game, int plies)
{
    for (int i = 0; i < plies && !ofl_is_over(game->position.board); i++) {
        uint64_t moves = ofl_legal_moves(game->position.board);
        for (uint32_t skip = moves ? rng_below(rng, (uint32_t)bit_count(moves)) : 0; skip; skip--)
            moves = bit_drop(moves);
        cr_assert(ofl_game_play(game, moves ? bit_first(moves) : OFL_PASS));
    }
}

static struct book_record random_record(struct rng *rng)
{
    struct ofl_game game;
    struct book_place place;
    do {
        ofl_game_init(&game, ofl_position_start());
        play_random(rng, &game, (int)rng_below(rng, 60));
    } while (!book_key_place(game.position.board, &place));
    struct book_record record = book_record_of(place.key);
    struct book_evidence *evidence[] = {&record.own, &record.deviation};
    const uint64_t legal = ofl_legal_moves(place.key);
    for (int i = 0; i < 2; i++)
        if (rng_below(rng, 3)) {
            const int square = book_key_least_square(place.key, bit_first(legal));
            *evidence[i] = (struct book_evidence){
                .score_cd = (int16_t)((int)rng_below(rng, 128) - 64), .move = (uint8_t)square,
                .depth = (uint8_t)rng_below(rng, 30), .confidence = (uint8_t)rng_below(rng, 101),
                .source = (uint8_t)(1 + rng_below(rng, 3)), .network = (uint32_t)rng_next(rng),
                .excluded = i ? book_key_all_squares(place.key, legal & rng_next(rng)) &
                                    ~book_key_all_squares(place.key, bit_of(square)) : 0};
        }
    record.flags = rng_below(rng, 4);
    record.proof_low = (int8_t)-(int)rng_below(rng, 65);
    return record;
}

Test(booklines, a_record_comes_back)
{
    struct rng rng = rng_seeded(3620);
    for (int i = 0; i < 2000; i++) {
        const struct book_record record = random_record(&rng);
        struct book_line line;
        struct reason reason;
        char text[BOOK_LINE_SIZE];
        const size_t length = book_lines_write_record(&record, text);
        cr_assert_lt(length, BOOK_LINE_SIZE - 1);
        if (!book_record_check(&record, NULL))
            continue; /* an exact score with a fraction */
        cr_assert(book_lines_read(text, length, &line, &reason), "%s: %s", text, reason.text);
        cr_assert_eq(line.kind, BOOK_LINE_POSITION);
        cr_assert(book_record_is_equal(&line.record, &record), "%s", text);
        /* Whatever byte is missing or another, it is read as a good record or refused. */
        const size_t at = rng_below(&rng, (uint32_t)length);
        text[at] = (char)rng_next(&rng);
        if (book_lines_read(text, length, &line, &reason) && line.kind == BOOK_LINE_POSITION)
            cr_assert(book_record_check(&line.record, NULL));
        if (book_lines_read(text, at, &line, &reason) && line.kind == BOOK_LINE_POSITION)
            cr_assert(book_record_check(&line.record, NULL));
    }
}

/* Bytes behind the ends of the texts do not count. */
static bool is_same_game(const struct book_game *a, const struct book_game *b)
{
    return strcmp(a->start, b->start) == 0 && strcmp(a->moves, b->moves) == 0 &&
           a->result == b->result && a->plies == b->plies && a->ratings[0] == b->ratings[0] &&
           a->ratings[1] == b->ratings[1];
}

Test(booklines, a_game_has_one_form)
{
    struct rng rng = rng_seeded(3621);
    for (int i = 0; i < 300; i++) {
        struct ofl_game game;
        struct book_game form, other;
        struct book_line line;
        struct reason reason;
        char text[BOOK_LINE_SIZE];
        ofl_position start = ofl_position_start();
        if (i % 3 == 0)
            cr_assert(ofl_handicap(&start, 1 + i % 4));
        ofl_game_init(&game, start);
        play_random(&rng, &game, i % 2 ? 120 : 30);
        strcpy(game.result, "-6.00");
        cr_assert(book_game_of(&(struct reading){.game = game}, 20, &form, &reason));
        cr_assert(book_game_check(&form, &reason), "%s %s: %s", form.start, form.moves,
                  reason.text);
        cr_assert((*form.start == '\0') == (i % 3 != 0));
        for (int s = 1; s < 8; s++) {
            struct ofl_game image;
            start.board = ofl_symmetry(game.start.board, s);
            ofl_game_init(&image, start);
            for (int k = 0; k < game.n_played; k++)
                ofl_game_play(&image, ofl_symmetry_square(game.moves[k].move, s));
            strcpy(image.result, game.result);
            cr_assert(book_game_of(&(struct reading){.game = image}, 20, &other, &reason));
            cr_assert(is_same_game(&form, &other));
        }
        form.ratings[i % 2] = i % 4 ? 1000 + i : 0;
        const size_t length = book_lines_write_game(&form, text);
        cr_assert(book_lines_read(text, length, &line, &reason), "%s: %s", text, reason.text);
        cr_assert(is_same_game(&form, &line.game));
    }
}

struct visits {
    int n, sum, by[16];
};

static bool visit(void *user, ofl_board key, int ply, int result, int by, struct reason *reason)
{
    struct visits *visits = user;
    (void)reason;
    cr_assert(book_key_is_canonical(key));
    cr_assert_eq(ofl_count_empties(key), 60 - ply);
    visits->by[visits->n++] = by;
    visits->sum += result;
    return true;
}

Test(booklines, positions_of_a_game_and_their_results)
{
    static const char moves[] = "d3c3b3b2f5a3a1c1"; /* black must pass, white moves again */
    struct ofl_game game;
    struct book_game form;
    struct reason reason;
    struct visits visits = {0};
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(&game, moves, sizeof moves - 1, NULL));
    cr_assert_not(book_game_of(&(struct reading){.game = game}, 60, &form, &reason));
    cr_assert(strstr(reason.text, "tell who won"), "%s", reason.text);
    strcpy(game.result, "10");
    cr_assert(book_game_of(&(struct reading){.game = game}, 60, &form, &reason));
    cr_assert_eq(form.plies, 8);
    cr_assert(book_game_visit(&form, visit, &visits, &reason));
    /* Black, white, ... and after the eighth move white again. */
    cr_assert_eq(visits.n, 9);
    cr_assert_eq(visits.sum, 10 - 10 + 10 - 10 + 10 - 10 + 10 - 10 - 10);
    for (int i = 0; i < visits.n; i++)
        cr_assert_eq(visits.by[i], i ? (i - 1) % 2 : -1, "position %d", i);
}
