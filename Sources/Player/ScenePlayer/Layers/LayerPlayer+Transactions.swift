import SceneModel

/// Transactions, with the calls of `CATransaction`.
extension LayerPlayer {
  /// An error for a call that Core Animation answers with an exception.
  public enum Misuse: Error, Hashable, Sendable {
    /// A commit without a transaction that was begun.
    case commitWithoutBegin
  }

  /// Core Animation's duration when none is set, in seconds.
  package static let standardDuration = 0.25

  /// Begins an explicit transaction, as `CATransaction.begin()` does.
  public func begin() { scopes.append(TransactionScope(isImplicit: false)) }

  /// Whether an explicit transaction was begun and not committed. Changes since then take effect at its commit.
  package var hasOpenTransaction: Bool { scopes.contains { !$0.isImplicit } }

  /// Ends the innermost explicit transaction; the changes take effect when the outermost one ends.
  ///
  /// - Throws: `.commitWithoutBegin` where there is none.
  public func commit() throws(Misuse) {
    guard let scope = scopes.last, !scope.isImplicit else { throw .commitWithoutBegin }
    close(scope)
    scopes.removeLast()
    if scopes.isEmpty { publish() }
  }

  /// Commits the implicit transaction. Does nothing while an explicit one is open.
  public func flush() {
    guard let scope = scopes.last, scope.isImplicit else { return }
    close(scope)
    scopes.removeLast()
    publish()
  }

  /// The duration of implicit animations in seconds. Setting it changes the innermost transaction; reading it returns the value of the innermost transaction
  /// that has one.
  public var animationDuration: Double {
    get { scopes.last { $0.duration != nil }?.duration ?? LayerPlayer.standardDuration }
    set { change { $0.duration = newValue } }
  }

  /// The easing of implicit animations, set and read in the same way as `animationDuration`; `nil` for each animation's own.
  public var animationTimingFunction: TimingFunction? {
    get { scopes.last { $0.timingFunction != nil }?.timingFunction ?? nil }
    set { change { $0.timingFunction = .some(newValue) } }
  }

  /// Whether the search for actions is suppressed, so that nothing moves implicitly. Explicit animations are not concerned.
  public var disablesActions: Bool {
    get { scopes.last { $0.disablesActions != nil }?.disablesActions ?? false }
    set { change { $0.disablesActions = newValue } }
  }

  /// Returns the value that the program stored under a key in the transaction, as `CATransaction.value(forKey:)` does.
  public func transactionValue(_ key: String) -> String? {
    scopes.last { $0.values[key] != nil }?.values[key]
  }

  /// Stores a value of the program's under a key in the innermost transaction.
  public func setTransactionValue(_ key: String, _ value: String?) { change { $0.values[key] = value } }

  /// Sets the block that runs once every animation that this transaction adds from now on has stopped. A block that was set earlier waits only for the
  /// animations that were added before.
  public func setCompletion(_ name: String, _ body: @escaping () -> Void = {}) {
    change { scope in
      if let old = scope.group { self.seal(old) }
      scope.group = CompletionGroup(name: name, chain: self.chain, body: body)
    }
  }

  private func change(_ body: (inout TransactionScope) -> Void) {
    beginImplicitly()
    body(&scopes[scopes.count - 1])
  }

  /// Begins the implicit transaction at the first change without a transaction; it ends with the turn.
  func beginImplicitly() {
    if scopes.isEmpty { scopes.append(TransactionScope(isImplicit: true)) }
  }

  private func close(_ scope: TransactionScope) {
    if let group = scope.group { seal(group) }
  }

  private func seal(_ group: CompletionGroup) {
    group.isSealed = true
    if group.waitingFor == 0 { finishedGroups.append(group) }
  }

  /// The completion groups of all open transactions: an outer transaction waits for the animations of inner ones too.
  var openGroups: [CompletionGroup] { scopes.compactMap(\.group) }

  /// Commits the model, and lets new animations begin.
  private func publish() {
    var ended: [Callback] = []
    lintPending()
    // In the layers' order, in which all receivers are notified.
    let changed = touched.sorted()
    touched.removeAll(keepingCapacity: true)
    for index in changed { layers[index].isTouched = false }
    for index in changed {
      let node = layers[index]
      guard node.isLive else {
        // Nothing outside the window is animated: animations there are notified that they ended.
        for attached in node.animations {
          if !attached.isResolved { queueStart(attached) }
          stop(attached, finished: false, blockFirst: false)
        }
        if !node.animations.isEmpty { leavesTimeline(index) }
        node.animations = []
        continue
      }
      node.commitModel { node.shown.stamp = committed.note(index, $0) }
      guard node.committedTiming != node.timing else { continue }
      node.committedTiming = node.timing
      clockVersion += 1
      retimed.append(index)
    }
    for index in changed where layers[index].isLive {
      for attached in layers[index].animations where !attached.isResolved {
        if attached.animation.timing.beginTime == 0 {
          attached.animation.timing.beginTime = localTime(of: LayerID(index), at: now)
        }
        attached.isResolved = true
        noteEnd(of: attached)
        queueStart(attached)
      }
    }
    for group in finishedGroups { ended.append(callback(of: group)) }
    finishedGroups = []
    queue += ended
    commitTimeline()
  }

  /// Makes the next commit read the animations of a layer again. Layers outside of the window have none in a timeline.
  private func leavesTimeline(_ index: Int) {
    guard !layers[index].hasOtherAnimations else { return }
    layers[index].hasOtherAnimations = true
    reanimated.append(index)
  }

  private func queueStart(_ attached: AttachedAnimation) {
    if let delegate = attached.delegate {
      queue.append(Callback(event: .didStart(delegate), chain: attached.chain, body: {}))
    }
  }

  func callback(of group: CompletionGroup) -> Callback {
    Callback(event: .transaction(group.name), chain: group.chain, body: group.body)
  }
}
