/// A step that only a player performs; for a kernel it changes nothing.
public indirect enum PlayerStep: Hashable, Sendable {
  /// `CATransaction.begin()`, followed by the settings given here; `nil` and empty values are not set. The duration is in seconds.
  case begin(duration: Double?, curve: TimingFunction?, disablesActions: Bool, completion: String)
  /// `CATransaction.commit()`: ends the transaction that was begun last.
  case commit
  /// `CATransaction.flush()`: shows what has been set so far.
  case flush
  /// `add(_:forKey:)` on the view's layer. An empty key or delegate means none.
  case addAnimation(Animation, to: ItemID, key: String, delegate: String)
  /// `removeAnimation(forKey:)` on the view's layer; an empty key removes all animations.
  case removeAnimation(String, from: ItemID)
  /// Sets a property of the view's layer, by key path.
  case set(ItemID, String, AnimationValue)
  /// Stops or restarts the clock of the view's layer.
  case clock(ItemID, isPaused: Bool)
  /// A call on the property animator with this name.
  case animator(String, AnimatorStep)
  /// Puts a long-press recogniser on a view: it begins after a number of seconds under a finger that moves less than a number of points.
  case recognize(String, on: ItemID, after: Double, within: Double)
  /// A finger goes down in the middle of the view; there is one finger at most.
  case touch(ItemID)
  /// Moves the finger by a distance in points.
  case drag(Point)
  /// The finger is lifted.
  case release
  /// Adds a reaction: from now on, its steps happen whenever its event is reported.
  case when(ReactionStep)
  /// A transition of views.
  case transition(TransitionStep)
  /// An expectation: nothing is done, and something must hold.
  case expect(Expectation)
  /// Opens a block.
  case open(BlockStep)
  /// Closes the block that was opened last.
  case close
  /// Changes the innermost transaction.
  case transaction(TransactionChange)
  /// Sets the clock of the view's layer.
  case timing(ItemID, LayerTiming)
  /// Sets the action that a change of a key runs in the view's layer; with `nil` the change runs no action.
  case action(ItemID, String, Animation?)
  /// `UIView.setAnimationsEnabled`: switches the animation of blocks on or off.
  case animations(areEnabled: Bool)
}

/// A call on the property animator that `PlayerStep.animator` names: `create` makes the animator, and the other cases call its methods.
public enum AnimatorStep: Hashable, Sendable {
  /// The positions at which an animator can end: its end, its start, or where it is.
  public enum Position: String, Hashable, Sendable, CaseIterable { case end, start, current }

  /// Makes an animator with a duration in seconds, a pace, and the steps that happen when it starts.
  case create(Double, Pace, [Step])
  /// Adds steps that happen after a fraction of the duration.
  case add(Double, [Step])
  /// Starts the animator, or lets it go on.
  case start
  /// Starts the animator; what it changes moves after a delay in seconds.
  case startLater(Double)
  /// Sets what the fraction of a paused animator counts: the way that its values have gone (`linearly`), or the time, before easing.
  case scrubs(linearly: Bool)
  /// Sets whether the animator pauses at its end instead of finishing.
  case pausesOnCompletion(Bool)
  /// Stops the animator's clock.
  case pause
  /// Sets how far the animator has come, from 0 to 1.
  case fraction(Double)
  /// Reverses the animator.
  case reverse
  /// Lets a paused animator go on, for a time that is `factor` times its duration; 0 means the time that was left. A pace replaces the animator's
  /// own.
  case goOn(factor: Double, Pace?)
  /// Stops the animator and leaves the values where they are. It can still be finished, unless `withoutFinishing` is true.
  case stop(withoutFinishing: Bool)
  /// Ends the animator at one of its positions.
  case finish(Position)
}

/// How progress runs over a duration.
public enum Pace: Hashable, Sendable {
  /// An easing curve.
  case curve(TimingFunction)
  /// A damped spring.
  case spring(AnimationStep.SpringShape)
  /// A damped spring given by mass, stiffness and damping. `velocity`, in distances per second for x and for y, replaces the spring's.
  case physics(Spring, velocity: Point?)
}

/// A reaction: steps that happen each time that an event with a name is reported from now on.
public struct ReactionStep: Hashable, Sendable {
  /// The phases of animations and recognisers, spelled as in the text form.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// `any` means each phase. Animations have the next three phases, and recognisers have the last four.
    case any, started, finished, interrupted, began, changed, ended, cancelled
  }

  /// The name of the event: that of the completion of a block or transaction, of a delegate, of an animator or of a recogniser.
  public var event: String
  /// The phase that is waited for.
  public var phase = Phase.any
  /// A view that must be under a finger, or with `isHeld` false must not be; `nil`: no condition.
  public var view: ItemID?
  /// Whether `view` must be under a finger.
  public var isHeld = true
  /// The steps that happen then.
  public var steps: [Step]

  /// Makes steps that happen whenever an event of this name is reported.
  public init(event: String, steps: [Step] = []) { (self.event, self.steps) = (event, steps) }
}

