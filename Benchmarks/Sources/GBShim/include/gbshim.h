// Google Benchmark for callers that cannot speak C++, with exact counts beside the clock.
#ifndef GBSHIM_H
#define GBSHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gb_state gb_state;
typedef struct gb_benchmark gb_benchmark;

// Called once for each size and each attempt at an iteration count; `context` is what was registered.
typedef void (*gb_function)(gb_state *state, void *context);

enum { GB_COMPLEXITY_AUTOMATIC = 0, GB_COMPLEXITY_LINEAR = 1, GB_COMPLEXITY_LINEARITHMIC = 2, GB_COMPLEXITY_SQUARED = 3 };
enum { GB_COUNTER_PLAIN = 0, GB_COUNTER_RATE = 1, GB_COUNTER_PER_ITERATION = 2 };

// Takes Google Benchmark's flags out of the arguments.
void gb_initialize(int *argument_count, char **arguments);
// Reports what is left beyond the program's name; true when there was something.
bool gb_has_unrecognized_arguments(int argument_count, char **arguments);
void gb_add_context(const char *key, const char *value);

// `path` plus "-" plus the size is the name in every report: "solver/tick/feed" and 200 make "solver/tick/feed-200".
gb_benchmark *gb_register(const char *path, gb_function function, void *context);
void gb_add_size(gb_benchmark *benchmark, int64_t size);
// A row `path_BigO` over all sizes; the numbers given to gb_set_complexity are what cost is fitted over.
void gb_fit_complexity(gb_benchmark *benchmark, int complexity);
void gb_set_iterations(gb_benchmark *benchmark, int64_t iterations);
// The function tells each time itself with gb_set_iteration_time.
void gb_use_manual_time(gb_benchmark *benchmark);

// Runs everything that is registered; returns how many that were. Quiet: only into the file of --benchmark_out.
size_t gb_run(bool is_quiet);

bool gb_keep_running(gb_state *state);
// As often as needed, `count` iterations at a time; a round that is begun is finished.
bool gb_keep_running_batch(gb_state *state, int64_t count);
int64_t gb_size(const gb_state *state);
void gb_set_complexity(gb_state *state, int64_t size);
void gb_set_iteration_time(gb_state *state, double seconds);
void gb_set_counter(gb_state *state, const char *name, double value, int kind);
void gb_set_label(gb_state *state, const char *label);
// The benchmark ends as an error row with this message. Google Benchmark still exits with 0: read the rows.
void gb_fail(gb_state *state, const char *message);

// Allocations and live bytes of the whole process, shared libraries included. Deltas count; not for several threads.
typedef struct {
  int64_t allocations;
  int64_t live_bytes;
} gb_memory;
// False where the C library's allocator cannot be replaced; counts are then 0.
bool gb_memory_is_counted(void);
void gb_memory_start(void);
gb_memory gb_memory_stop(void);
// Freed memory stays with the process. Whether it goes back to the system depends on what happens to lie behind it, and each
// of its pages costs a fault when it is taken again: up to half of a build, by chance.
void gb_memory_keep(void);

// Exact instruction counts under callgrind (--instr-atstart=no --collect-atstart=no).
bool gb_is_counting_instructions(void);
// Between these two, only what runs while collection is on is counted.
void gb_instructions_start(void);
void gb_instructions_collect(void);
void gb_instructions_pause(void);
// Writes the count under `name` and stops.
void gb_instructions_dump(const char *name);

// Of the processor, in this thread: what other programs do beside it adds nothing.
double gb_seconds(void);

// The compiler must assume that the value is read; costs nothing.
static inline void gb_do_not_optimize(const void *value) { __asm__ volatile("" : : "g"(value) : "memory"); }
static inline void gb_clobber_memory(void) { __asm__ volatile("" : : : "memory"); }

#ifdef __cplusplus
}
#endif
#endif
