import LayoutPlugin
import SceneModel

/// Changed variables and their values, in two arrays: the unit of a report.
struct Run: ~Copyable {
  /// The largest number of changes in one report, and of values that a sweep moves at once. The cost of a call is small beside the cost of this
  /// many changes. If rounding leaves one value in doubt, at most this many are computed again.
  static let length = 192

  private var variables = Buffer<Variable>()
  private var values = Buffer<Double>()

  var isFull: Bool { variables.count == Run.length }

  /// Makes room for `count` changes, at most one run.
  mutating func reserve(_ count: Int) {
    variables.reserve(min(count, Run.length))
    values.reserve(min(count, Run.length))
  }

  /// Appends a change, for which there must be room.
  @inline(__always)
  mutating func append(_ variable: Variable, _ value: Double) {
    let end = variables.count
    (variables.base[end], values.base[end]) = (variable, value)
    variables.setCount(end + 1)
    values.setCount(end + 1)
  }

  /// Appends the values of `present` that differ from those in `reported`, each with its variable in `stretch`, without a branch for each value.
  mutating func append(
    _ stretch: UnsafeMutablePointer<Variable>, _ present: UnsafeMutablePointer<Double>,
    unlike reported: UnsafeMutablePointer<Double>, count: Int
  ) {
    variables.reserve(adding: count)
    values.reserve(adding: count)
    var end = variables.count
    for q in 0..<count {
      variables.base[end] = stretch[q]
      values.base[end] = present[q]
      end += present[q].bitPattern == reported[q].bitPattern ? 0 : 1
    }
    variables.setCount(end)
    values.setCount(end)
  }

  /// Reports all changes, and removes them.
  mutating func give(to body: RunBody) {
    if variables.isEmpty { return }
    body(variables.view.span, values.view.span)
    variables.removeAll()
    values.removeAll()
  }
}
