// What a library built with clang's -fsanitize-coverage=inline-8bit-counters,pc-table calls while it is loaded.
#ifndef COVERAGE_CALLBACKS_H
#define COVERAGE_CALLBACKS_H

#include <stdint.h>

// Nobody looks at the counters here: libFuzzer has functions of its own, in its executables.
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

#endif
