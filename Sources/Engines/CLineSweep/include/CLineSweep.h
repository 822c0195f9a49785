#ifndef C_LINE_SWEEP_H
#define C_LINE_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

/// The result of a sweep for all its numbers together.
typedef struct {
  /// The largest distance of a number from the grid before it was rounded. NaNs do not count.
  double furthest;
  /// Whether at least one number (`isAnySame`), or every number (`areAllSame`), is the same as before the sweep.
  bool isAnySame;
  bool areAllSame;
} line_sweep;

/// Moves numbers along lines: each of `numbers` becomes `value + slope * step`, rounded to the nearest multiple of 2^-20, ties to
/// even. `before` receives the former numbers. The arrays must not overlap.
///
/// Uses the widest vectors that the processor has. All widths round alike and give NaN in the same places, so the numbers are the
/// same, bit for bit.
line_sweep line_sweep_run(const double *values, const double *slopes, double step, double *numbers, double *before,
                          size_t count);

/// The same with vectors of at most `lanes` numbers, which must be two or more: for tests.
line_sweep line_sweep_run_within(size_t lanes, const double *values, const double *slopes, double step,
                                 double *numbers, double *before, size_t count);

#endif
