#include "hard_states.h"

uint32_t hard_state_counts[HARD_STATE_ROOM];

#ifdef __linux__
__attribute__((section("__libfuzzer_extra_counters")))
#endif
uint8_t hard_state_marks[HARD_STATE_ROOM];
