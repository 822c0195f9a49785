// A sound engine with one planted bug: every call goes to the library SOUND_ENGINE, except where FAULT says otherwise.
//
// cc -shared -fPIC -O1 -DFAULT=hang -DSOUND_ENGINE='"/path/libLayoutLabPlugin.so"' -I Sources/Contract/CLayoutPlugin/include hostile.c
// `make fuzz-hostile` builds one library for each fault and fuzzes it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "layout_plugin.h"

// Scripts/fuzz-hostile.py reads this list: a name, then what the bug is.
enum fault {
  talkative,             // a debug line for every call: no bug
  crash_create,          // a null pointer in solver_create while another engine lives
  crash_apply,           // a null pointer in solver_apply when a variable is forgotten
  crash_changes,         // a null pointer in solver_changes when five variables changed
  crash_destroy,         // a null pointer in solver_destroy with four rows in the engine
  crash_fault,           // a null pointer in solver_fault
  crash_certificate,     // a null pointer in solver_certificate after a conflict
  crash_unique,          // a null pointer in solver_is_unique of the third variable
  crash_sampler_create,  // a null pointer in sampler_create of a long timeline
  crash_sample,          // a null pointer in sampler_sample before the beginning
  crash_sampler_destroy, // a null pointer in sampler_destroy of one with many values
  trap,                  // an illegal instruction at a negative coefficient
  assertion,             // abort at a row without terms
  stack_overflow,        // a recursion without end at a priority below 1
  wild_write,            // a write through a damaged pointer at the second priority change
  hang,                  // a loop without end when one of three rows is removed
  exits,                 // exit(0) when a priority is set
  exits_at_once,         // _exit(0) when a priority is set
  stops_itself,          // SIGSTOP when a priority is set
  kills_itself,          // SIGKILL when a priority is set
  closes_descriptors,    // closes all of them when a priority is set
  leaves_process,        // a process that goes on without end, then exit
  eats_memory,           // memory without end when a constant is set
  refused_memory,        // asks for eight gibibytes when a constant is set, and goes on without them
  floods,                // output without end when a constant is set
  wrong_tie,             // the oldest row decides a tie
  swapped_tiers,         // tiers from the fourth on in reverse
  lost_change,           // a change is not reported now and then
  stale_value,           // after a removal and an addition in one transaction the first change is not reported
  large_conflict,        // a conflict names one row too many
  by_address,            // a value depends on an address
  by_time,               // a value depends on the time
  odd_coefficients,      // values are wrong where a coefficient is an odd number from three on
  twelve_variables,      // values are wrong from twelve variables on
  late_sampler,          // a sampler gives the value of the time before
  negative_zero,         // zeros are negative
  not_finite,            // the fifth variable has no number
  partial_refusal,       // edits before the refused one stay
  forgets_bounds,        // non-negative variables are free
  fault_for_conflict,    // what cannot be met is told as a fault
  ignores_capacity,      // changes are written beyond the room for them
  loses_changes,         // changes for which there is no room are lost
  conflict_overflow,     // a conflict is written beyond the room for it
};

enum { ROOM = 512 };

typedef struct {
  void *sound;
  uint32_t rows[ROOM];
  size_t row_count;
  uint32_t variables[ROOM];
  size_t variable_count;
  double priorities[ROOM];
  size_t priority_count;
  int has_conflict, is_wrong, drops_next, priority_changes;
  unsigned reports;
} engine;

static const lp_plugin *sound(void) {
  static const lp_plugin *table;
  if (!table) {
    void *library = dlopen(SOUND_ENGINE, RTLD_NOW | RTLD_LOCAL);
    layout_plugin_entry_function entry = library ? (layout_plugin_entry_function)dlsym(library, "layout_plugin_entry") : 0;
    if (!entry) {
      fprintf(stderr, "%s\n", dlerror());
      abort();
    }
    table = entry(LAYOUT_PLUGIN_ABI);
  }
  return table;
}

