// The C table behind which a layout engine plugs into layoutlab, ABI 2. Guides/plugins.md has the rules and whole examples.
//
// Version.    A library exports one function, `layout_plugin_entry`, which returns its table. Within one ABI the table grows at its end only:
//             `struct_size` is the size that the plugin was compiled with, and the host uses nothing beyond it. The host's structs say their sizes
//             too. So an old plugin works with a new host, and a new plugin with an old one.
//             Sources for ABI 1 compile as they are with -DLAYOUT_PLUGIN_ABI=1; see layout_plugin_1.h. Libraries of ABI 1 are still loaded.
// Threads.    A host calls one engine (a `solver` or `sampler` pointer) from one thread at a time, not always the same one. It may call different
//             engines from different threads at once. `layout_plugin_entry` may be called from any thread, more than once. An engine may call its
//             `lp_host` from any thread, but only while the host is in a call of that engine.
// Ownership.  What `..._create` returns belongs to the plugin; the host passes it to `..._destroy` exactly once, and not to any function after that.
//             The table, and what it points to, belong to the plugin and live as long as the process. `lp_host` belongs to the host and lives until
//             `..._destroy` has returned. All other memory that the host passes in is lent: read or write it during the call only, and keep no
//             pointer to it.
// Texts.      UTF-8, ending in a zero byte. `name` and `version` live as long as the process. The text of `solver_fault` lives until the next call
//             with the same solver; the host copies it at once. The text that a plugin passes to `log` is lent for that call.
// Arrays.     Every function that fills arrays has one protocol. The arrays are of one length: `*count` on entry, the room. On return `*count` is the
//             full number of elements, and the first of them, as many as there is room for, were written; nothing is written beyond the room. If
//             the full number is larger than the room, the call has changed nothing in the engine: the host calls again with more room, and gets
//             the same elements from the first on. With room 0 the arrays may be null.
// Codes.      A function that returns int32_t returns one of the LP_ codes below. After any but LP_OK the engine is as it was before the call.
// Errors.     No function throws, longjmps or exits. Every pointer argument is non-null unless its room or count is 0. Function pointers of `lp_host`
//             are never null.
// Sizes.      Numbers have fixed widths, and pointers 64 bits. Reserved fields are 0 and not read.
#ifndef LAYOUT_PLUGIN_H
#define LAYOUT_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#define LP_ASSERT_SIZE(type, size) static_assert(sizeof(type) == (size), #type)
extern "C" {
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define LP_ASSERT_SIZE(type, size) _Static_assert(sizeof(type) == (size), #type)
#else
#define LP_ASSERT_SIZE(type, size) extern int lp_unchecked_size
#endif

#ifndef LAYOUT_PLUGIN_ABI
#define LAYOUT_PLUGIN_ABI 2
#endif

// What functions return.
enum {
  LP_OK = 0,        // done; of `solver_apply`: solved
  LP_CONFLICT = 1,  // of `solver_apply` alone: the required constraints cannot hold together
  LP_FAULT = 2,     // the request is malformed, or has no answer; `solver_fault` says which part and why
  LP_CANCELLED = 3  // the engine gave up because `is_cancelled` said so (ABI 2)
};
// Kinds of edits.
enum { LP_DECLARE = 0, LP_ADD = 1, LP_REMOVE = 2, LP_SET_CONSTANT = 3, LP_SET_PRIORITY = 4, LP_FORGET = 5 };
enum { LP_CANONICAL = 1, LP_CERTIFYING = 2, LP_CONFLICT_SETS = 4, LP_UNIQUENESS = 8 };  // capabilities
enum { LP_ROWS = 0, LP_PIVOTS = 1 };  // work: rows visited to compute values again, pivots
enum { LP_DEBUG = 0, LP_INFO = 1, LP_WARNING = 2, LP_ERROR = 3 };  // levels of a log (ABI 2)

// One term of a constraint: coefficient * variable. Terms of one variable add up, exactly.
typedef struct lp_term {
  uint32_t variable;  // number chosen by the host
  uint32_t reserved;
  double coefficient;
} lp_term;
LP_ASSERT_SIZE(lp_term, 16);

// One edit. Fields that its kind does not use are 0.
typedef struct lp_edit {
  uint32_t kind;         // LP_DECLARE ...
  uint32_t id;           // constraint id chosen by the host; the variable for LP_DECLARE and LP_FORGET
  const lp_term *terms;  // LP_ADD: sum(terms) RELATION constant
  uint32_t term_count;
  int32_t relation;  // -1 <=, 0 ==, 1 >=
  double constant;
  double priority;  // in (0, 1000]; 1000 is required
  uint32_t flags;   // LP_DECLARE: 1 = non-negative. A variable used without being declared is free.
  uint32_t reserved;
} lp_edit;
LP_ASSERT_SIZE(lp_edit, 48);

#if LAYOUT_PLUGIN_ABI == 1
#include "layout_plugin_1.h"
typedef lp_plugin_1 lp_plugin;
#else

// The edits of one transaction. lp_edit and lp_term may grow at their ends without a new ABI: walk them with `lp_edit_at` and `lp_term_at`, which
// step by the host's sizes. These are never smaller than the structs above. A field that is added later means, when it is 0, what went before.
typedef struct lp_edits {
  const lp_edit *first;
  uint64_t count;
  uint32_t edit_size;  // bytes from one edit to the next
  uint32_t term_size;  // bytes from one term to the next
} lp_edits;
LP_ASSERT_SIZE(lp_edits, 24);

static inline const lp_edit *lp_edit_at(const lp_edits *edits, uint64_t index) {
  return (const lp_edit *)(const void *)((const char *)edits->first + index * edits->edit_size);
}

static inline const lp_term *lp_term_at(const lp_edits *edits, const lp_edit *edit, uint64_t index) {
  return (const lp_term *)(const void *)((const char *)edit->terms + index * edits->term_size);
}

// What an engine may ask of its host. `struct_size` is the host's size of this struct; use nothing beyond it.
typedef struct lp_host {
  uint32_t struct_size;
  uint32_t reserved;
  void *context;  // the first argument of the functions
  // Shows the text to the user, with the engine's name. The host shortens long texts, and drops what comes after the first hundred.
  void (*log)(void *context, int32_t level, const char *text);
  // 1: the host is about to end the process because this call takes too long. Return LP_CANCELLED soon, with everything as it was before the call.
  // 0: go on. Cheap (tens of nanoseconds): a long solve may ask at each pivot. An engine need not ask.
  int32_t (*is_cancelled)(void *context);
} lp_host;
LP_ASSERT_SIZE(lp_host, 32);

// The table. A group (solver_..., sampler_...) whose first function is null is not offered; one that is offered is whole, but for functions that
// go with a capability or are optional.
typedef struct lp_plugin {
  uint32_t abi;            // LAYOUT_PLUGIN_ABI
  uint32_t struct_size;    // sizeof(lp_plugin) as the plugin was compiled
  const char *name;        // short, without spaces
  const char *version;
  uint64_t capabilities;   // LP_CANONICAL | ...: each is a promise that laws check

  // A new engine without variables and constraints; null when there is no memory. The engine may keep `host`.
  void *(*solver_create)(const lp_host *host);
  // Frees the engine, which is not used afterwards.
  void (*solver_destroy)(void *solver);
  // Performs the edits in order as one transaction, then solves. LP_OK, LP_CONFLICT, LP_FAULT or LP_CANCELLED.
  int32_t (*solver_apply)(void *solver, const lp_edits *edits);
  // Array: the variables that changed since they were last reported, with their values in points: each once, in any order. They count as reported
  // when they fitted. A new variable has changed, also if its value is 0. LP_OK.
  int32_t (*solver_changes)(void *solver, uint32_t *variables, double *values, uint64_t *count);
  // Array: the ids of the conflict, ascending or not, each once. Called after an LP_CONFLICT, before the next transaction. LP_OK.
  int32_t (*solver_conflict)(void *solver, uint32_t *constraints, uint64_t *count);
  // The text of the last LP_FAULT with this solver.
  const char *(*solver_fault)(void *solver);
  // LP_CERTIFYING. Array: after LP_OK of solver_apply, multipliers that prove each tier optimal; after LP_CONFLICT, a Farkas vector (tier 0).
  // Tier 0 is required, then 1, 2, ... from the highest priority down. LP_OK, LP_FAULT or LP_CANCELLED.
  int32_t (*solver_certificate)(void *solver, uint32_t *tiers, uint32_t *constraints, double *multipliers, uint64_t *count);
  // LP_UNIQUENESS. Writes 1 if the variable's value is unique before the tie-break, else 0. LP_OK, LP_FAULT or LP_CANCELLED.
  int32_t (*solver_is_unique)(void *solver, uint32_t variable, int32_t *is_unique);
  // Optional. Array: the work done since the engine was made, a number for each of LP_ROWS, LP_PIVOTS, ... None of them ever falls. LP_OK.
  int32_t (*solver_work)(void *solver, uint64_t *numbers, uint64_t *count);

  // A sampler of a timeline (Guides/timeline-format.md), of which it keeps what it needs; null when the bytes are malformed. `*value_count`
  // receives the number of values at each time. The sampler may keep `host`.
  void *(*sampler_create)(const lp_host *host, const uint8_t *timeline, uint64_t size, uint64_t *value_count);
  // Frees the sampler, which is not used afterwards.
  void (*sampler_destroy)(void *sampler);
  // Array: `time_count` rows of `value_count` values each, row by row, at finite times in seconds, in any order. LP_OK or LP_CANCELLED.
  int32_t (*sampler_sample)(void *sampler, const double *times, uint64_t time_count, double *values, uint64_t *count);

  // Optional: what the solver promises, which laws hold it to. 0 and null: nothing is said.
  double solver_tolerance;       // points by which a value may be off: 1e-6 for an honest solver in doubles
  double solver_grid;            // values are rounded to multiples of this
  const double *solver_levels;   // the priorities that it can tell apart, highest first, 1000 at the start
  const double *solver_weights;  // one for each level after the first: the weighted sum of violations is made least
  uint64_t solver_level_count;
  double solver_least, solver_greatest;  // magnitudes of the numbers other than 0 that it works with
  uint64_t solver_transaction_edits;     // the greatest number of edits in one transaction
} lp_plugin;
LP_ASSERT_SIZE(lp_plugin, 192);

#endif  // LAYOUT_PLUGIN_ABI

// The one exported symbol. `host_abi` is a version that the host speaks: it asks for the newest first, then for older ones. Returns a table of that
// version, or null when the plugin cannot serve it.
const lp_plugin *layout_plugin_entry(uint32_t host_abi);
typedef const lp_plugin *(*layout_plugin_entry_function)(uint32_t host_abi);

#ifdef __cplusplus
}
#endif
#endif
