/* train/pack_basis.c - see pack_basis.h. */
#include "train/pack_basis.h"

#include <math.h>
#include <string.h>

#include "eval/packed_contexts.h"
#include "eval/packed_weights.h"

enum { MOST = NETWORK_LANES };
typedef double matrix[MOST][MOST];

/* Turns two axes so that they do not depend on each other any more. */
static void rotate(int n, matrix a, matrix axes, int p, int q)
{
    const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    const double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < n; k++) {
        const double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        const double x = a[p][k], y = a[q][k];
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        const double x = axes[p][k], y = axes[q][k];
        axes[p][k] = c * x - s * y;
        axes[q][k] = s * x + c * y;
    }
}

/* Jacobi's method: `a` becomes diagonal, the rows of `axes` are its eigenvectors. */
static void find_axes(int n, matrix a, matrix axes)
{
    enum { SWEEPS = 30 };
    memset(axes, 0, sizeof(matrix));
    for (int i = 0; i < n; i++)
        axes[i][i] = 1;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                if (fabs(a[p][q]) > 1e-12 * sqrt(fabs(a[p][p] * a[q][q])) + 1e-300)
                    rotate(n, a, axes, p, q);
}

void pack_basis_begin(struct pack_maker *maker, int n, const double *products)
{
    const double floor = 0.03; /* of the mean: what no position shows is not free either */
    matrix a = {{0}}, axes;
    double trace = 1e-9;
    *maker = (struct pack_maker){.n = n};
    for (int i = 0; i < n; i++)
        trace += products[i * n + i];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            a[i][k] = products[i * n + k] * n / trace * (1 - floor) + (i == k ? floor : 0);
    find_axes(n, a, axes);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++) {
                const double root = sqrt(a[j][j] > floor / 2 ? a[j][j] : floor / 2);
                maker->root[i][k] += axes[j][i] * axes[j][k] * root;
                maker->back[i][k] += axes[j][i] * axes[j][k] / root;
            }
}

void pack_basis_add(struct pack_maker *maker, const int8_t *row, double weight)
{
    const int n = maker->n;
    double white[MOST] = {0};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            white[i] += maker->root[k][i] * row[k];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            maker->covariance[i][k] += weight * white[i] * white[k];
}

/* A column in bytes with an exponent. */
static void put_column(struct pack_basis *basis, int j, const double *column)
{
    double most = 0;
    for (int k = 0; k < basis->n; k++)
        most = fmax(most, fabs(column[k]));
    int exponent = 0;
    while (exponent < 7 && ldexp(most, PACKED_SHIFT - exponent) > 127)
        exponent++;
    basis->bytes[j] = (uint8_t)exponent;
    for (int k = 0; k < basis->n; k++) {
        const double x = rint(ldexp(column[k], PACKED_SHIFT - exponent));
        basis->bytes[basis->n + j * basis->n + k] =
            (uint8_t)(int8_t)(x > 127 ? 127 : x < -127 ? -127 : x);
    }
}

/* Gauss and Jordan: inverse[j][k] of the columns in bytes. */
static void invert(struct pack_basis *basis)
{
    const int n = basis->n;
    _Alignas(16) int16_t columns[MOST * MOST];
    matrix a, b = {{0}};
    packed_columns(basis->bytes, n, columns);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
            a[k][j] = ldexp(columns[(j / 2 * n + k) * 2 + j % 2], -PACKED_SHIFT);
            b[k][j] = j == k;
        }
    for (int p = 0; p < n; p++) {
        int best = p;
        for (int i = p; i < n; i++)
            best = fabs(a[i][p]) > fabs(a[best][p]) ? i : best;
        for (int k = 0; k < n; k++) {
            const double x = a[p][k], y = b[p][k];
            a[p][k] = a[best][k], a[best][k] = x;
            b[p][k] = b[best][k], b[best][k] = y;
        }
        const double pivot = a[p][p] != 0 ? 1 / a[p][p] : 0;
        for (int k = 0; k < n; k++)
            a[p][k] *= pivot, b[p][k] *= pivot;
        for (int i = 0; i < n; i++) {
            const double times = i == p ? 0 : a[i][p];
            for (int k = 0; k < n && times != 0; k++) {
                a[i][k] -= times * a[p][k];
                b[i][k] -= times * b[p][k];
            }
        }
    }
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
            basis->inverse[j][k] = (float)b[j][k];
}

void pack_basis_end(struct pack_maker *maker, double unit, struct pack_basis *basis)
{
    const int n = maker->n;
    matrix axes;
    *basis = (struct pack_basis){.n = n};
    find_axes(n, maker->covariance, axes);
    double length[MOST];
    for (int i = 0; i < n; i++)
        length[i] = fabs(maker->covariance[i][i]);
    for (int j = 0; j < n; j++) {
        int longest = 0;
        for (int i = 0; i < n; i++)
            longest = length[i] > length[longest] ? i : longest;
        double column[MOST] = {0};
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                column[k] += maker->back[k][i] * axes[longest][i] * unit;
        put_column(basis, j, column);
        length[longest] = -1; /* taken */
    }
    invert(basis);
}
