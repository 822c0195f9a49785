#include "gbshim.h"

#include <benchmark/benchmark.h>
#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#endif
#include <stdlib.h>
#include <time.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

benchmark::State *cpp(gb_state *state) { return reinterpret_cast<benchmark::State *>(state); }
const benchmark::State *cpp(const gb_state *state) { return reinterpret_cast<const benchmark::State *>(state); }
benchmark::internal::Benchmark *cpp(gb_benchmark *b) { return reinterpret_cast<benchmark::internal::Benchmark *>(b); }

// Google Benchmark spells a size as "/200" and appends how it measured; our names are paths that end in "-200". The
// name that somebody gave the machine is left out: reports may be published.
class PathReporter : public benchmark::BenchmarkReporter {
 public:
  explicit PathReporter(std::unique_ptr<BenchmarkReporter> inner) : inner_(std::move(inner)) {}

  bool ReportContext(const Context &context) override {
    std::ostringstream text;
    inner_->SetOutputStream(&text);
    inner_->SetErrorStream(&GetErrorStream());
    bool goes_on = inner_->ReportContext(context);
    std::istringstream lines(text.str());
    for (std::string line; std::getline(lines, line);)
      if (line.find("\"host_name\":") == std::string::npos) GetOutputStream() << line << "\n";
    inner_->SetOutputStream(&GetOutputStream());
    return goes_on;
  }

  void ReportRuns(const std::vector<Run> &runs) override {
    std::vector<Run> renamed = runs;
    for (Run &run : renamed) {
      benchmark::BenchmarkName name;
      name.function_name = run.run_name.function_name;
      if (!run.run_name.args.empty()) name.function_name += "-" + run.run_name.args;
      run.run_name = name;
    }
    inner_->ReportRuns(renamed);
    // An engine may end the process at the next one.
    inner_->GetOutputStream().flush();
  }

  void Finalize() override { inner_->Finalize(); }

 private:
  std::unique_ptr<BenchmarkReporter> inner_;
};

class SilentReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &) override {}
};

bool has_output_file = false;

}  // namespace

void gb_initialize(int *argument_count, char **arguments) {
#ifdef __linux__
  // Whoever watches may be killed itself: then an engine that hangs would stay for good.
  if (getenv("LAYOUTLAB_ENDS_WITH_PARENT")) prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  // Moves everything that is allocated after it: counts are taken in several layouts of memory.
  if (const char *padding = getenv("LAYOUTLAB_HEAP_PADDING")) {
    for (size_t bytes = strtoul(padding, nullptr, 10), i = 0; bytes > 0 && i < 3; i++) {
      void *volatile kept = malloc(bytes + i * 16);
      (void)kept;
    }
  }
  for (int i = 1; i < *argument_count; i++) {
    const std::string argument = arguments[i];
    if (argument.rfind("--benchmark_out=", 0) == 0) has_output_file = true;
  }
  benchmark::Initialize(argument_count, arguments);
}

bool gb_has_unrecognized_arguments(int argument_count, char **arguments) {
  return benchmark::ReportUnrecognizedArguments(argument_count, arguments);
}

void gb_add_context(const char *key, const char *value) { benchmark::AddCustomContext(key, value); }

gb_benchmark *gb_register(const char *path, gb_function function, void *context) {
  auto *benchmark = benchmark::RegisterBenchmark(path, [function, context](benchmark::State &state) {
    function(reinterpret_cast<gb_state *>(&state), context);
  });
  return reinterpret_cast<gb_benchmark *>(benchmark);
}

void gb_add_size(gb_benchmark *benchmark, int64_t size) { cpp(benchmark)->Arg(size); }

void gb_fit_complexity(gb_benchmark *benchmark, int complexity) {
  switch (complexity) {
    case GB_COMPLEXITY_LINEAR: cpp(benchmark)->Complexity(benchmark::oN); break;
    case GB_COMPLEXITY_LINEARITHMIC: cpp(benchmark)->Complexity(benchmark::oNLogN); break;
    case GB_COMPLEXITY_SQUARED: cpp(benchmark)->Complexity(benchmark::oNSquared); break;
    default: cpp(benchmark)->Complexity(benchmark::oAuto); break;
  }
}

void gb_set_iterations(gb_benchmark *benchmark, int64_t iterations) { cpp(benchmark)->Iterations(iterations); }
void gb_use_manual_time(gb_benchmark *benchmark) { cpp(benchmark)->UseManualTime(); }

size_t gb_run(bool is_quiet) {
  gb_memory_keep();
  PathReporter console{std::unique_ptr<benchmark::BenchmarkReporter>(benchmark::CreateDefaultDisplayReporter())};
  SilentReporter silence;
  benchmark::BenchmarkReporter *display = &console;
  if (is_quiet) display = &silence;
  if (!has_output_file) return benchmark::RunSpecifiedBenchmarks(display);
  PathReporter file{std::make_unique<benchmark::JSONReporter>()};
  return benchmark::RunSpecifiedBenchmarks(display, &file);
}

bool gb_keep_running(gb_state *state) { return cpp(state)->KeepRunning(); }
bool gb_keep_running_batch(gb_state *state, int64_t count) { return cpp(state)->KeepRunningBatch(count); }
int64_t gb_size(const gb_state *state) { return cpp(state)->range(0); }
void gb_set_complexity(gb_state *state, int64_t size) { cpp(state)->SetComplexityN(size); }
void gb_set_iteration_time(gb_state *state, double seconds) { cpp(state)->SetIterationTime(seconds); }

void gb_set_counter(gb_state *state, const char *name, double value, int kind) {
  auto flags = kind == GB_COUNTER_RATE            ? benchmark::Counter::kIsRate
               : kind == GB_COUNTER_PER_ITERATION ? benchmark::Counter::kAvgIterations
                                                  : benchmark::Counter::kDefaults;
  cpp(state)->counters[name] = benchmark::Counter(value, flags);
}

void gb_set_label(gb_state *state, const char *label) { cpp(state)->SetLabel(label); }
void gb_fail(gb_state *state, const char *message) { cpp(state)->SkipWithError(message); }

double gb_seconds(void) {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}