// The compiler must not know: what cannot happen, it leaves out.
static int *volatile nowhere = 0;
static void *volatile block;
static void crash(void) { *nowhere = 1; }

static volatile int depth;
static int __attribute__((noinline)) overflow(int n) {
  volatile char room[4096];
  room[0] = (char)n;
  depth++;
  return overflow(n + 1) + room[0];
}

static int live;

static void *create(const lp_host *host) {
  if (FAULT == crash_create && live > 0) crash();
  engine *e = calloc(1, sizeof *e);
  e->sound = sound()->solver_create(host);
  __atomic_add_fetch(&live, 1, __ATOMIC_RELAXED);
  return e;
}

static void note_variable(engine *e, uint32_t id) {
  for (size_t i = 0; i < e->variable_count; i++)
    if (e->variables[i] == id) return;
  if (e->variable_count < ROOM) e->variables[e->variable_count++] = id;
}

// The higher of two adjacent tiers comes first; from the fourth on, last.
static double tier(engine *e, double priority) {
  if (priority >= 1000) return priority;
  size_t above = 0;
  double third = 0;
  int is_known = 0;
  for (size_t i = 0; i < e->priority_count; i++) {
    if (e->priorities[i] > priority) above++;
    if (e->priorities[i] == priority) is_known = 1;
  }
  if (!is_known && e->priority_count < ROOM) e->priorities[e->priority_count++] = priority;
  if (above < 3) return priority;
  for (size_t i = 0; i < e->priority_count; i++) {
    size_t higher = 0;
    for (size_t j = 0; j < e->priority_count; j++) higher += e->priorities[j] > e->priorities[i];
    if (higher == 2) third = e->priorities[i];
  }
  return third - priority > 0 ? third - priority : priority;
}

static void before(engine *e, lp_edit *edit) {
  switch (edit->kind) {
    case LP_DECLARE:
      note_variable(e, edit->id);
      if (FAULT == forgets_bounds) edit->flags = 0;
      break;
    case LP_FORGET:
      if (FAULT == crash_apply) crash();
      break;
    case LP_ADD:
      if (FAULT == assertion && edit->term_count == 0) abort();
      if (FAULT == stack_overflow && edit->priority < 1) overflow(0);
      for (uint32_t i = 0; i < edit->term_count; i++) {
        const double coefficient = edit->terms[i].coefficient;
        note_variable(e, edit->terms[i].variable);
        if (FAULT == trap && coefficient < 0) __builtin_trap();
        if (FAULT == odd_coefficients && coefficient >= 3 && fmod(coefficient, 2) == 1) e->is_wrong = 1;
      }
      if (FAULT == twelve_variables && e->variable_count >= 12) e->is_wrong = 1;
      if (FAULT == swapped_tiers) edit->priority = tier(e, edit->priority);
      if (e->row_count < ROOM) e->rows[e->row_count++] = edit->id;
      break;
    case LP_REMOVE:
      if (FAULT == hang && e->row_count >= 3)
        for (;;) depth++;
      for (size_t i = 0; i < e->row_count; i++)
        if (e->rows[i] == edit->id) {
          e->rows[i] = e->rows[--e->row_count];
          break;
        }
      break;
    case LP_SET_PRIORITY:
      e->priority_changes++;
      if (FAULT == wild_write && e->priority_changes == 2) *(volatile int *)0x7f0000000008 = 1;
      if (FAULT == exits) exit(0);
      if (FAULT == exits_at_once) _exit(0);
      if (FAULT == stops_itself) raise(SIGSTOP);
      if (FAULT == kills_itself) raise(SIGKILL);
      if (FAULT == closes_descriptors)
        for (int i = 0; i < 1024; i++) close(i);
      if (FAULT == leaves_process) {
        if (fork() == 0)
          for (;;) pause();
        exit(0);
      }
      if (FAULT == swapped_tiers) edit->priority = tier(e, edit->priority);
      break;
    case LP_SET_CONSTANT:
      if (FAULT == eats_memory)
        for (;;) memset((block = malloc(16 << 20)), 1, 16 << 20);
      if (FAULT == refused_memory) {
        block = malloc((size_t)8 << 30);
        free(block);
      }
      if (FAULT == floods)
        for (;;) puts("and on and on and on and on and on and on and on and on and on and on and on and on and on and on and on");
      break;
  }
  if (FAULT == wrong_tie && edit->kind >= LP_ADD && edit->kind <= LP_SET_PRIORITY) edit->id = UINT32_MAX - edit->id;
}

