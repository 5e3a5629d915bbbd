/* book/opening_names.c - implements opening_names.h. */
#include "book/opening_names.h"

#include <outflank/records.h>

#include <string.h>

#include "book/fold.h"

const struct opening *opening_at(size_t index)
{
    return index < opening_n_names ? &opening_names_table[index] : NULL;
}

/* <, = or > 0: by key, then by language. */
static int compare(const struct opening *opening, ofl_board key, enum opening_language language)
{
    if (opening->key.player != key.player)
        return opening->key.player < key.player ? -1 : 1;
    if (opening->key.opponent != key.opponent)
        return opening->key.opponent < key.opponent ? -1 : 1;
    return (int)opening->language - (int)language;
}

const struct opening *opening_of_board(ofl_board board, enum opening_language language)
{
    const ofl_board key = ofl_canonical(board, NULL);
    size_t low = 0, high = opening_n_names;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare(&opening_names_table[middle], key, language) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const struct opening *found = opening_at(low);
    return found && compare(found, key, language) == 0 ? found : NULL;
}

const struct opening *opening_of_game(const struct ofl_game *game, enum opening_language language,
                                      int *ply)
{
    struct ofl_game replay;
    const struct opening *found = NULL;
    ofl_game_init(&replay, game->start);
    for (int i = 0;; i++) {
        const struct opening *here = opening_of_board(replay.position.board, language);
        if (here) {
            found = here;
            if (ply)
                *ply = i;
        }
        if (i >= game->n_played || !ofl_game_play(&replay, game->moves[i].move))
            return found;
    }
}

const struct opening *opening_called(const char *text, size_t length)
{
    char folded[OPENING_FOLDED];
    const struct opening *opening, *found = NULL;
    if (opening_fold(text, length, folded) == 0)
        return NULL;
    for (size_t i = 0; (opening = opening_at(i)) != NULL; i++)
        if (strcmp(opening->folded, folded) == 0 &&
            (!found || strlen(opening->moves) < strlen(found->moves)))
            found = opening;
    return found;
}

static const char *const codes[] = {[OPENING_EN] = "en", [OPENING_FR] = "fr", [OPENING_JA] = "ja"};

const char *opening_language_code(enum opening_language language) { return codes[language]; }

bool opening_read_language(const char *text, size_t length, enum opening_language *language)
{
    for (int i = 0; i < OPENING_N_LANGUAGES; i++)
        if (strlen(codes[i]) == length && memcmp(text, codes[i], length) == 0) {
            *language = (enum opening_language)i;
            return true;
        }
    return false;
}

const char *ofl_opening_name(ofl_board board, const char *language)
{
    enum opening_language wanted;
    const struct opening *opening =
        ofl_board_is_valid(board) && opening_read_language(language, strlen(language), &wanted)
            ? opening_of_board(board, wanted) : NULL;
    return opening ? opening->name : NULL;
}
