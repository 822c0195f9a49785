#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "process_control.h"

#ifdef __linux__
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int process_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0; }

int process_usable_processors(void) {
  // The kernel refuses a mask that is smaller than its own.
  for (int processors = 1024; processors <= 1 << 20; processors *= 4) {
    cpu_set_t *mask = CPU_ALLOC(processors);
    if (!mask) break;
    const int failed = sched_getaffinity(0, CPU_ALLOC_SIZE(processors), mask);
    const int count = failed ? 0 : CPU_COUNT_S(CPU_ALLOC_SIZE(processors), mask);
    CPU_FREE(mask);
    if (count > 0) return count;
  }
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

int process_memory_file(size_t size) {
  int file = memfd_create("layoutlab-worker", 0);
  if (file >= 0 && ftruncate(file, (off_t)size) != 0) {
    close(file);
    return -1;
  }
  return file;
}

int process_has_streams(void) { return fcntl(STDOUT_FILENO, F_GETFD) >= 0 && fcntl(STDERR_FILENO, F_GETFD) >= 0; }

int process_pipe(int *ends) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

static process_crash_note *note_of_this_process;

static void write_frames(process_crash_note *note) {
  void *addresses[64];
  const int count = backtrace(addresses, 64);
  size_t used = 0;
  // The first two are this handler and the C library's way into it.
  for (int i = 3; i < count && used + 512 < sizeof note->frames; i++) {
    Dl_info info;
    if (!dladdr(addresses[i], &info) || !info.dli_fname) continue;
    const char *slash = strrchr(info.dli_fname, '/');
    const int written = snprintf(
        note->frames + used, sizeof note->frames - used, "%.128s+0x%lx %.256s\n", slash ? slash + 1 : info.dli_fname,
        (unsigned long)((char *)addresses[i] - (char *)info.dli_fbase), info.dli_sname ? info.dli_sname : "");
    if (written > 0) used += (size_t)written;
  }
  note->frames[used < sizeof note->frames ? used : sizeof note->frames - 1] = 0;
}

static void fatal(int number) {
  process_crash_note *note = note_of_this_process;
  // First that it came: telling where may fail in a process that is broken.
  process_store(&note->signal, number);
  // Whoever had a file open may trap when it is gone.
  process_store(&note->streams_closed, !process_has_streams());
  write_frames(note);
  signal(number, SIG_DFL);
  raise(number);
}

static void say_where(int number) {
  (void)number;
  process_crash_note *note = note_of_this_process;
  write_frames(note);
  process_store(&note->asked, note->asked + 1);
}

void process_note_crashes(process_crash_note *note) {
  note_of_this_process = note;
  // Loads what backtrace needs, which must not happen in a handler.
  void *address;
  backtrace(&address, 1);
  // A stack that overflowed has no room for a handler.
  const size_t size = 256 << 10;
  const stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp) sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = fatal, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  const int fatal_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ};
  for (size_t i = 0; i < sizeof fatal_signals / sizeof *fatal_signals; i++) sigaction(fatal_signals[i], &action, NULL);
  action.sa_handler = say_where;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  sigaction(SIGUSR2, &action, NULL);
}
#else
int process_end_with_parent(void) { return 0; }
int process_usable_processors(void) { return 1; }
int process_memory_file(size_t size) { return -1; }
int process_has_streams(void) { return 1; }
int process_pipe(int *ends) { return -1; }
void process_note_crashes(process_crash_note *note) {}
#endif
