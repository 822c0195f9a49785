import LayoutKernel

extension Law {
  /// Returns the laws about what a kernel reports about its own layout.
  static func diagnosisLaws(_ make: @escaping SceneLayoutMaker) -> [Law] {
    [
      Law(
        "layout.deciding-constraints-add-up-to-the-value",
        "What is not ambiguous is decided by constraints, whose amounts add up to its value.", cost: .exact,
        claims: [.canonical, .uniqueness], make
      ) { trial in trial.judgeDeciding() },
      Law(
        "layout.exercised-ambiguity-comes-back",
        "A view is ambiguous when it has open numbers; taken through all their ends, it is where it was.", cost: .exact,
        claims: [.canonical, .uniqueness], make
      ) { trial in trial.judgeExercise() },
      Law(
        "layout.open-numbers-decide-the-layout",
        "Each ambiguous view is in one ambiguity, and when the numbers that it tells are given, nothing is ambiguous; telling them moves nothing.",
        cost: .exact, claims: [.canonical, .uniqueness], make
      ) { trial in trial.judgeOpenNumbers() },
    ]
  }
}
