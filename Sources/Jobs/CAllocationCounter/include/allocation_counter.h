// Counts what a piece of code asks of the C library's allocator, for tests that promise to ask nothing of it.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

// False where the allocator cannot be stood in front of; counts are then 0.
bool allocation_counter_works(void);
// Of this thread, since the process started.
int64_t allocation_counter_count(void);

// Whether an address sanitizer has taken the allocator's place: it was preloaded, or is part of this program.
bool allocation_counter_has_sanitizer(void);

// From now on a number that is not zero is left there when memory is refused.
void allocation_counter_note_refusals(int64_t *note);

// Notes a refusal that happened elsewhere, in a process that this one had started.
void allocation_counter_note_refusal(void);

#endif
