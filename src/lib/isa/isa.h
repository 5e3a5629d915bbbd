/* isa/isa.h - one source, one build per CPU level.
 *
 * Hot sources are compiled once per level with -DISA=<level> (src/meson.build).
 * Functions shared between hot files are written ISA_FN(name) and become
 * name_generic, name_avx2 ...; cold code sees only struct kernel (isa/kernel.h).
 * Headers used by hot files define static inline functions only: a plain
 * inline function built with AVX-512 could be the copy the linker keeps. */
#ifndef ISA_ISA_H
#define ISA_ISA_H

#ifndef ISA
#error "this header belongs to hot sources, which are built with -DISA=<level>"
#endif

#define ISA_GLUE2(name, level) name##_##level
#define ISA_GLUE(name, level) ISA_GLUE2(name, level)
#define ISA_FN(name) ISA_GLUE(name, ISA)

/* What this build may use. The generic level is the oracle: no intrinsics. */
#if !defined(ISA_GENERIC) && defined(__AVX512VL__) && defined(__AVX512CD__)
#define HAVE_AVX512 1
#else
#define HAVE_AVX512 0
#endif
#if !defined(ISA_GENERIC) && defined(__AVX2__)
#define HAVE_AVX2 1
#else
#define HAVE_AVX2 0
#endif
#if !defined(ISA_GENERIC) && defined(__SSE4_2__)
#define HAVE_SSE4 1
#else
#define HAVE_SSE4 0
#endif
#if !defined(ISA_GENERIC) && defined(__wasm_simd128__)
#define HAVE_SIMD128 1
#else
#define HAVE_SIMD128 0
#endif
#if !defined(ISA_GENERIC) && defined(__aarch64__) && defined(__ARM_NEON)
#define HAVE_NEON 1
#else
#define HAVE_NEON 0
#endif

/* A local that its function fills before it reads. The build sets all others to zero
 * (-ftrivial-auto-var-init), which took 6 % of a solve for the move lists alone. */
#if defined(__has_attribute)
#if __has_attribute(uninitialized)
#define UNINITIALIZED __attribute__((uninitialized))
#endif
#endif
#ifndef UNINITIALIZED
#define UNINITIALIZED
#endif

/* Before a loop of up to 16 rounds whose number is constant: written out, it becomes
 * instructions without addresses to find. */
#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 16")
#endif

/* Before a loop of a few rounds, whose number nobody can predict: as it is written. With the
 * vectors that clang makes of such loops a solve took 2 % longer. */
#ifdef __clang__
#define SHORT_LOOP _Pragma("clang loop vectorize(disable) interleave(disable) unroll(disable)")
#else
#define SHORT_LOOP _Pragma("GCC unroll 1")
#endif

#endif
