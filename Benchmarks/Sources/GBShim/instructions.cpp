#include "gbshim.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

bool gb_is_counting_instructions(void) { return RUNNING_ON_VALGRIND != 0; }

void gb_instructions_start(void) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
}

void gb_instructions_collect(void) { CALLGRIND_TOGGLE_COLLECT; }
void gb_instructions_pause(void) { CALLGRIND_TOGGLE_COLLECT; }

void gb_instructions_dump(const char *name) {
  CALLGRIND_DUMP_STATS_AT(name);
  CALLGRIND_STOP_INSTRUMENTATION;
}

#else

bool gb_is_counting_instructions(void) { return false; }
void gb_instructions_start(void) {}
void gb_instructions_collect(void) {}
void gb_instructions_pause(void) {}
void gb_instructions_dump(const char *) {}

#endif
