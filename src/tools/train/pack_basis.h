/* train/pack_basis.h - the columns that the rows of a shape are written in
 * (eval/packed_weights.h). */
#ifndef TRAIN_PACK_BASIS_H
#define TRAIN_PACK_BASIS_H

#include "eval/network.h"

struct pack_basis {
    int n;                                          /* lanes */
    uint8_t bytes[NETWORK_LANES * (NETWORK_LANES + 1)]; /* as in the file */
    /* From a row to its coefficients: the inverse of the columns as they are in the file. */
    float inverse[NETWORK_LANES][NETWORK_LANES];
};

/* `products` [n][n] of gradients; `covariance` gets, for the lanes whitened by the root of those,
 * what pack_basis_add() adds; its axes, the longest first, become the columns. A coefficient is
 * `unit` bytes of a row whose lanes all count the same. */
struct pack_maker {
    int n;
    double root[NETWORK_LANES][NETWORK_LANES], back[NETWORK_LANES][NETWORK_LANES];
    double covariance[NETWORK_LANES][NETWORK_LANES];
};

void pack_basis_begin(struct pack_maker *maker, int n, const double *products);
void pack_basis_add(struct pack_maker *maker, const int8_t *row, double weight);
void pack_basis_end(struct pack_maker *maker, double unit, struct pack_basis *basis);

#endif
