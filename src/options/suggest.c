/* options/suggest.c - see suggest.h. */
#include "options/suggest.h"

#include <string.h>

enum { LONGEST_WORD = 31, NEAR = 2 };

/* Edit distance (Levenshtein 1966), one row of the table at a time. */
static int distance(const char *a, const char *b)
{
    int row[LONGEST_WORD + 1];
    int n = (int)strlen(b);
    for (int k = 0; k <= n; k++)
        row[k] = k;
    for (int i = 0; a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int k = 1; k <= n; k++) {
            int change = diagonal + (a[i] != b[k - 1]);
            int gap = (row[k] < row[k - 1] ? row[k] : row[k - 1]) + 1;
            diagonal = row[k];
            row[k] = change < gap ? change : gap;
        }
    }
    return row[n];
}

void suggest_offer(struct suggestion *suggestion, const char *candidate)
{
    const size_t length = strlen(candidate);
    if (length == 0 || length > LONGEST_WORD || strlen(suggestion->word) > LONGEST_WORD)
        return;
    const int d = distance(suggestion->word, candidate);
    if (d <= NEAR && d < (int)length && (!suggestion->best || d < suggestion->distance)) {
        suggestion->best = candidate;
        suggestion->distance = d;
    }
}
