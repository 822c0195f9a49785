#include "coverage_callbacks.h"

// Weak: a sanitizer's runtime may be linked in, too.
__attribute__((weak, visibility("default"))) void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
  (void)start;
  (void)stop;
}

__attribute__((weak, visibility("default"))) void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) {
  (void)start;
  (void)stop;
}
