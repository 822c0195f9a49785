// The C table behind which a layout engine plugs into layoutlab. It grows only at its end.
#ifndef LAYOUT_PLUGIN_H
#define LAYOUT_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LAYOUT_PLUGIN_ABI 1

enum { LP_OK = 0, LP_CONFLICT = 1, LP_FAULT = 2 };
enum { LP_DECLARE = 0, LP_ADD = 1, LP_REMOVE = 2, LP_SET_CONSTANT = 3, LP_SET_PRIORITY = 4, LP_FORGET = 5 };
enum { LP_CANONICAL = 1, LP_CERTIFYING = 2, LP_CONFLICT_SETS = 4, LP_UNIQUENESS = 8 };  // capabilities
enum { LP_ROWS = 0, LP_PIVOTS = 1 };  // work: rows looked at to work values out again, exchanges of an active row

typedef struct {
  uint32_t variable;
  uint32_t reserved;
  double coefficient;
} lp_term;

typedef struct {
  uint32_t kind;         // LP_DECLARE ...
  uint32_t id;           // constraint id chosen by the caller; the variable for LP_DECLARE and LP_FORGET
  const lp_term *terms;  // LP_ADD: sum(terms) RELATION constant
  uint32_t term_count;
  int32_t relation;  // -1 <=, 0 ==, 1 >=
  double constant;
  double priority;  // in (0, 1000]; 1000 is required
  uint32_t flags;   // LP_DECLARE: 1 = non-negative. A variable used without being declared is free.
  uint32_t reserved;
} lp_edit;

typedef struct {
  uint32_t abi;
  uint32_t struct_size;
  const char *name;
  const char *version;
  uint64_t capabilities;
  void *(*solver_create)(void);
  // One transaction, then solve. LP_CONFLICT: nothing has changed; *conflict_count is in: room in `conflict`, out: ids in the set.
  int32_t (*solver_apply)(void *solver, const lp_edit *edits, size_t count, uint32_t *conflict, size_t *conflict_count);
  // Variables that changed since they were last reported. Returns how many were written; call again while it fills `capacity`.
  size_t (*solver_changes)(void *solver, uint32_t *variables, double *values, size_t capacity);
  void (*solver_destroy)(void *solver);
  // Text of the last LP_FAULT, valid until the next call.
  const char *(*solver_fault)(void *solver);
  // LP_CERTIFYING. After LP_OK: multipliers that prove each tier optimal; after LP_CONFLICT: a Farkas vector (tier 0).
  // Tier 0 is required, then 1, 2, ... from the highest priority down. Returns the full count.
  size_t (*solver_certificate)(void *solver, uint32_t *tiers, uint32_t *constraints, double *multipliers, size_t capacity);
  // LP_UNIQUENESS: whether the variable's value is unique before the tie-break, 1 or 0.
  int32_t (*solver_is_unique)(void *solver, uint32_t variable);
  void *(*sampler_create)(const uint8_t *timeline, size_t size, size_t *value_count);  // null when malformed
  int32_t (*sampler_sample)(void *sampler, const double *times, size_t time_count, double *values);
  void (*sampler_destroy)(void *sampler);
  // Optional: work done since the solver was made, one number for each of LP_ROWS, LP_PIVOTS, ... as far as `capacity` goes.
  // Returns how many it wrote; numbers that a host does not know come after those that it does. None of them ever falls.
  size_t (*solver_work)(void *solver, uint64_t *counts, size_t capacity);
} lp_plugin;

// The one exported symbol. Returns null when the plugin cannot serve this host.
const lp_plugin *layout_plugin_entry(uint32_t host_abi);
typedef const lp_plugin *(*layout_plugin_entry_function)(uint32_t host_abi);

#ifdef __cplusplus
}
#endif
#endif
