#include "counter_groups.h"

#include <stdint.h>

// libFuzzer's own.
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

// The linker defines them for each section of such a name. Weak: a flavour without counters has no such sections.
#define SECTION(type, name) extern __attribute__((weak)) type __start_##name[], __stop_##name[];
#define GROUP(name) SECTION(uint8_t, counters_##name) SECTION(uintptr_t, pcs_##name)
#define BOUNDS(name) {__start_counters_##name, __stop_counters_##name, __start_pcs_##name, __stop_pcs_##name}

GROUP(readers) GROUP(solver) GROUP(kernel) GROUP(players) GROUP(interface)

static const struct { uint8_t *counters, *counters_end; uintptr_t *pcs, *pcs_end; } groups[] = {
  [COUNTERS_READERS] = BOUNDS(readers), [COUNTERS_SOLVER] = BOUNDS(solver), [COUNTERS_KERNEL] = BOUNDS(kernel),
  [COUNTERS_PLAYERS] = BOUNDS(players), [COUNTERS_INTERFACE] = BOUNDS(interface),
};

void register_counters(enum counter_group group) {
  // libFuzzer takes an empty table of addresses for one that belongs to other counters.
  if (groups[group].counters == groups[group].counters_end) return;
  __sanitizer_cov_8bit_counters_init(groups[group].counters, groups[group].counters_end);
  __sanitizer_cov_pcs_init(groups[group].pcs, groups[group].pcs_end);
}