static int32_t apply(void *solver, const lp_edits *edits) {
  engine *e = solver;
  if (FAULT == talkative)
    fprintf(stderr, "apply: %zu edits, of which the first has the kind %d\n", (size_t)edits->count,
            edits->count ? (int)lp_edit_at(edits, 0)->kind : -1);
  lp_edit *own = malloc((edits->count + 1) * sizeof *own);
  const engine old = *e;
  int removes = 0, adds = 0;
  for (size_t i = 0; i < edits->count; i++) {
    own[i] = *lp_edit_at(edits, i);
    removes |= own[i].kind == LP_REMOVE;
    adds |= own[i].kind == LP_ADD;
    before(e, &own[i]);
  }
  const lp_edits passed = {own, edits->count, sizeof *own, edits->term_size};
  int32_t answer = sound()->solver_apply(e->sound, &passed);
  if (answer == LP_OK) {
    e->drops_next = removes && adds;
  } else {
    *e = old;
    if (FAULT == partial_refusal && edits->count > 1) {
      const lp_edits first = {own, 1, sizeof *own, edits->term_size};
      sound()->solver_apply(e->sound, &first);
    }
  }
  e->has_conflict = answer == LP_CONFLICT;
  free(own);
  if (FAULT == fault_for_conflict && answer == LP_CONFLICT) return LP_FAULT;
  return answer;
}

static int32_t conflict(void *solver, uint32_t *constraints, uint64_t *count) {
  engine *e = solver;
  uint32_t ids[ROOM];
  uint64_t full = ROOM;
  const uint64_t room = *count;
  const int32_t answer = sound()->solver_conflict(e->sound, ids, &full);
  if (full >= ROOM) {
    *count = room;
    return sound()->solver_conflict(e->sound, constraints, count);
  }
  if (FAULT == wrong_tie)
    for (size_t i = 0; i < full; i++) ids[i] = UINT32_MAX - ids[i];
  if (FAULT == large_conflict)
    for (size_t row = 0; row < e->row_count; row++) {
      int is_member = 0;
      for (size_t i = 0; i < full; i++) is_member |= ids[i] == e->rows[row];
      if (is_member) continue;
      ids[full++] = e->rows[row];
      break;
    }
  for (size_t i = 0; i < full && (i < room || FAULT == conflict_overflow); i++) constraints[i] = ids[i];
  *count = full;
  return answer;
}

static int32_t changes(void *solver, uint32_t *variables, double *values, uint64_t *count) {
  engine *e = solver;
  const uint64_t capacity = *count;
  const int32_t answer = sound()->solver_changes(e->sound, variables, values, count);
  if (FAULT == ignores_capacity && *count > capacity) sound()->solver_changes(e->sound, variables, values, count);
  if (FAULT == loses_changes && *count > capacity) {
    uint32_t ids[ROOM];
    double lost[ROOM];
    uint64_t full = ROOM;
    sound()->solver_changes(e->sound, ids, lost, &full);
  }
  if (*count > capacity) return answer;
  size_t written = *count;
  if (FAULT == crash_changes && written >= 5) crash();
  if (FAULT == stale_value && e->drops_next && written > 0) {
    written--;
    memmove(variables, variables + 1, written * sizeof *variables);
    memmove(values, values + 1, written * sizeof *values);
  }
  e->drops_next = 0;
  if (FAULT == lost_change && written > 0 && ++e->reports % 4 == 0) written--;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  for (size_t i = 0; i < written; i++) {
    if (e->is_wrong) values[i] += 1;
    if (FAULT == by_address && ((uintptr_t)e >> 5) % 8 == 0) values[i] += 1.0 / (1 << 20);
    if (FAULT == by_time && now.tv_nsec / 64 % 32 == 0) values[i] += 1;
    if (FAULT == negative_zero && values[i] == 0) values[i] = -0.0;
    if (FAULT == not_finite && i == 4) values[i] = NAN;
  }
  *count = written;
  return answer;
}

