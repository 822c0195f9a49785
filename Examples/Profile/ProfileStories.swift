import UIKit

/// What `layoutlab run Profile` records: the page is read, followed, turned, and closed again.
struct ProfileStory: ScreenStory {
  func makeScreen() -> UIViewController { ProfileViewController() }

  func play(in window: UIWindow) {
    window.tap(window.view(named: "moreButton"))
    window.advance(by: 0.5)
    window.tap(window.view(named: "followButton"))
    window.advance(by: 0.3)
    window.resize(to: CGSize(width: window.bounds.height, height: window.bounds.width))
    window.tap(window.view(named: "moreButton"))
    window.advance(by: 0.2)
  }
}

/// The same page with a mistake in it, for everything that explains mistakes: the card around the bio is lower than the distances in it.
struct CrowdedProfileStory: ScreenStory {
  func makeScreen() -> UIViewController {
    let screen = ProfileViewController()
    screen.loadViewIfNeeded()
    screen.bioCard.heightAnchor.constraint(equalToConstant: 20).isActive = true
    return screen
  }
}
