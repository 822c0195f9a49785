#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "process_control.h"

#include <errno.h>

// Musl has no such header, and Darwin has it, too.
#if __has_include(<execinfo.h>)
#include <execinfo.h>
int process_return_addresses(void **addresses, int room) { return backtrace(addresses, room); }
#else
static int backtrace(void **addresses, int room) { return 0; }
int process_return_addresses(void **addresses, int room) { return 0; }
#endif

#ifdef __linux__
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int32_t process_fork(void) { return fork(); }

static int keep_base(struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  *(uintptr_t *)base = info->dlpi_addr;
  // The executable comes first.
  return 1;
}

uintptr_t process_executable_base(void) {
  uintptr_t base = 0;
  dl_iterate_phdr(keep_base, &base);
  return base;
}

int process_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0; }

// The set of processors that a process may use, to be freed, and its size in bytes; NULL where the system does not tell it.
static cpu_set_t *usable_processors(pid_t process, size_t *size) {
  // The kernel refuses a mask that is smaller than its own.
  for (int processors = 1024; processors <= 1 << 20; processors *= 4) {
    cpu_set_t *mask = CPU_ALLOC(processors);
    if (!mask) return NULL;
    *size = CPU_ALLOC_SIZE(processors);
    if (sched_getaffinity(process, *size, mask) == 0) return mask;
    CPU_FREE(mask);
  }
  return NULL;
}

int process_usable_processors(void) {
  size_t size;
  cpu_set_t *mask = usable_processors(0, &size);
  const int count = mask ? CPU_COUNT_S(size, mask) : 0;
  CPU_FREE(mask);
  if (count > 0) return count;
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

int process_confine_to_one_processor(int32_t process) {
  size_t size;
  cpu_set_t *mask = usable_processors(process, &size);
  if (!mask) return 0;
  size_t chosen = 0;
  for (size_t processor = 0, found = 0; processor < 8 * size && found < 2; processor++) {
    if (!CPU_ISSET_S(processor, size, mask)) continue;
    chosen = processor;
    found++;
  }
  CPU_ZERO_S(size, mask);
  CPU_SET_S(chosen, size, mask);
  const int failed = sched_setaffinity(process, size, mask);
  CPU_FREE(mask);
  return !failed;
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

// The keeper of a command. It is forked from a process that may have had threads, so it calls nothing that takes a lock.

// Calls `body` with each process that descends from this one, parents first.
static void for_each_descendant(pid_t parent, int depth, void (*body)(pid_t, void *), void *context) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", parent, parent);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0 || depth > 16) return;
  text[size] = 0;
  for (char *at = text; *at;) {
    const long child = strtol(at, &at, 10);
    if (child > 0) {
      body((pid_t)child, context);
      for_each_descendant((pid_t)child, depth + 1, body, context);
    }
    while (*at == ' ') at++;
  }
}

static void kill_one(pid_t process, void *context) {
  (void)context;
  kill(process, SIGKILL);
}

static void add_memory(pid_t process, void *context) {
  char path[64], text[128];
  snprintf(path, sizeof path, "/proc/%d/statm", process);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0) return;
  text[size] = 0;
  char *at = text;
  strtoull(at, &at, 10);
  *(uint64_t *)context += strtoull(at, &at, 10) * (uint64_t)getpagesize();
}

// Nothing that descends from this process is left.
static void end_descendants(pid_t group) {
  for (;;) {
    if (group > 0) kill(-group, SIGKILL);
    for_each_descendant(getpid(), 0, kill_one, NULL);
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {}
    if (ended < 0) return;
    usleep(1000);
  }
}

static void keep(pid_t command, int life, int status, uint64_t memory) {
  process_command_end end = {0, 0};
  struct pollfd files[2] = {{life, POLLIN, 0}, {(int)syscall(SYS_pidfd_open, command, 0), POLLIN, 0}};
  int milliseconds_left = -1;  // none are counted while whoever started it lives
  for (;;) {
    const int pause = files[1].fd < 0 ? 5 : 50;
    poll(files, files[1].fd < 0 ? 1 : 2, pause);
    if (waitpid(command, &end.status, WNOHANG) == command) break;
    if (files[0].revents) {
      char byte;
      const ssize_t size = read(life, &byte, 1);
      if (size == 0 && milliseconds_left < 0) {
        milliseconds_left = 500;
        files[0].fd = -1;
      } else if (size > 0) {
        break;
      }
    }
    if (milliseconds_left >= 0 && (milliseconds_left -= pause) < 0) break;
    uint64_t used = 0;
    for_each_descendant(getpid(), 0, add_memory, &used);
    if (used > memory) {
      end.is_memory = 1;
      break;
    }
  }
  // Whoever is told that it has ended finds nothing of it.
  end_descendants(command);
  if (write(status, &end, sizeof end) < 0) _exit(EXIT_FAILURE);
  _exit(EXIT_SUCCESS);
}

