/// A step of a scene's story that only a player performs; for a kernel it changes nothing.
public indirect enum PlayerStep: Hashable, Sendable {
  /// `CATransaction.begin` with what is set at once; nil and empty: not set.
  case begin(duration: Double?, curve: TimingFunction?, disablesActions: Bool, completion: String)
  /// `CATransaction.commit()`: ends the transaction begun last.
  case commit
  /// `CATransaction.flush`: shows what has been set so far.
  case flush
  /// `add(_:forKey:)` on the view's layer; an empty key is none, an empty delegate nobody.
  case addAnimation(Animation, to: ItemID, key: String, delegate: String)
  /// An empty key: all of them.
  case removeAnimation(String, from: ItemID)
  /// The setter of a property of the view's layer, by key path.
  case set(ItemID, String, AnimationValue)
  /// Stops or restarts the clock of the view's layer.
  case clock(ItemID, isPaused: Bool)
  /// Something that a property animator of this name does.
  case animator(String, AnimatorStep)
  /// A long-press recogniser on a view: begins after so many seconds under a finger that stays within so many points.
  case recognize(String, on: ItemID, after: Double, within: Double)
  /// A finger goes down in the middle of the view; one at a time.
  case touch(ItemID)
  /// It moves by so many points.
  case drag(Point)
  /// The finger is lifted.
  case release
  /// From now on, when something is reported.
  case when(ReactionStep)
  /// A transition of views.
  case transition(TransitionStep)
  /// Nothing is done: this must hold here.
  case expect(Expectation)
}

/// A property animator's life: `create` makes it, the others speak to the one of that name.
public enum AnimatorStep: Hashable, Sendable {
  /// Where an animator ends: at its end, at its start, or where it is.
  public enum Position: String, Hashable, Sendable, CaseIterable { case end, start, current }

  /// Seconds, and steps that happen when it starts.
  case create(Double, Pace, [Step])
  /// More steps, after a fraction of the duration.
  case add(Double, [Step])
  /// Starts it, or goes on.
  case start
  /// Stops its clock.
  case pause
  /// Sets how far it has come, from 0 to 1.
  case fraction(Double)
  /// Turns it round.
  case reverse
  /// 0: the time that was left.
  case goOn(factor: Double, Pace?)
  /// Takes it off the screen's values; without finishing it can still be finished.
  case stop(withoutFinishing: Bool)
  /// Ends it at one of its positions.
  case finish(Position)
}

/// How progress runs over a duration.
public enum Pace: Hashable, Sendable {
  /// By an easing.
  case curve(TimingFunction)
  /// By a damped spring.
  case spring(AnimationStep.SpringShape)
}

/// What happens each time that something is reported from now on.
public struct ReactionStep: Hashable, Sendable {
  /// Spelled as in the text form.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Of animations the first four, of recognisers the last four.
    case any, started, finished, interrupted, began, changed, ended, cancelled
  }

  /// The name of a block's or transaction's completion, of a delegate, an animator or a recogniser.
  public var event: String
  /// Which report of that name.
  public var phase = Phase.any
  /// Only while a finger is on the view (or, with `isHeld` false, is not).
  public var view: ItemID?
  /// With `view`: whether a finger must be on it, or must not.
  public var isHeld = true
  /// What happens then.
  public var steps: [Step]

  /// Steps that happen whenever this is reported.
  public init(event: String, steps: [Step] = []) { (self.event, self.steps) = (event, steps) }
}

/// `UIView.transition`: in a view, or from one view to another, which takes its place.
public struct TransitionStep: Hashable, Sendable {
  /// `UIView.AnimationOptions`' transitions, spelled as in the text form.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Without a picture of its own: it cuts.
    case none
    /// The view turns about its vertical middle, from the left.
    case flipFromLeft = "flip-from-left"
    /// The view turns about its vertical middle, from the right.
    case flipFromRight = "flip-from-right"
    /// A page turns upwards.
    case curlUp = "curl-up"
    /// A page turns downwards.
    case curlDown = "curl-down"
    /// One picture fades into the other.
    case crossDissolve = "cross-dissolve"
    /// The view turns about its horizontal middle, from the top.
    case flipFromTop = "flip-from-top"
    /// The view turns about its horizontal middle, from the bottom.
    case flipFromBottom = "flip-from-bottom"
  }

  /// The view that changes or is left.
  public var view: ItemID
  /// Shown in the place of `view`, which is hidden; nil: the view itself changes.
  public var destination: ItemID?
  /// Seconds.
  public var duration: Double
  /// How it looks.
  public var kind = Kind.crossDissolve
  /// How progress is eased.
  public var curve = AnimationStep.Curve.easeInOut
  /// The name under which the completion is reported; empty: nobody waits for it.
  public var completion = ""
  /// What changes in it.
  public var steps: [Step]

  /// A transition of so many seconds.
  public init(_ view: ItemID, duration: Double, steps: [Step] = []) {
    (self.view, self.duration, self.steps) = (view, duration, steps)
  }
}

extension PlayerStep {
  /// The steps inside it.
  public var steps: [Step] {
    switch self {
    case .animator(_, .create(_, _, let steps)), .animator(_, .add(_, let steps)): steps
    case .when(let reaction): reaction.steps
    case .transition(let transition): transition.steps
    default: []
    }
  }

  /// The items that it names itself.
  public var ownItems: [ItemID] {
    switch self {
    case .begin, .commit, .flush, .animator, .drag, .release: []
    case .addAnimation(_, let id, _, _), .removeAnimation(_, let id), .set(let id, _, _), .clock(let id, _),
      .recognize(_, let id, _, _), .touch(let id):
      [id]
    case .when(let reaction): reaction.view.map { [$0] } ?? []
    case .transition(let transition): [transition.view] + (transition.destination.map { [$0] } ?? [])
    case .expect(let expectation): expectation.items
    }
  }

  /// The constraints that it names itself.
  public var ownConstraints: [LayoutConstraint.ID] {
    guard case .expect(let expectation) = self else { return [] }
    return expectation.constraints
  }

  /// The same about other items and with other steps inside. Expectations stay: who renames has none.
  func renamed(_ item: (ItemID) -> ItemID, _ step: (Step) -> Step) -> PlayerStep {
    switch self {
    case .begin, .commit, .flush, .drag, .release, .expect: self
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
