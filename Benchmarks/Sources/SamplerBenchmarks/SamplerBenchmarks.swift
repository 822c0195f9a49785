import BenchmarkDriver
import Glibc

/// What animations cost: samples by kind and by number, keyframes, films, commits, and a re-layout inside an animation.
@main
struct SamplerBenchmarks {
  static func main() {
    let driver = Driver(arguments: CommandLine.arguments)
    exit(
      driver.run(
        sampleCases(isOwnOnly: driver.isOwnOnly) + shapeCases() + commitCases()
          + relayoutCases(within: driver.mostConstraints)))
  }
}
