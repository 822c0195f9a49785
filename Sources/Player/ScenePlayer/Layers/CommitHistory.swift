import SceneModel

/// The part of a committed state that concerns one layer.
struct CommittedLayer {
  /// Whether the layer was committed in a live tree at least once.
  var isCommitted = false
  /// The timing of the whole way from the clock to the layer.
  var timing = LayerTiming()
  var model = PropertyValues()
  /// The layer's animations whose times are fixed.
  var animations: [Animation] = []
  /// The stamp of the last change. Two states of a layer with the same stamp are equal.
  var stamp = 0

  mutating func apply(_ change: CommitHistory.Change) {
    stamp = change.stamp
    switch change.what {
    case .appeared: isCommitted = true
    case .value(let slot, let value): model.set(slot, value)
    case .animations(let list): animations = list
    case .timing(let timing): self.timing = timing
    }
  }

  /// Returns the layer as a timeline's layer; properties that are animated but have no stated value get their defaults.
  func timelineLayer(_ names: [String]) -> Timeline.Layer {
    var layer = Timeline.Layer()
    layer.timing = timing
    guard isCommitted else { return layer }
    layer.model = zip(model.slots, model.values).map { Timeline.Property(name: names[$0], value: $1) }
    layer.model.sort { $0.name < $1.name }
    guard !animations.isEmpty else { return layer }
    layer.animations = animations
    var one = Timeline(layers: [layer])
    one.stateDefaults()
    return one.layers[0]
  }
}

/// The committed states over time, kept as differences: a commit costs as much time and memory as what it changed.
struct CommitHistory {
  struct Change {
    enum What {
      case appeared
      case value(Int, AnimationValue)
      case animations([Animation])
      case timing(LayerTiming)
    }

    var layer: Int
    var stamp: Int
    var what: What

    /// The change's weight: 1, plus 1 for each animation in it.
    var weight: Int { if case .animations(let list) = what { 1 + list.count } else { 1 } }
  }

  struct State {
    /// The time from which the state holds, until the next state's.
    var since: Double
    /// The index after the state's last change. Its first change follows the last change of the state before.
    var end: Int
    /// The weight of all changes up to `end`.
    var weight: Int
    var layerCount: Int
  }

  /// The states in ascending order of time; empty before the first commit.
  private(set) var states: [State] = []
  private var changes: [Change] = []
  /// The layers before the first state's changes.
  private var base: [CommittedLayer] = []
  /// Complete states in ascending order of place. One is stored when the past is read and enough changes have come since the last one, so that
  /// copying the layers costs no more than those changes.
  private var checkpoints: [(place: Int, layers: [CommittedLayer])] = []
  private var lastStamp = 0
  /// The number of changes when the last state was made, or when `press` last removed its overridden changes.
  private var pressedAt = 0
  /// The weight of all changes.
  private(set) var weight = 0
  /// The state that was read last. The next state is computed from it.
  private var cursor: (place: Int, layers: [CommittedLayer])?

  /// The number of the last state.
  var last: Int { states.count - 1 }

  /// Records a change of the state that `close` ends; returns its stamp.
  mutating func note(_ layer: Int, _ what: Change.What) -> Int {
    lastStamp += 1
    let change = Change(layer: layer, stamp: lastStamp, what: what)
    weight += change.weight
    changes.append(change)
    return lastStamp
  }

  /// Ends a state. There is only one state for each time: a later state with the same time replaces the earlier one.
  mutating func close(since time: Double, layerCount: Int) {
    let state = State(since: time, end: changes.count, weight: weight, layerCount: layerCount)
    if let before = states.last, before.since == time {
      states[last] = state
      press()
      if cursor?.place == last { cursor = nil }
    } else {
      states.append(state)
      // One commit says each thing once.
      pressedAt = changes.count
    }
  }

