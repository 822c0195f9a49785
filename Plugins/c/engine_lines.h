// What engines in C and C++ share behind the engine protocol (Guides/engine-protocol.md): reading requests, writing frames, and the answer to "time".
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// The next request, without its end of line; NULL at the end of the input. What was printed is flushed before. The next call overwrites the text.
static inline char *next_request(void) {
  static char *line = NULL;
  static size_t room = 0;
  fflush(stdout);
  const ssize_t length = getline(&line, &room, stdin);
  if (length < 0) return NULL;
  if (length > 0 && line[length - 1] == '\n') line[length - 1] = 0;
  return line;
}

// Prints a view's frame in an answer of frames; `number` counts the views from 0. After the last one, end_frames completes the line.
static inline void print_frame(int number, int id, double x, double y, double width, double height) {
  printf("%s\"%d\":[%.9g,%.9g,%.9g,%.9g]", number == 0 ? "{\"frames\":{" : ",", id, x, y, width, height);
}

static inline void end_frames(int count) { puts(count == 0 ? "{\"frames\":{}}" : "}}"); }

// The requests in turn, again and again, and the processor time that each took:
//
//     for (EngineTimes each = engine_times(count, rounds); next_time(&each);) { play the request each.request }
typedef struct { int count, rounds, request, played; clock_t start, *spent; } EngineTimes;

static inline EngineTimes engine_times(int count, int rounds) {
  EngineTimes times = {count, rounds, 0, -1, 0, (clock_t *)calloc(count + 1, sizeof(clock_t))};
  return times;
}

// Whether there is a request to play. Where there is none, the answer has been printed: the mean of each in nanoseconds.
static inline bool next_time(EngineTimes *times) {
  const clock_t now = clock();
  if (times->played >= 0) times->spent[times->request] += now - times->start;
  if (++times->played < times->count * times->rounds) {
    times->request = times->played % times->count;
    times->start = clock();
    return true;
  }
  printf("{\"ns\":[");
  for (int i = 0; i < times->count; i++) printf("%s%.0f", i > 0 ? "," : "", 1e9 / CLOCKS_PER_SEC * times->spent[i] / times->rounds);
  printf("],\"clock\":\"cpu\"}\n");
  fflush(stdout);
  free(times->spent);
  return false;
}
