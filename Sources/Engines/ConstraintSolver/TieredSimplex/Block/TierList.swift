import SceneModel

/// The priorities of a block's rows, highest first. The required one is always there.
struct TierList: ~Copyable {
  private var priorities = Buffer<Double>()

  var count: Int { priorities.count }

  /// Removes all priorities but the required one.
  mutating func reset() {
    priorities.removeAll()
    priorities.append(LinearConstraint.requiredPriority)
  }

  @inline(__always)
  mutating func insert(_ priority: Double) {
    let tier = tier(of: priority)
    if tier < count, priorities[tier] == priority { return }
    priorities.append(priority)
    var place = count - 1
    while place > tier {
      priorities[place] = priorities[place - 1]
      place -= 1
    }
    priorities[tier] = priority
  }

  /// The index of a priority's tier; if the priority is not in the list, the index at which to insert it.
  @inline(__always)
  func tier(of priority: Double) -> Int {
    if priority >= LinearConstraint.requiredPriority { return 0 }
    var (low, high) = (1, count)
    while low < high {
      let middle = (low + high) / 2
      if priorities[middle] > priority { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
