// An engine that is built to be fuzzed calls these when it is loaded; in a driver they do nothing. `CCoverageCallbacks` has them for the tool.
#include <stdint.h>

extern "C" {
__attribute__((weak, visibility("default"))) void __sanitizer_cov_8bit_counters_init(uint8_t *, uint8_t *) {}
__attribute__((weak, visibility("default"))) void __sanitizer_cov_pcs_init(const uintptr_t *, const uintptr_t *) {}
}
