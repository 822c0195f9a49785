import SceneModel

/// The classic traps, noticed as they are walked into.
extension LayerPlayer {
  /// Everything noticed so far, in order.
  public var lintRemarks: [Remark] { remarks }

  func remark(_ trap: Remark.Trap, _ layer: LayerID?, _ text: String, remedy: String) {
    remarks.append(Remark(time: now, trap: trap, layer: layer, text: text, remedy: remedy))
  }

  /// An explicit animation as it is added.
  func lint(_ animation: Animation, of layer: LayerID) {
    guard let property = animation.property else { return }
    let key = property.keyPath.description
    if animation.timing.fillMode.fillsForwards && !animation.isRemovedOnCompletion {
      remark(
        .forwardsFillAsState, layer, "\(key) stays at its last value by filling forwards; the model does not know.",
        remedy: "Set the model to the final value and let the animation be removed.")
    }
    guard case .basic(let ends) = property.form, !property.isAdditive else { return }
    guard let current = model(layer, key) else { return }
    if ends.from == nil, ends.by == nil, ends.to == current {
      remark(
        .missingFrom, layer, "\(key) has no fromValue and the model is at its end already: nothing will move.",
        remedy: "Give fromValue the value before the change.")
    }
    if let to = ends.to, ends.from != nil, to != current, animation.isRemovedOnCompletion {
      remark(
        .modelNotUpdated, layer, "\(key) will jump back from \(to) to \(current) when the animation ends.",
        remedy: "Set the model to the final value in the same turn.")
    }
  }

  /// A spring that UIKit is reported to treat in another way.
  func lint(_ animation: ViewAnimation) {
    guard let spring = animation.spring else { return }
    if spring.initialVelocity > spring.dampingRatio * spring.frequency / 2 {
      remark(
        .largeSpringVelocity, nil,
        "an initial velocity of \(spring.initialVelocity) is large for this spring: UIKit may fit another one.",
        remedy: "Give a smaller velocity or a longer duration.")
    }
  }

  /// A completion that will come although a later animation has turned the property around.
  func lintInterruption(_ layer: LayerID, _ keyPath: String) {
    let animations = layers[layer.rawValue].animations
    guard !animations.isEmpty else { return }
    let waiting = animations.filter {
      $0.animation.property?.keyPath.description == keyPath && $0.animation.property?.isAdditive == true
        && $0.block?.isDone == false && $0.block !== blocks.last && !$0.hasStopped
    }
    for attached in waiting {
      remark(
        .completionAfterInterruption, layer,
        "\(keyPath) was turned around, but the completion of \"\(attached.block?.name ?? "")\" still runs with "
          + "finished = true at its own end.",
        remedy: "Ask in the completion whether its purpose still holds, or remove the animation first.")
    }
  }

  /// A layer property that was set with the expectation that it moves by itself.
  func lintImplicit(_ layer: LayerID, _ key: String, old: AnimationValue, new: AnimationValue) {
    let node = layers[layer.rawValue]
    let property = AnimationKeyPath(parsing: key).property
    guard old != new, node.isCommitted, LayerPlayer.basicKeys.contains(property), !disablesActions else { return }
    if node.isViewBacked, blocks.isEmpty {
      remark(
        .implicitAnimationOutsideBlock, layer,
        "\(key) was set outside of an animation block: the view answers for its layer that nothing moves.",
        remedy: "Set it inside UIView.animate, or add an explicit animation.")
    } else if !node.isViewBacked, let block = blocks.last {
      remark(
        .implicitAnimationOutsideBlock, layer,
        "\(key) of a layer without a view moves with the transaction's \(animationDuration) s, not with the block's "
          + "\(block.animation.duration) s.",
        remedy: "Set the transaction's duration, or give the layer a view.")
    }
  }
}
