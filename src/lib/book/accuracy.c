/* book/accuracy.c - see accuracy.h. */
#include "book/accuracy.h"

#include <stddef.h>

/* Depths and their errors in 1/100 disc. Those of 8, 14 and 20 were measured: bench/book_error.py
 * on 100, 80 and 40 positions of games, plies 2 to 24, selectivity 87. The others continue them. */
static const struct {
    int depth, error_cd;
} measured[] = {{0, 200}, {8, 89}, {14, 82}, {20, 86}, {60, 40}};

enum { N_MEASURED = sizeof measured / sizeof *measured };

const struct book_evidence *book_accuracy_evidence(const struct book_record *record)
{
    const struct book_evidence *own = &record->own, *deviation = &record->deviation;
    if (!book_evidence_exists(own))
        return book_evidence_exists(deviation) ? deviation : NULL;
    return book_evidence_exists(deviation) && deviation->depth > own->depth ? deviation : own;
}

int book_accuracy_error(const struct book_record *record)
{
    const struct book_evidence *evidence = book_accuracy_evidence(record);
    const int depth = evidence ? evidence->depth : 0;
    int i = 1;
    if (record->low == record->high)
        return 0;
    while (i < N_MEASURED - 1 && measured[i].depth < depth)
        i++;
    const int from = measured[i - 1].depth, to = measured[i].depth;
    return measured[i - 1].error_cd +
           (measured[i].error_cd - measured[i - 1].error_cd) * (depth - from) / (to - from);
}

char book_accuracy_grade(double error_cd)
{
    static const double limits[] = {25, 50, 100, 150, 250};
    int grade = 0;
    while (grade < 5 && error_cd > limits[grade])
        grade++;
    return (char)('A' + grade);
}
