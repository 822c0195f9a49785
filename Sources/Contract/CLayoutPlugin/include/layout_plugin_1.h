// The table of ABI 1, which hosts still load. New engines use layout_plugin.h alone; Guides/plugins.md says what to change ("From ABI 1 to 2").
//
// A source for ABI 1 compiles as it is with -DLAYOUT_PLUGIN_ABI=1; `lp_plugin` is then this table. Codes, edits and terms are those of layout_plugin.h,
// and so are the rules about versions, threads, ownership and texts. What differs:
//
// Buffers.    A function that fills arrays gets their room and never writes beyond it:
//               solver_changes       returns how many it wrote, at most `capacity`. The host calls again while it returns `capacity`.
//               solver_apply         `*conflict_count` is the room on entry and the full number on return. If that is larger, the host applies
//                                    the same transaction again with more room, and gets the same answer.
//               solver_certificate   returns the full number and writes at most `capacity`. The host calls again with more room.
//               solver_work          returns how many it wrote, at most `capacity`.
//             Arrays of one function are of one length; a null array has capacity 0. Counts are never negative.
// Errors.     No function calls back into the host.
#ifndef LAYOUT_PLUGIN_1_H
#define LAYOUT_PLUGIN_1_H

#include "layout_plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

// The table. A group (solver_..., sampler_...) whose first function is null is not offered; one that is offered is whole, but for functions that
// go with a capability or are optional.
typedef struct lp_plugin_1 {
  uint32_t abi;            // 1
  uint32_t struct_size;    // sizeof(lp_plugin_1) as the plugin was compiled
  const char *name;        // short, without spaces
  const char *version;
  uint64_t capabilities;   // LP_CANONICAL | ...: each is a promise that laws check
  // A new engine without variables and constraints; null when there is no memory.
  void *(*solver_create)(void);
  // Performs the edits in order as one transaction, then solves. Returns LP_OK, LP_CONFLICT or LP_FAULT.
  // LP_CONFLICT: `conflict` receives the ids of the set, ascending or not, each once. Threads, room: see above.
  int32_t (*solver_apply)(void *solver, const lp_edit *edits, size_t count, uint32_t *conflict, size_t *conflict_count);
  // Writes variables that changed since they were last reported, with their values in points: each once, in any order. Returns how many were
  // written; the host calls again while it fills `capacity`.
  size_t (*solver_changes)(void *solver, uint32_t *variables, double *values, size_t capacity);
  // Frees the engine, which is not used afterwards.
  void (*solver_destroy)(void *solver);
  // The text of the last LP_FAULT. It stays valid until the next call with this solver.
  const char *(*solver_fault)(void *solver);
  // LP_CERTIFYING. After LP_OK: multipliers that prove each tier optimal; after LP_CONFLICT: a Farkas vector (tier 0).
  // Tier 0 is required, then 1, 2, ... from the highest priority down. Returns the full count.
  size_t (*solver_certificate)(void *solver, uint32_t *tiers, uint32_t *constraints, double *multipliers, size_t capacity);
  // LP_UNIQUENESS: whether the variable's value is unique before the tie-break, 1 or 0.
  int32_t (*solver_is_unique)(void *solver, uint32_t variable);
  // A sampler of a timeline (Guides/timeline-format.md), of which it keeps what it needs; null when the bytes are malformed. `*value_count`
  // receives the number of values at each time.
  void *(*sampler_create)(const uint8_t *timeline, size_t size, size_t *value_count);
  // Writes `time_count` rows of `value_count` values each, row by row, at finite times in seconds, in any order. Returns LP_OK.
  int32_t (*sampler_sample)(void *sampler, const double *times, size_t time_count, double *values);
  // Frees the sampler, which is not used afterwards.
  void (*sampler_destroy)(void *sampler);
  // Optional: work done since the solver was made, one number for each of LP_ROWS, LP_PIVOTS, ... as far as `capacity` goes.
  // Returns how many it wrote; numbers that a host does not know come after those that it does. None of them ever falls.
  size_t (*solver_work)(void *solver, uint64_t *counts, size_t capacity);
  // Optional: what the solver promises, which laws hold it to. 0 and null: nothing is said.
  double solver_tolerance;       // points by which a value may be off: 1e-6 for an honest solver in doubles
  double solver_grid;            // values are rounded to multiples of this
  const double *solver_levels;   // the priorities that it can tell apart, highest first, 1000 at the start
  const double *solver_weights;  // one for each level after the first: the weighted sum of violations is made least
  size_t solver_level_count;
  double solver_least, solver_greatest;  // magnitudes of the numbers other than 0 that it works with
  uint64_t solver_transaction_edits;     // the greatest number of edits in one transaction
} lp_plugin_1;
LP_ASSERT_SIZE(lp_plugin_1, 184);

#ifdef __cplusplus
}
#endif
#endif
