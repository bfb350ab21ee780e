/* What every kernel needs around its scop: memory, reproducible data, a clock, a checksum.
 *
 * Data: cell p of an array filled with salt s holds value(s, p), a multiple of 1/256 in (0, 1].
 * The numbers are exact in binary, so reference.py recomputes them bit for bit.
 *
 * Checksum: the sum of w(p) * x(p) over all live-out cells in the order in which they are given,
 * with weights w(p) in [1, 2) that differ from place to place: a wrong cell and two exchanged
 * cells both change it. It is a sum, not a hash of bits, so that results which differ in rounding
 * only (a reordered reduction) can be compared with a tolerance.
 *
 * With -DDUMP every live-out cell is printed on a line of its own before the checksum. */
#ifndef KERNEL_H
#define KERNEL_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Labels name loops for scripts, and the scop pragmas are for polyhedral tools. */
#pragma GCC diagnostic ignored "-Wunused-label"
#pragma GCC diagnostic ignored "-Wunknown-pragmas"

static double kernel_sum;
static uint32_t kernel_cells;
static void *kernel_arrays[32];
static int kernel_array_count;

/* Zeroed memory that report() frees. */
static inline void *zeros(size_t bytes)
{
    void *memory = calloc(bytes, 1);
    if (memory == NULL || kernel_array_count == 32) {
        fprintf(stderr, "no memory for an array of %zu bytes\n", bytes);
        exit(1);
    }
    kernel_arrays[kernel_array_count++] = memory;
    return memory;
}

/* The same full of bytes 0x40 (the double 32.5019...), so that it shows when a transformed scop
 * loses the statement that sets a cell to 0. */
static inline void *array(size_t bytes)
{
    return memset(zeros(bytes), 0x40, bytes);
}

static inline uint32_t scramble(uint32_t x)
{
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    x ^= x >> 12;
    x *= 0x297a2d39u;
    x ^= x >> 15;
    return x;
}

/* The datum of cell `p` of the array with salt `salt`: an integer in 0..255. */
static inline int datum(uint32_t salt, size_t p)
{
    return (int)(scramble((uint32_t)p * 0x9e3779b1u + salt * 0x85ebca6bu) & 255u);
}

/* The same as a multiple of 1/256 in (0, 1]. */
static inline double value(uint32_t salt, size_t p)
{
    return (datum(salt, p) + 1) / 256.0;
}

static inline void fill(double *cells, size_t count, uint32_t salt)
{
    for (size_t p = 0; p < count; p++)
        cells[p] = value(salt, p);
}

static inline void live_out_value(double x)
{
    kernel_sum += (1.0 + (scramble(kernel_cells++) & 1023u) / 1024.0) * x;
#ifdef DUMP
    printf("%.17g\n", x);
#endif
}

static inline void live_out(const double *cells, size_t count)
{
    for (size_t p = 0; p < count; p++)
        live_out_value(cells[p]);
}

/* With -DKERNEL_CLOCK=CLOCK_PROCESS_CPUTIME_ID, what other programs do does not count. */
#ifndef KERNEL_CLOCK
#define KERNEL_CLOCK CLOCK_MONOTONIC
#endif

static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(KERNEL_CLOCK, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Prints the result, frees the arrays, and is what main returns. */
static inline int report(const char *name, double time)
{
    printf("%s checksum=%.17g\n", name, kernel_sum);
    fprintf(stderr, "time=%.6f\n", time);
    while (kernel_array_count > 0)
        free(kernel_arrays[--kernel_array_count]);
    return 0;
}

#endif
