import SceneModel

extension PropertyAnimator {
  /// Removes the animations and sets the model to the values that they give. Other animations of the same views continue from there.
  func settle() {
    var values: [Key: AnimationValue] = [:]
    for part in parts where !part.attached.hasStopped {
      guard let property = part.original.property, let own = player.value(of: part.attached) else { continue }
      let key = Key(layer: part.attached.layer, property: property.keyPath.property)
      guard let whole = values[key] ?? player.model(key.layer, key.property),
        let under = whole.component(property.keyPath), let value = property.isAdditive ? own.plus(under) : own,
        let changed = whole.replacing(property.keyPath, with: value)
      else { continue }
      values[key] = changed
    }
    if let timer { player.cancelTimer(timer) }
    timer = nil
    ends = parts.map { ($0.attached.layer, $0.first) }
    let mine = parts.map(\.attached)
    models = values
    for key in values.keys { models[key] = player.model(key.layer, key.property) ?? models[key] }
    for attached in mine { player.withdraw(attached) }
    parts = []
    for block in blocksAlive {
      block.runWhenDone()
      // A block inside hears that it was cut short.
      guard block.animator == nil else { continue }
      (block.isInterrupted, block.waitingFor) = (true, 0)
      player.finishIfDone(block)
    }
    blocksAlive = []
    setModels(values)
  }

  struct Key: Hashable, Comparable {
    var layer: LayerID
    var property: String

    static func < (a: Key, b: Key) -> Bool { (a.layer, a.property) < (b.layer, b.property) }
  }

  func settleModel(at position: Position) {
    switch position {
    case .current: break
    case .end: setModels(models)
    case .start:
      // The last change is taken back first, so that the first one's start remains.
      var order: [Key] = []
      for (layer, animation) in (ends.isEmpty ? parts.map({ ($0.attached.layer, $0.first) }) : ends).reversed() {
        guard let property = animation.property, let from = property.startValue else { continue }
        let keyPath = property.keyPath
        let key = Key(layer: layer, property: keyPath.property)
        let base = models[key] ?? player.model(layer, keyPath.property)
        guard let end = base?.component(keyPath) else { continue }
        let start = property.isAdditive ? from.plus(end) : from
        guard let start, let whole = base?.replacing(keyPath, with: start) else { continue }
        models[key] = whole
        if !order.contains(key) { order.append(key) }
      }
      setModels(order.compactMap { key in models[key].map { (key.layer, key.property, $0) } })
    }
    ends = []
    models = [:]
  }

  func setModels(_ values: [Key: AnimationValue]) {
    setModels(values.sorted { $0.key < $1.key }.map { ($0.key.layer, $0.key.property, $0.value) })
  }

  func setModels(_ values: [(layer: LayerID, property: String, value: AnimationValue)]) {
    player.performWithoutActions { for (layer, property, value) in values { player.set(layer, property, value) } }
    if !values.isEmpty { player.onSettle?(values.map { ($0.layer, $0.property) }) }
  }
}
