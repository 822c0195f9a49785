import Foundation

/// Chooses the times of a film strip: more of them while something moves.
struct FilmFrames {
  /// Returns the indices of the chosen times, ascending: all if there are at most `count`, otherwise at most `count` with the first and the last.
  /// Times at `marks` are preferred.
  static func chosen(_ lanes: [FilmLane], times: [Double], marks: [Double], count: Int) -> [Int] {
    guard times.count > count else { return Array(times.indices) }
    // How much has moved until each time, each lane counted as parts of its own range, with a little for time itself.
    var covered = [0.0]
    let duration = max(times[times.count - 1] - times[0], 1e-9)
    for index in times.indices.dropFirst() {
      var moved = 0.0
      for lane in lanes {
        guard let now = lane.values[index], let before = lane.values[index - 1] else { continue }
        let present = lane.values.compactMap { $0 }
        let range = (present.max() ?? 0) - (present.min() ?? 0)
        if range > 0 { moved += abs(now - before) / range }
      }
      covered.append(
        covered[index - 1] + moved / Double(max(lanes.count, 1)) + 0.1 * (times[index] - times[index - 1]) / duration)
    }
    var chosen: Set<Int> = [0, times.count - 1]
    // Where something begins, ends or is turned around, as far as there is room for it.
    for mark in marks where chosen.count < count / 2 + 1 {
      if let index = times.firstIndex(where: { $0 >= mark - 1e-9 }), !chosen.contains(index) { chosen.insert(index) }
    }
    // Then always the middle of the widest stretch of motion that has no picture yet.
    while chosen.count < count {
      let sorted = chosen.sorted()
      var best: (width: Double, index: Int)?
      for (low, high) in zip(sorted, sorted.dropFirst()) where high - low > 1 {
        let width = covered[high] - covered[low]
        let goal = (covered[high] + covered[low]) / 2
        let middle = ((low + 1)..<high).min { abs(covered[$0] - goal) < abs(covered[$1] - goal) }
        if let middle, width > best?.width ?? 0 { best = (width, middle) }
      }
      guard let best else { break }
      chosen.insert(best.index)
    }
    return chosen.sorted()
  }
}
