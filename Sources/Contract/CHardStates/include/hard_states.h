// How often engines and players have been where bugs live. To count costs a load and a store, whether anybody looks or not.
#ifndef HARD_STATES_H
#define HARD_STATES_H
#include <stdint.h>

enum { HARD_STATE_ROOM = 64 };

// Since the process began.
extern uint32_t hard_state_counts[HARD_STATE_ROOM];
// Since libFuzzer cleared them, before each input: its extra counters, which guide it as edges of code do.
extern uint8_t hard_state_marks[HARD_STATE_ROOM];

// Threads beside each other may lose a count, and nothing else.
static inline void hard_state_reach(int32_t state) {
  uint32_t count = __atomic_load_n(&hard_state_counts[state], __ATOMIC_RELAXED);
  __atomic_store_n(&hard_state_counts[state], count + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&hard_state_marks[state], 1, __ATOMIC_RELAXED);
}

static inline uint32_t hard_state_count(int32_t state) {
  return __atomic_load_n(&hard_state_counts[state], __ATOMIC_RELAXED);
}

#endif
