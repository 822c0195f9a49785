// The C table behind which a layout engine plugs into layoutlab. Guides/plugins.md has the rules and whole examples.
//
// Version.    The table grows at its end only, within one LAYOUT_PLUGIN_ABI. `struct_size` is the size that the plugin was compiled with; the host
//             uses nothing beyond it. So an old plugin works with a new host, and a new plugin with an old one.
// Threads.    A host calls one engine (a `solver` or `sampler` pointer) from one thread at a time, not always the same one. It may call different
//             engines from different threads at once. `layout_plugin_entry` may be called from any thread, more than once.
// Ownership.  What `..._create` returns belongs to the plugin; the host passes it to `..._destroy` exactly once, and not to any function after that.
//             The table and its texts belong to the plugin and live as long as the process. Memory that the host passes in (edits, terms,
//             ids, values, timelines) belongs to the host: read or write it during the call only, and keep no pointer to it.
// Texts.      UTF-8, ending in a zero byte. `name` and `version` live as long as the process. The text of `solver_fault` lives until the next call
//             with the same solver. The host copies it at once.
// Buffers.    A function that fills arrays gets their room and never writes beyond it:
//               solver_changes       returns how many it wrote, at most `capacity`. The host calls again while it returns `capacity`.
//               solver_apply         `*conflict_count` is the room on entry and the full number on return. If that is larger, the host applies
//                                    the same transaction again with more room, and gets the same answer.
//               solver_certificate   returns the full number and writes at most `capacity`. The host calls again with more room.
//               solver_work          returns how many it wrote, at most `capacity`.
//             Arrays of one function are of one length; a null array has capacity 0. Counts are never negative.
// Errors.     No function throws, longjmps, exits or calls back into the host. Every pointer argument is non-null unless its room is 0.
// Sizes.      Pointers, `size_t` and `double` have 64 bits; the structs have the sizes that LP_ASSERT_SIZE states. Reserved fields are 0 and not read.
#ifndef LAYOUT_PLUGIN_H
#define LAYOUT_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

// A compiler that lays the structs out otherwise must not build a plugin.
#if defined(__cplusplus)
#define LP_ASSERT_SIZE(type, size) static_assert(sizeof(type) == (size), #type)
extern "C" {
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define LP_ASSERT_SIZE(type, size) _Static_assert(sizeof(type) == (size), #type)
#else
#define LP_ASSERT_SIZE(type, size) extern int lp_unchecked_size
#endif

#define LAYOUT_PLUGIN_ABI 1

// Answers of `solver_apply`. After LP_CONFLICT and LP_FAULT everything is as it was before the call.
enum {
  LP_OK = 0,        // solved
  LP_CONFLICT = 1,  // the required constraints cannot hold together
  LP_FAULT = 2      // an edit is malformed; `solver_fault` says which and why
};
// Kinds of edits.
enum { LP_DECLARE = 0, LP_ADD = 1, LP_REMOVE = 2, LP_SET_CONSTANT = 3, LP_SET_PRIORITY = 4, LP_FORGET = 5 };
enum { LP_CANONICAL = 1, LP_CERTIFYING = 2, LP_CONFLICT_SETS = 4, LP_UNIQUENESS = 8 };  // capabilities
enum { LP_ROWS = 0, LP_PIVOTS = 1 };  // work: rows visited to compute values again, pivots

// One term of a constraint: coefficient * variable. Terms of one variable add up, exactly.
typedef struct {
  uint32_t variable;  // number chosen by the host
  uint32_t reserved;  // 0
  double coefficient;
} lp_term;
LP_ASSERT_SIZE(lp_term, 16);

// One edit. Fields that its kind does not use are 0.
typedef struct {
  uint32_t kind;         // LP_DECLARE ...
  uint32_t id;           // constraint id chosen by the caller; the variable for LP_DECLARE and LP_FORGET
  const lp_term *terms;  // LP_ADD: sum(terms) RELATION constant; lent for the call
  uint32_t term_count;
  int32_t relation;  // -1 <=, 0 ==, 1 >=
  double constant;
  double priority;  // in (0, 1000]; 1000 is required
  uint32_t flags;   // LP_DECLARE: 1 = non-negative. A variable used without being declared is free.
  uint32_t reserved;
} lp_edit;
LP_ASSERT_SIZE(lp_edit, 48);

// The table. A group (solver_..., sampler_...) whose first function is null is not offered; one that is offered is whole, but for functions that
// go with a capability or are optional.
typedef struct {
  uint32_t abi;            // LAYOUT_PLUGIN_ABI
  uint32_t struct_size;    // sizeof(lp_plugin) as the plugin was compiled
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
} lp_plugin;
LP_ASSERT_SIZE(lp_plugin, 184);

// The one exported symbol. `host_abi` is the version that the host speaks. Returns a table of that version, or null when the plugin cannot serve it.
const lp_plugin *layout_plugin_entry(uint32_t host_abi);
typedef const lp_plugin *(*layout_plugin_entry_function)(uint32_t host_abi);

#ifdef __cplusplus
}
#endif
#endif
