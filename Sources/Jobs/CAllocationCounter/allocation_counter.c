// The C library's allocator with a count for each thread in front, and a note of what it refused. Sanitizers stand there themselves, and then it stays away.
#include "allocation_counter.h"

#include <stddef.h>
// Says whether this is glibc.
#if __has_include(<features.h>)
#include <features.h>
#endif

#if defined(__has_feature) && !defined(SANITIZED)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static int64_t *refusals = 0;

void allocation_counter_note_refusals(int64_t *note) { refusals = note; }

void allocation_counter_note_refusal(void) {
  if (refusals) __atomic_store_n(refusals, 1, __ATOMIC_RELEASE);
}

#if defined(__GLIBC__) && !defined(SANITIZED)

static _Thread_local int64_t count = 0;

// Those of an address sanitizer that was loaded before the program. The program's own functions come before all others, so that it would
// see memory given back that it never gave.
__attribute__((weak)) void *__interceptor_malloc(size_t);
__attribute__((weak)) void *__interceptor_calloc(size_t, size_t);
__attribute__((weak)) void *__interceptor_realloc(void *, size_t);

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

static inline void *noted(void *block, size_t size) {
  if (!block && size > 0) allocation_counter_note_refusal();
  return block;
}

void *malloc(size_t size) {
  count += 1;
  return noted(__interceptor_malloc ? __interceptor_malloc(size) : __libc_malloc(size), size);
}

void *calloc(size_t items, size_t size) {
  count += 1;
  return noted(__interceptor_calloc ? __interceptor_calloc(items, size) : __libc_calloc(items, size), items && size);
}

void *realloc(void *block, size_t size) {
  count += 1;
  return noted(__interceptor_realloc ? __interceptor_realloc(block, size) : __libc_realloc(block, size), size);
}

bool allocation_counter_has_sanitizer(void) { return __interceptor_malloc != NULL; }
bool allocation_counter_works(void) { return true; }
int64_t allocation_counter_count(void) { return count; }

#else

#ifdef SANITIZED
bool allocation_counter_has_sanitizer(void) { return true; }
#else
bool allocation_counter_has_sanitizer(void) { return false; }
#endif
bool allocation_counter_works(void) { return false; }
int64_t allocation_counter_count(void) { return 0; }
#endif
