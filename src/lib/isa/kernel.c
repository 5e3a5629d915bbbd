/* isa/kernel.c - which CPU level runs. */
#include "isa/kernel.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/* Filled by search/hot.c of each build. */
extern const struct kernel kernel_generic;
#ifdef OFL_HAVE_BASELINE
extern const struct kernel kernel_baseline;
#endif
#ifdef OFL_HAVE_AVX2
extern const struct kernel kernel_avx2;
#endif
#ifdef OFL_HAVE_AVX512
extern const struct kernel kernel_avx512;
#endif
#ifdef OFL_HAVE_SIMD128
extern const struct kernel kernel_simd128;
#endif
#ifdef OFL_HAVE_NEON
extern const struct kernel kernel_neon;
#endif

static const struct kernel *const all_kernels[] = {
    &kernel_generic,
#ifdef OFL_HAVE_BASELINE
    &kernel_baseline,
#endif
#ifdef OFL_HAVE_AVX2
    &kernel_avx2,
#endif
#ifdef OFL_HAVE_AVX512
    &kernel_avx512,
#endif
#ifdef OFL_HAVE_SIMD128
    &kernel_simd128,
#endif
#ifdef OFL_HAVE_NEON
    &kernel_neon,
#endif
};
enum { N_KERNELS = sizeof all_kernels / sizeof *all_kernels };

/* The one mutable global of the library, with the log: the level in force. */
static _Atomic(const struct kernel *) chosen;

/* __builtin_cpu_supports also checks that the system saves the wide registers (XGETBV). */
static bool machine_has(const char *level)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool baseline = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    bool avx2 = baseline && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    if (strcmp(level, "baseline") == 0)
        return baseline;
    if (strcmp(level, "avx2") == 0)
        return avx2;
    if (strcmp(level, "avx512") == 0)
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
#if defined(OFL_HAVE_NEON)
    if (strcmp(level, "neon") == 0)
        return true; /* every ARM64 has it */
#endif
#if defined(OFL_HAVE_SIMD128)
    if (strcmp(level, "simd128") == 0)
        return true; /* or the module would not load */
#endif
    return strcmp(level, "generic") == 0;
}

const struct kernel *kernel_at(int index)
{
    return index >= 0 && index < N_KERNELS ? all_kernels[index] : NULL;
}

static const struct kernel *find(const char *level)
{
    for (int i = 0; i < N_KERNELS; i++)
        if (strcmp(all_kernels[i]->level, level) == 0)
            return all_kernels[i];
    return NULL;
}

bool kernel_supported(const char *level)
{
    return find(level) && machine_has(level);
}

bool kernel_select(const char *level)
{
    if (!kernel_supported(level))
        return false;
    atomic_store(&chosen, find(level));
    return true;
}

const struct kernel *kernel(void)
{
    const struct kernel *k = atomic_load_explicit(&chosen, memory_order_acquire);
    if (k)
        return k;
    for (int i = N_KERNELS - 1; i >= 0; i--)
        if (machine_has(all_kernels[i]->level)) {
            k = all_kernels[i];
            break;
        }
    /* Two threads that meet here choose the same table. */
    const struct kernel *none = NULL;
    if (!atomic_compare_exchange_strong(&chosen, &none, k))
        k = none;
    return k;
}
