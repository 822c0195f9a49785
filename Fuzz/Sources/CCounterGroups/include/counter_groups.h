// The coverage counters of a fuzzer, in groups of modules: `counter-groups.ld` says which modules a group has.
#ifndef COUNTER_GROUPS_H
#define COUNTER_GROUPS_H

enum counter_group { COUNTERS_READERS, COUNTERS_SOLVER, COUNTERS_KERNEL, COUNTERS_PLAYERS, COUNTERS_INTERFACE };

// Makes libFuzzer look at the counters of a group, if the modules were built with counters. To be called once for a group, before the first input.
void register_counters(enum counter_group group);

#endif
