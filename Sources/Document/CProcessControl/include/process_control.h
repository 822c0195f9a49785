// Calls of Linux that Swift cannot make, and what a signal handler does, which must not be Swift.
#ifndef PROCESS_CONTROL_H
#define PROCESS_CONTROL_H

#include <stddef.h>
#include <stdint.h>

// As fork, which Swift refuses on some systems. -1 where processes cannot be forked and watched.
int32_t process_fork(void);

// The calling process is killed when the thread that forked it ends. 0 where it cannot be had.
int process_end_with_parent(void);

// Processors that the calling process may run on, at least 1: those of its affinity mask.
int process_usable_processors(void);

// The process runs on one processor alone from now on: the second of those that it may use, if it has two, since the first serves most
// interrupts. 0 where it cannot be had.
int process_confine_to_one_processor(int32_t process);

// A file that lies in memory alone and that executables started later inherit; -1 where it cannot be had.
int process_memory_file(size_t size);

// Whether the standard output and the standard error are open.
int process_has_streams(void);

// Numbers in memory that several processes have: what was written before one is stored is there when it is loaded.
static inline int64_t process_load(const int64_t *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }
static inline void process_store(int64_t *number, int64_t value) { __atomic_store_n(number, value, __ATOMIC_RELEASE); }

// The addresses to which the calls return that led here, innermost first. Returns how many were written, at most `room`; 0 where the C
// library does not tell them.
int process_return_addresses(void **addresses, int room);

// Where the running executable lies in memory; 0 where the system does not tell it.
uintptr_t process_executable_base(void);

// A pipe whose reading end (the first) does not wait, closed in executables started later. -1 where it cannot be had.
int process_pipe(int *ends);

// Where a process was when a fatal signal came, innermost frame first, each in a line: module+0xoffset symbol.
typedef struct {
  int64_t signal;  // 0: none came
  int64_t asked;   // how often the process said where it was
  int64_t streams_closed; // whether the process had lost its streams when the signal came
  char frames[4072];
} process_crash_note;

// From now on fatal signals are noted before they end the process, and SIGUSR2 notes where it is. `note` lies in shared memory.
void process_note_crashes(process_crash_note *note);

// A command in a process group of its own, beneath a keeper: a process that outlives whoever started it, and then ends whatever the
// command started, even what left the group.
typedef struct {
  int to;      // what the command reads
  int from;    // what it writes; neither end waits
  int life;    // the command ends when this is closed, soon after its input; a byte ends it at once
  int status;  // a process_command_end, when it has ended
  int32_t keeper;
} process_command;

typedef struct {
  int32_t is_memory;  // whether it was ended since it took more memory than it may have
  int32_t status;     // as waitpid tells it
} process_command_end;

// Runs `/bin/sh -c command`; its standard error is this process's. 0, or the number of an error. `memory` are the bytes that all
// processes of the command may have together.
int process_start_command(const char *command, uint64_t memory, process_command *started);

// `write`, but a pipe that nobody reads is EPIPE and no signal, which would end this process.
ptrdiff_t process_write(int file, const void *bytes, size_t size);

#endif
