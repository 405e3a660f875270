/* What the engines count bits by, for Microsoft's compiler, which reads this file first (setup.py). */
#pragma once
#include <intrin.h>

static __inline int __builtin_ctzll(unsigned long long x) {
    unsigned long at;
    _BitScanForward64(&at, x);
    return (int) at;
}
#if defined(_M_ARM64)
static __inline int __builtin_popcountll(unsigned long long x) { return (int) _CountOneBits64(x); }
#else
static __inline int __builtin_popcountll(unsigned long long x) { return (int) __popcnt64(x); }
#endif
