// A C file because Swift compiles for the oldest processors of an architecture only: here is a function for each width of
// vectors, chosen where it runs. Every lane does the same multiplication, additions and subtraction, none of them fused.
#include "CLineSweep.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

// Adding it and taking it away rounds to the grid, ties to even, never to -0: its last place is the grid's step.
static const double round_to_grid = 0x1.8p32;

typedef line_sweep (*sweep_function)(const double *, const double *, double, double *, double *, size_t);

static line_sweep sweep_rest(line_sweep found, const double *values, const double *slopes, double step, double *numbers,
                             double *before, size_t first, size_t count) {
  for (size_t at = first; at < count; at++) {
    double line = values[at] + slopes[at] * step;
    double rounded = (line + round_to_grid) - round_to_grid;
    double distance = fabs(line - rounded);
    if (distance > found.furthest) found.furthest = distance;
    bool same = rounded == numbers[at];
    found.isAnySame |= same;
    found.areAllSame &= same;
    before[at] = numbers[at];
    numbers[at] = rounded;
  }
  return found;
}

#define SWEEP(name, attributes, lanes)                                                                                  \
  typedef double name##_doubles __attribute__((ext_vector_type(lanes)));                                                \
  typedef __typeof__((name##_doubles){0} == (name##_doubles){0}) name##_longs;                                          \
  attributes static line_sweep name(const double *values, const double *slopes, double step, double *numbers,           \
                                    double *before, size_t count) {                                                     \
    name##_doubles furthest = 0;                                                                                        \
    name##_longs all_same = -1, any_same = 0;                                                                           \
    size_t full = count - count % lanes;                                                                                \
    for (size_t at = 0; at < full; at += lanes) {                                                                       \
      name##_doubles value, slope, number;                                                                              \
      memcpy(&value, values + at, sizeof value);                                                                        \
      memcpy(&slope, slopes + at, sizeof slope);                                                                        \
      memcpy(&number, numbers + at, sizeof number);                                                                     \
      name##_doubles line = value + slope * step;                                                                       \
      name##_doubles rounded = (line + round_to_grid) - round_to_grid;                                                  \
      name##_longs bits;                                                                                                \
      name##_doubles distance = line - rounded;                                                                         \
      memcpy(&bits, &distance, sizeof bits);                                                                            \
      bits &= INT64_MAX;                                                                                                \
      memcpy(&distance, &bits, sizeof bits);                                                                            \
      furthest = distance > furthest ? distance : furthest;                                                             \
      name##_longs same = rounded == number;                                                                            \
      all_same &= same;                                                                                                 \
      any_same |= same;                                                                                                 \
      memcpy(before + at, &number, sizeof number);                                                                      \
      memcpy(numbers + at, &rounded, sizeof rounded);                                                                   \
    }                                                                                                                   \
    line_sweep found = {0, false, true};                                                                                \
    for (int lane = 0; lane < lanes; lane++) {                                                                          \
      if (furthest[lane] > found.furthest) found.furthest = furthest[lane];                                             \
      found.isAnySame |= any_same[lane] != 0;                                                                           \
      found.areAllSame &= all_same[lane] != 0;                                                                          \
    }                                                                                                                   \
    return sweep_rest(found, values, slopes, step, numbers, before, full, count);                                       \
  }

SWEEP(sweep_two, , 2)
#if defined(__x86_64__)
SWEEP(sweep_four, __attribute__((target("avx2"))), 4)
SWEEP(sweep_eight, __attribute__((target("avx512f,avx512dq,avx512vl"))), 8)
#endif

line_sweep line_sweep_run_within(size_t lanes, const double *values, const double *slopes, double step,
                                 double *numbers, double *before, size_t count) {
  sweep_function function = sweep_two;
#if defined(__x86_64__)
  if (lanes >= 4 && __builtin_cpu_supports("avx2")) function = sweep_four;
  if (lanes >= 8 && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) function = sweep_eight;
#endif
  return function(values, slopes, step, numbers, before, count);
}

line_sweep line_sweep_run(const double *values, const double *slopes, double step, double *numbers, double *before,
                          size_t count) {
  return line_sweep_run_within(8, values, slopes, step, numbers, before, count);
}
