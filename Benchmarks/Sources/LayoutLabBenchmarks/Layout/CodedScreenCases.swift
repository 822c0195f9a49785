import AnimationSampler
import BenchmarkDriver
import Benchmarking
import ConstraintSolver
import HeadlessUIKit
import ScenePlayer
import SceneModel

/// A screen written in code against the same scene driven through the player: built and shown, a constant edited, and the edit
/// animated. The size counts views.
func codedScreenCases() -> [Case] {
  [ScreenOperation.build, .edit, .animate].flatMap { operation in
    [ScreenSide.uikit, .player].map { side in
      Case(path: "screen/\(operation.rawValue)/\(side.rawValue)", sizes: [200], isTimedByRound: true) { size in
        // Drivers run on the main thread, and in no task.
        nonisolated(unsafe) var measurement: BenchmarkDriver.Measurement?
        try MainActor.assumeIsolated { measurement = try measure(operation, side, cards: size / viewsOfCard) }
        return measurement!
      }
    }
  }
}

private enum ScreenOperation: String { case build, edit, animate }
private enum ScreenSide: String { case uikit, player }
private let viewsOfCard = 5

/// Cards below each other, each with a picture, two labels and a button.
@MainActor
private final class CardsController: UIViewController {
  let cards: Int
  private(set) var firstHeight: NSLayoutConstraint!

  init(cards: Int) {
    self.cards = cards
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    var above = view.safeAreaLayoutGuide.topAnchor
    for number in 0..<cards {
      let card = UIView()
      let picture = UIImageView(image: UIImage(size: CGSize(width: 24, height: 24)))
      let title = UILabel(), detail = UILabel()
      let button = UIButton(type: .system)
      title.text = "Card \(number)"
      detail.text = "What it tells"
      button.setTitle("Open", for: .normal)
      card.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(card)
      for part in [picture, title, detail, button] as [UIView] {
        part.translatesAutoresizingMaskIntoConstraints = false
        card.addSubview(part)
      }
      let height = card.heightAnchor.constraint(equalToConstant: 60)
      if number == 0 { firstHeight = height }
      NSLayoutConstraint.activate([
        card.topAnchor.constraint(equalTo: above, constant: 4), height,
        card.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
        card.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
        picture.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 8),
        picture.centerYAnchor.constraint(equalTo: card.centerYAnchor),
        title.leadingAnchor.constraint(equalTo: picture.trailingAnchor, constant: 8),
        title.topAnchor.constraint(equalTo: card.topAnchor, constant: 8),
        detail.leadingAnchor.constraint(equalTo: title.leadingAnchor),
        detail.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 4),
        button.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -8),
        button.centerYAnchor.constraint(equalTo: card.centerYAnchor),
      ])
      above = card.bottomAnchor
    }
  }
}

@MainActor
private func shown(_ cards: Int) -> (UIWindow, CardsController) {
  let window = UIWindow(screen: UIScreen(device: "iphone-8"))
  let controller = CardsController(cards: cards)
  window.rootViewController = controller
  window.makeKeyAndVisible()
  return (window, controller)
}

@MainActor
private func measure(_ operation: ScreenOperation, _ side: ScreenSide, cards: Int) throws -> BenchmarkDriver.Measurement
{
  let (window, controller) = shown(cards)
  let scene = Scene(recording: window)
  guard window.conflicts.isEmpty, scene.views.count > cards * viewsOfCard else {
    throw CheckFailure(description: "the screen does not lay out as it should")
  }
  var number = 0
  func next() -> Double {
    number += 1
    return 60 + Double(number % 7)
  }
  let round: () throws -> Void
  let afterRound: () -> Void
  switch side {
  case .uikit:
    var present: [UIWindow] = []
    switch operation {
    case .build:
      round = { present.append(shown(cards).0) }
      afterRound = { present.removeAll() }
    case .edit:
      round = {
        controller.firstHeight.constant = CGFloat(next())
        window.settle()
      }
      afterRound = {}
    case .animate:
      round = {
        controller.firstHeight.constant = CGFloat(next())
        UIView.animate(withDuration: 0.5) { controller.view.layoutIfNeeded() }
        window.settle()
      }
      afterRound = { window.advance(by: 1) }
    }
  case .player:
    func made() throws -> ScenePlayer {
      try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    }
    let player = try made()
    let height = scene.constraints.first { $0.constant == 60 }!.id
    let root = scene.views[1].id
    var present: [ScenePlayer] = []
    switch operation {
    case .build:
      round = { present.append(try made()) }
      afterRound = { present.removeAll() }
    case .edit:
      round = {
        try player.perform(.setConstant(height, next()))
        try player.advance(by: 0)
      }
      afterRound = { player.kernel.removeEvents() }
    case .animate:
      round = {
        try player.perform(.setConstant(height, next()))
        try player.animate(ViewAnimation(duration: 0.5)) { try player.perform(.layout(root)) }
        try player.advance(by: 0)
      }
      afterRound = {
        try? player.advance(by: 1)
        player.layers.forgetHistory()
        player.kernel.removeEvents()
      }
    }
  }
  try round()
  afterRound()
  try round()
  afterRound()
  let memory = try countingMemory(round)
  afterRound()
  return BenchmarkDriver.Measurement(
    operations: 1, scale: scene.views.count,
    counters: ["views": Double(scene.views.count), "allocations": Double(memory.allocations)], afterRound: afterRound,
    // The rounds before went through without a mistake.
    round: { try? round() })
}
