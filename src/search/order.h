/* search/order.h - makes and values the moves of general nodes, best first (hot files only). */
#ifndef SEARCH_ORDER_H
#define SEARCH_ORDER_H

#include "search/order_list.h"

/* Makes every move of `moves`. `table` may be NULL; it must outlive the list's values. */
void ISA_FN(order_moves)(const struct worker *worker, const struct position *position,
                         uint64_t moves, int depth, int alpha, const struct tt_data *table,
                         struct order_list *list);

/* Values the moves that look_at_moves() has looked at. */
void ISA_FN(order_values)(struct worker *worker, int n_empties, int alpha,
                          struct order_list *list);

#endif
