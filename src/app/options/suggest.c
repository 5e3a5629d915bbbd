/* options/suggest.c - see suggest.h. */
#include "options/suggest.h"

#include <string.h>

#include "base/ascii.h"
#include "book/fold.h"

enum { LONGEST_WORD = 31 };

/* Words that people try, and the options they stand for. A program has some of these options. */
static const struct {
    const char *word, *option;
} tried_words[] = {
    {"time", "seconds"}, {"times", "seconds"}, {"sec", "seconds"}, {"movetime", "seconds"},
    {"time-limit", "seconds"}, {"ply", "depth"}, {"plies", "depth"}, {"cores", "threads"},
    {"cpus", "threads"}, {"memory", "hash"}, {"mem", "hash"}, {"tt", "hash"}, {"moves", "best"},
    {"lines", "best"}, {"multipv", "best"}, {"top", "best"}, {"output", "out"}, {"format", "to"},
    {"skill", "strength"}, {"difficulty", "strength"}, {"silent", "quiet"},
    {"page", "html"}, {"picture", "svg"}, {"image", "svg"}, {"empties", "exact-empties"},
};

/* Letters changed, left out, put in, or two neighbours exchanged (optimal string alignment). Row i
 * holds the distances of the first i letters. */
static int distance(const char *a, size_t n, const char *b, size_t m)
{
    int rows[LONGEST_WORD + 1][LONGEST_WORD + 1];
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                rows[i][j] = (int)(i + j);
                continue;
            }
            const int x = ascii_lower(a[i - 1]), y = ascii_lower(b[j - 1]);
            int best = rows[i - 1][j - 1] + (x != y);
            if (rows[i - 1][j] + 1 < best)
                best = rows[i - 1][j] + 1;
            if (rows[i][j - 1] + 1 < best)
                best = rows[i][j - 1] + 1;
            if (i > 1 && j > 1 && x == ascii_lower(b[j - 2]) && ascii_lower(a[i - 2]) == y &&
                rows[i - 2][j - 2] + 1 < best)
                best = rows[i - 2][j - 2] + 1;
            rows[i][j] = best;
        }
    return rows[n][m];
}

bool suggest_is_tried_for(const char *word, const char *option)
{
    for (size_t i = 0; i < sizeof tried_words / sizeof *tried_words; i++)
        if (strcmp(tried_words[i].word, word) == 0 && strcmp(tried_words[i].option, option) == 0)
            return true;
    return false;
}

void suggest_offer(struct suggestion *suggestion, const char *candidate)
{
    const size_t length = strlen(candidate);
    if (length == 0 || length > LONGEST_WORD || suggestion->length > LONGEST_WORD)
        return;
    const int near = suggestion->length > 3 ? 2 : 1;
    const int d = distance(suggestion->word, suggestion->length, candidate, length);
    if (d <= near && d < (int)length && (!suggestion->best || d < suggestion->distance)) {
        suggestion->best = candidate;
        suggestion->distance = d;
    }
}

const struct opening *suggest_opening(const char *text, size_t length,
                                      const enum opening_language *only)
{
    char folded[OPENING_FOLDED];
    struct suggestion meant = {.word = folded, .length = opening_fold(text, length, folded)};
    const struct opening *opening, *part = NULL, *found = NULL;
    for (size_t i = 0; meant.length && (opening = opening_at(i)) != NULL; i++) {
        if (only && opening->language != *only)
            continue;
        const char *best = meant.best;
        suggest_offer(&meant, opening->folded);
        found = meant.best != best ? opening : found;
        part = !part && strstr(opening->folded, folded) ? opening : part;
    }
    return found ? found : part;
}
