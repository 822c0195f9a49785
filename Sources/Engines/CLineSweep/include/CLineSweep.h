#ifndef C_LINE_SWEEP_H
#define C_LINE_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

/// What a sweep says of its numbers as a whole.
typedef struct {
  /// How far a number was from the grid at most, before it was rounded. What is not a number does not count.
  double furthest;
  /// As before.
  bool isAnySame;
  bool areAllSame;
} line_sweep;

/// Moves numbers along lines: each of `numbers` becomes `value + slope * step`, rounded to the nearest multiple of 2^-20, ties to
/// even, and `before` what it was. The arrays do not overlap.
///
/// Takes the widest vectors that the processor has. All of them round alike, so that the numbers are the same, bit for bit; what
/// is not a number is none in all of them.
line_sweep line_sweep_run(const double *values, const double *slopes, double step, double *numbers, double *before,
                          size_t count);

/// The same with vectors of so many numbers at most, two or more: for tests.
line_sweep line_sweep_run_within(size_t lanes, const double *values, const double *slopes, double step,
                                 double *numbers, double *before, size_t count);

#endif