/// `UIView.transition`: within a view, or from one view to another, which takes its place.
public struct TransitionStep: Hashable, Sendable {
  /// The transitions of `UIView.AnimationOptions`, spelled as in the text form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// No effect: the new picture replaces the old one at once.
    case none
    /// The view turns about its vertical centre line, from the left.
    case flipFromLeft = "flip-from-left"
    /// The view turns about its vertical centre line, from the right.
    case flipFromRight = "flip-from-right"
    /// A page curls upwards.
    case curlUp = "curl-up"
    /// A page curls downwards.
    case curlDown = "curl-down"
    /// One picture fades into the other.
    case crossDissolve = "cross-dissolve"
    /// The view turns about its horizontal centre line, from the top.
    case flipFromTop = "flip-from-top"
    /// The view turns about its horizontal centre line, from the bottom.
    case flipFromBottom = "flip-from-bottom"
  }

  /// The view that changes, or that is replaced.
  public var view: ItemID
  /// The view that is shown in place of `view`, which is hidden; `nil` if `view` itself changes.
  public var destination: ItemID?
  /// The duration in seconds.
  public var duration: Double
  /// The transition's picture.
  public var kind = Kind.crossDissolve
  /// The easing.
  public var curve = AnimationStep.Curve.easeInOut
  /// The name under which the completion is reported; empty if it is not.
  public var completion = ""
  /// The steps that change the views.
  public var steps: [Step]

  /// Makes a transition of a duration in seconds.
  public init(_ view: ItemID, duration: Double, steps: [Step] = []) {
    (self.view, self.duration, self.steps) = (view, duration, steps)
  }
}

extension PlayerStep {
  /// The steps inside this one.
  public var steps: [Step] {
    switch self {
    case .animator(_, .create(_, _, let steps)), .animator(_, .add(_, let steps)): steps
    case .when(let reaction): reaction.steps
    case .transition(let transition): transition.steps
    default: []
    }
  }

  /// The items that the step itself names, without those that the steps inside name.
  public var ownItems: [ItemID] {
    switch self {
    case .begin, .commit, .flush, .animator, .drag, .release, .close, .transaction, .animations: []
    case .open(.transition(let id, _, _)), .timing(let id, _), .action(let id, _, _): [id]
    case .open: []
    case .addAnimation(_, let id, _, _), .removeAnimation(_, let id), .set(let id, _, _), .clock(let id, _),
      .recognize(_, let id, _, _), .touch(let id):
      [id]
    case .when(let reaction): reaction.view.map { [$0] } ?? []
    case .transition(let transition): [transition.view] + (transition.destination.map { [$0] } ?? [])
    case .expect(let expectation): expectation.items
    }
  }

  /// The constraints that the step itself names, without those of the steps inside.
  public var ownConstraints: [LayoutConstraint.ID] {
    guard case .expect(let expectation) = self else { return [] }
    return expectation.constraints
  }

  /// Returns the step with other items and other inner steps. Expectations stay as they are: code that renames items
  /// has removed them.
  func renamed(_ item: (ItemID) -> ItemID, _ step: (Step) -> Step) -> PlayerStep {
    switch self {
    case .begin, .commit, .flush, .drag, .release, .expect, .close, .transaction, .animations: self
    case .open(.transition(let id, let kind, let timing)): .open(.transition(item(id), kind, timing))
    case .open: self
    case .timing(let id, let timing): .timing(item(id), timing)
    case .action(let id, let key, let animation): .action(item(id), key, animation)
    case .addAnimation(let animation, let id, let key, let delegate):
      .addAnimation(animation, to: item(id), key: key, delegate: delegate)
    case .removeAnimation(let key, let id): .removeAnimation(key, from: item(id))
    case .set(let id, let key, let value): .set(item(id), key, value)
    case .clock(let id, let isPaused): .clock(item(id), isPaused: isPaused)
    case .animator(let name, .create(let duration, let pace, let steps)):
      .animator(name, .create(duration, pace, steps.map(step)))
    case .animator(let name, .add(let delay, let steps)): .animator(name, .add(delay, steps.map(step)))
    case .animator: self
    case .recognize(let name, let id, let seconds, let points):
      .recognize(name, on: item(id), after: seconds, within: points)
    case .touch(let id): .touch(item(id))
    case .when(var reaction):
      {
        reaction.view = reaction.view.map(item)
        reaction.steps = reaction.steps.map(step)
        return .when(reaction)
      }()
    case .transition(var transition):
      {
        transition.view = item(transition.view)
        transition.destination = transition.destination.map(item)
        transition.steps = transition.steps.map(step)
        return .transition(transition)
      }()
    }
  }
}
