#include "closed_forms.h"

#include <math.h>
#include <string.h>

// The progress of a curve, x solved to the last digits: rule A8.2 wants 1e-12.
static double eased(const cf_animation *a, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  double low = 0, high = 1, s = x;
  for (int i = 0; i < 64; i++) {
    double error = ((a->ax * s + a->bx) * s + a->cx) * s - x;
    if (fabs(error) <= 1e-15) break;
    if (error < 0) low = s;
    else high = s;
    double next = s - error / ((3 * a->ax * s + 2 * a->bx) * s + a->cx);
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    if (next == s) break;
    s = next;
  }
  return ((a->ay * s + a->by) * s + a->cy) * s;
}

static int segment(const cf_animation *a, double u) {
  int index = 0;
  while (index < a->key_count - 2 && a->times[index + 1] <= u) index++;
  return index;
}

static void transform(const cf_animation *a, double u, double *out) {
  double p[9];
  for (int i = 0; i < 9; i++) p[i] = a->from_parts[i] * (1 - u) + a->to_parts[i] * u;
  double c = cos(p[8]), s = sin(p[8]);
  memset(out, 0, 16 * sizeof(double));
  out[0] = p[2] * (c * p[4] + s * p[6]);
  out[1] = p[2] * (c * p[5] + s * p[7]);
  out[4] = p[3] * (-s * p[4] + c * p[6]);
  out[5] = p[3] * (-s * p[5] + c * p[7]);
  out[10] = 1;
  out[12] = p[0];
  out[13] = p[1];
  out[15] = 1;
}

void cf_sample(const cf_animation *animations, size_t count, const double *model, size_t width, double time, double *out) {
  memcpy(out, model, width * sizeof(double));
  for (size_t i = 0; i < count; i++) {
    const cf_animation *a = animations + i;
    double elapsed = time - a->begin;
    if (elapsed < 0 || elapsed > a->duration) continue;
    double u = elapsed / a->duration;
    if (a->has_curve) u = eased(a, u);
    double *row = out + a->offset;
    switch (a->kind) {
      case CF_SPRING: {
        double t = u * a->duration;
        double motion = a->rate > 0 ? a->first * cos(a->rate * t) + a->second * sin(a->rate * t) : a->first + a->second * t;
        u = 1 + exp(-a->decay * t) * motion;
      }  // then as any other way from one value to another
      // fall through
      case CF_LERP:
        if (a->is_additive)
          for (int lane = 0; lane < a->lanes; lane++) row[lane] += a->from[lane] * (1 - u) + a->to[lane] * u;
        else
          for (int lane = 0; lane < a->lanes; lane++) row[lane] = a->from[lane] * (1 - u) + a->to[lane] * u;
        break;
      case CF_KEYFRAMES: {
        int k = segment(a, u);
        double s = (u - a->times[k]) / (a->times[k + 1] - a->times[k]);
        for (int lane = 0; lane < a->lanes; lane++)
          row[lane] = a->values[k * a->lanes + lane] * (1 - s) + a->values[(k + 1) * a->lanes + lane] * s;
        break;
      }
      case CF_CUBIC: {
        int k = segment(a, u);
        double s = (u - a->times[k]) / (a->times[k + 1] - a->times[k]), s2 = s * s, s3 = s2 * s;
        const double *leaving = a->tangents + k * 2 * a->lanes, *arriving = leaving + a->lanes;
        for (int lane = 0; lane < a->lanes; lane++)
          row[lane] = (2 * s3 - 3 * s2 + 1) * a->values[k * a->lanes + lane] + (s3 - 2 * s2 + s) * leaving[lane] +
                      (3 * s2 - 2 * s3) * a->values[(k + 1) * a->lanes + lane] + (s3 - s2) * arriving[lane];
        break;
      }
      case CF_TRANSFORM: transform(a, u, row); break;
    }
  }
}
