// A sound engine that does more than it needs in transactions that remove a row: what `make bench-acceptance` plants, and looks for.
//
//   STEPS    additions that nobody needs: more instructions
//   LOADS    loads from a table; FAR of them, 0 or 1, says whether they are spread over 64 MB: the same instructions, more cache misses
//   PADDING  bytes that are allocated when the library is loaded, and nothing else
//
// The engine is linked to it with `layout_plugin_entry` renamed to `sound_plugin_entry`.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "layout_plugin.h"

#ifndef STEPS
#define STEPS 0
#endif
#ifndef LOADS
#define LOADS 0
#endif
#ifndef FAR
#define FAR 0
#endif
#ifndef PADDING
#define PADDING 0
#endif

const lp_plugin *sound_plugin_entry(uint32_t host_abi);

static int32_t (*sound_apply)(void *, const lp_edits *);

__attribute__((noinline)) static uint64_t work_that_nobody_needs(uint64_t steps) {
  volatile uint64_t sum = 0;
  for (uint64_t i = 0; i < steps; i++) sum += i;
  return sum;
}

#if LOADS > 0
enum { TABLE = 64 << 20, PAGE = 4096 };
static uint8_t *table;
// Read when it runs, so that both builds have the same instructions.
static volatile const uint64_t mask = FAR ? TABLE - 1 : 63;

__attribute__((noinline)) static uint64_t loads_that_miss(uint64_t count) {
  static uint64_t place = 0;
  // Each waits for the one before it: the next address depends on what was read.
  for (uint64_t i = 0; i < count; i++) place = (place * 5 + 4097 * 64 + table[place & mask]) & (TABLE - 1);
  return place;
}
#endif

__attribute__((constructor)) static void prepare(void) {
  void *volatile padding = PADDING ? malloc(PADDING) : NULL;
  (void)padding;
#if LOADS > 0
  // Pages that were never written are one and the same.
  table = aligned_alloc(PAGE, TABLE);
  if (table) memset(table, 1, TABLE);
#endif
}

static int32_t apply(void *solver, const lp_edits *edits) {
  int removes = 0;
  for (uint64_t i = 0; i < edits->count; i++) removes |= lp_edit_at(edits, i)->kind == LP_REMOVE;
  if (removes) {
    work_that_nobody_needs(STEPS);
#if LOADS > 0
    loads_that_miss(LOADS);
#endif
  }
  return sound_apply(solver, edits);
}

const lp_plugin *layout_plugin_entry(uint32_t host_abi) {
  static lp_plugin planted;
  const lp_plugin *sound = sound_plugin_entry(host_abi);
  if (!sound) return NULL;
  memcpy(&planted, sound, sound->struct_size < sizeof planted ? sound->struct_size : sizeof planted);
  sound_apply = sound->solver_apply;
  planted.solver_apply = apply;
  return &planted;
}