  /// Drops changes of the last state that later changes of the same state override, because many commits may happen at one instant.
  private mutating func press() {
    let start = last == 0 ? 0 : states[last - 1].end
    guard changes.count - max(start, pressedAt) > max(64, pressedAt - start) else { return }
    var seen: Set<ChangePlace> = []
    let kept = changes[start...].reversed().filter { seen.insert(ChangePlace($0)).inserted }
    weight += kept.reduce(0) { $0 + $1.weight } - changes[start...].reduce(0) { $0 + $1.weight }
    changes.replaceSubrange(start..., with: kept.reversed())
    pressedAt = changes.count
    (states[last].end, states[last].weight) = (changes.count, weight)
  }

  private struct ChangePlace: Hashable {
    var layer, kind: Int

    init(_ change: Change) {
      layer = change.layer
      kind =
        switch change.what {
        case .appeared: -1
        case .animations: -2
        case .timing: -3
        case .value(let slot, _): slot
        }
    }
  }

  /// Returns the index of the state at a time: the last one that began by then, or the first; nil before the first commit.
  func place(at time: Double) -> Int? {
    guard let first = states.first else { return nil }
    if time < first.since { return 0 }
    var (low, high) = (0, states.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if states[middle].since <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the layers whose animations differ from those in the previous state, ascending.
  func layersWithOtherAnimations(at place: Int) -> [Int] {
    let start = place == 0 ? 0 : states[place - 1].end
    var found: Set<Int> = []
    for change in changes[start..<states[place].end] {
      if case .animations = change.what { found.insert(change.layer) }
    }
    return found.sorted()
  }

  /// Returns a state's layers. The cost is that of the changes since the state that was read before, or since the last complete one.
  mutating func layers(at place: Int) -> [CommittedLayer] {
    moveCursor(to: place)
    return cursor?.layers ?? []
  }

  mutating func layer(_ index: Int, at place: Int) -> CommittedLayer? {
    moveCursor(to: place)
    guard let layers = cursor?.layers, layers.indices.contains(index) else { return nil }
    return layers[index]
  }

  private mutating func moveCursor(to place: Int) {
    if cursor?.place == place { return }
    let checkpoint = checkpoints.last { $0.place <= place }
    var (from, layers) = (checkpoint?.place ?? -1, checkpoint?.layers ?? base)
    if let known = cursor, known.place <= place, known.place >= from { (from, layers) = known }
    cursor = nil
    var start = from < 0 ? 0 : states[from].end
    var stored = checkpoints.last.map { states[$0.place].end } ?? 0
    for passed in (from + 1)..<(place + 1) {
      let state = states[passed]
      layers.append(contentsOf: repeatElement(CommittedLayer(), count: max(0, state.layerCount - layers.count)))
      for change in changes[start..<state.end] { layers[change.layer].apply(change) }
      start = state.end
      // Another state at the same time may still replace the last one.
      if passed < last, state.end - stored >= max(256, 2 * state.layerCount) {
        checkpoints.append((passed, layers))
        stored = state.end
      }
    }
    cursor = (place, layers)
  }

  /// Drops every state before one.
  mutating func forget(before place: Int) {
    guard place > 0 else { return }
    let (end, forgotten) = (states[place].end, states[place].weight)
    base = layers(at: place)
    checkpoints = checkpoints.compactMap { $0.place > place ? ($0.place - place, $0.layers) : nil }
    changes.removeFirst(end)
    pressedAt = max(pressedAt - end, 0)
    states.removeFirst(place)
    weight -= forgotten
    for index in states.indices {
      states[index].end -= end
      states[index].weight -= forgotten
    }
    cursor = (0, base)
  }

  /// Drops every state but the last. The cost is that of the dropped changes.
  mutating func forgetAll() {
    guard let last = states.last else { return }
    // It may share its list with the base, which is changed in place.
    cursor = nil
    base.append(contentsOf: repeatElement(CommittedLayer(), count: max(0, last.layerCount - base.count)))
    for change in changes[..<last.end] { base[change.layer].apply(change) }
    states = [State(since: last.since, end: 0, weight: 0, layerCount: last.layerCount)]
    changes.removeSubrange(..<last.end)
    (pressedAt, weight) = (0, weight - last.weight)
    checkpoints = []
  }
}