static void destroy(void *solver) {
  engine *e = solver;
  if (FAULT == crash_destroy && e->row_count >= 4) crash();
  sound()->solver_destroy(e->sound);
  __atomic_sub_fetch(&live, 1, __ATOMIC_RELAXED);
  free(e);
}

static const char *fault_text(void *solver) {
  if (FAULT == crash_fault) crash();
  return sound()->solver_fault(((engine *)solver)->sound);
}

static int32_t certificate(void *solver, uint32_t *tiers, uint32_t *constraints, double *multipliers, uint64_t *count) {
  engine *e = solver;
  if (FAULT == crash_certificate && e->has_conflict) crash();
  const uint64_t room = *count;
  const int32_t answer = sound()->solver_certificate(e->sound, tiers, constraints, multipliers, count);
  if (FAULT == wrong_tie)
    for (size_t i = 0; i < *count && i < room; i++) constraints[i] = UINT32_MAX - constraints[i];
  return answer;
}

static int32_t is_unique(void *solver, uint32_t variable, int32_t *answer) {
  engine *e = solver;
  if (FAULT == crash_unique && e->variable_count > 2 && e->variables[2] == variable) crash();
  return sound()->solver_is_unique(e->sound, variable, answer);
}

typedef struct {
  void *sound;
  size_t values;
} sampler;

static void *sampler_create(const lp_host *host, const uint8_t *timeline, uint64_t size, uint64_t *value_count) {
  if (FAULT == crash_sampler_create && size > 1000) crash();
  void *inner = sound()->sampler_create(host, timeline, size, value_count);
  if (!inner) return NULL;
  sampler *s = calloc(1, sizeof *s);
  *s = (sampler){inner, *value_count};
  return s;
}

static int32_t sample(void *handle, const double *times, uint64_t time_count, double *values, uint64_t *count) {
  sampler *s = handle;
  if (FAULT == crash_sample && time_count > 0 && times[0] < 0) crash();
  const int32_t answer = sound()->sampler_sample(s->sound, times, time_count, values, count);
  if (FAULT == late_sampler && answer == LP_OK && time_count > 2)
    memmove(values + s->values, values, (time_count - 1) * s->values * sizeof *values);
  return answer;
}

static void sampler_destroy(void *handle) {
  sampler *s = handle;
  if (FAULT == crash_sampler_destroy && s->values >= 4) crash();
  sound()->sampler_destroy(s->sound);
  free(s);
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const lp_plugin *layout_plugin_entry(uint32_t host_abi) {
  static lp_plugin table = {
      .abi = LAYOUT_PLUGIN_ABI, .struct_size = sizeof table, .name = TEXT(FAULT), .version = "1.0", .solver_create = create,
      .solver_apply = apply, .solver_changes = changes, .solver_conflict = conflict, .solver_destroy = destroy, .solver_fault = fault_text,
      .solver_certificate = certificate, .solver_is_unique = is_unique, .sampler_create = sampler_create,
      .sampler_sample = sample, .sampler_destroy = sampler_destroy};
  table.capabilities = sound()->capabilities;
  return host_abi == LAYOUT_PLUGIN_ABI ? &table : NULL;
}
