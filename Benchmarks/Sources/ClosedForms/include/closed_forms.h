// Animations as a person would evaluate them by hand, who knows every kind beforehand: the closed forms and nothing else.
// What a sampler is measured against.
#ifndef CLOSED_FORMS_H
#define CLOSED_FORMS_H

#include <stddef.h>
#include <stdint.h>

enum {
  CF_LERP = 0,       // `lanes` numbers from `from` to `to`, eased when has_curve
  CF_SPRING = 1,     // the same along an underdamped (critical: rate == 0) spring
  CF_KEYFRAMES = 2,  // `key_count` values of `lanes` numbers, straight lines between them
  CF_CUBIC = 3,      // the same joined by Hermite cubics with the given tangents
  CF_TRANSFORM = 4   // plane transforms taken apart beforehand
};

enum { CF_MOST_KEYS = 8, CF_MOST_LANES = 16 };

typedef struct {
  int32_t kind;
  int32_t lanes;
  int32_t has_curve;
  int32_t is_additive;  // adds to what is in `out`, which holds the model
  int32_t key_count;
  int32_t offset;  // of the first number in a row
  double begin, duration;
  double ax, bx, cx, ay, by, cy;  // the curve's coefficients
  double decay, rate, first, second;  // the spring's motion
  double from[CF_MOST_LANES], to[CF_MOST_LANES];
  double times[CF_MOST_KEYS];
  double values[CF_MOST_KEYS * 2];
  double tangents[CF_MOST_KEYS * 4];  // per segment: leaving, arriving
  // Transforms: translation x y, scale x y, the remainder m11 m12 m21 m22, the angle.
  double from_parts[9], to_parts[9];
} cf_animation;

// One row at a time of the clock, `model` first and each animation over it while it is active.
void cf_sample(const cf_animation *animations, size_t count, const double *model, size_t width, double time, double *out);

#endif