static void close_others(int a, int b, int c, int d) {
  const int highest = 1 << 16;
  int kept[] = {a, b, c, d};
  for (int i = 0; i < 4; i++)
    for (int j = i + 1; j < 4; j++)
      if (kept[j] < kept[i]) {
        const int other = kept[i];
        kept[i] = kept[j];
        kept[j] = other;
      }
  int first = STDERR_FILENO + 1;
  for (int i = 0; i <= 4; i++) {
    const int last = i < 4 ? kept[i] - 1 : highest;
    if (first <= last && syscall(SYS_close_range, first, last, 0) != 0)
      for (int file = first; file <= last && file < 4096; file++) close(file);
    if (i < 4 && kept[i] >= first) first = kept[i] + 1;
  }
}

int process_start_command(const char *command, uint64_t memory, process_command *started) {
  int pipes[4][2];
  for (int i = 0; i < 4; i++)
    if (pipe2(pipes[i], O_CLOEXEC) != 0) {
      const int error = errno;
      while (i-- > 0) close(pipes[i][0]), close(pipes[i][1]);
      return error;
    }
  const int input = pipes[0][0], output = pipes[1][1], life = pipes[2][0], status = pipes[3][1];
  const pid_t keeper = fork();
  if (keeper < 0) {
    const int error = errno;
    for (int i = 0; i < 4; i++) close(pipes[i][0]), close(pipes[i][1]);
    return error;
  }
  if (keeper == 0) {
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid();
    prctl(PR_SET_PDEATHSIG, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "engine-keeper");
    close_others(input, output, life, status);
    const pid_t child = fork();
    if (child < 0) _exit(EXIT_FAILURE);
    if (child == 0) {
      setpgid(0, 0);
      signal(SIGPIPE, SIG_DFL);
      const struct rlimit no_core = {0, 0};
      setrlimit(RLIMIT_CORE, &no_core);
      // Both are above the standard error, and closed by the shell's start.
      dup2(input, STDIN_FILENO);
      dup2(output, STDOUT_FILENO);
      execl("/bin/sh", "sh", "-c", command, (char *)NULL);
      _exit(127);
    }
    setpgid(child, child);
    close(input);
    close(output);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    keep(child, life, status, memory);
  }
  close(input), close(output), close(life), close(status);
  *started = (process_command){pipes[0][1], pipes[1][0], pipes[2][1], pipes[3][0], keeper};
  fcntl(started->to, F_SETFL, O_NONBLOCK);
  fcntl(started->from, F_SETFL, O_NONBLOCK);
  return 0;
}

ptrdiff_t process_write(int file, const void *bytes, size_t size) {
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t written = write(file, bytes, size);
  const int error = errno;
  // The signal of this call is taken; one that waited before it is somebody else's.
  if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) sigtimedwait(&pipe, NULL, &(struct timespec){0, 0});
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
}
#else
// Engines in processes of their own need what Linux alone has. Each call says that it cannot be done.
ptrdiff_t process_write(int file, const void *bytes, size_t size) {
  errno = ENOSYS;
  return -1;
}
int process_start_command(const char *command, uint64_t memory, process_command *started) { return ENOSYS; }
int32_t process_fork(void) {
  errno = ENOSYS;
  return -1;
}
uintptr_t process_executable_base(void) { return 0; }
int process_end_with_parent(void) { return 0; }
int process_usable_processors(void) { return 1; }
int process_confine_to_one_processor(int32_t process) { return 0; }
int process_memory_file(size_t size) { return -1; }
int process_has_streams(void) { return 1; }
int process_pipe(int *ends) { return -1; }
void process_note_crashes(process_crash_note *note) {}
#endif
