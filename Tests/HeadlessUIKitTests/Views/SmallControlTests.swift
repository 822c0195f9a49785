import HeadlessUIKit
import Testing

/// Controls whose alignment rectangle is smaller than their frame, with frames that are smaller still.
@Suite("Controls without a size")
struct SmallControlTests {
  private static let sizes: [CGSize] = [
    .zero, CGSize(width: 200, height: 0), CGSize(width: 0, height: 30), CGSize(width: 1, height: 0.5),
  ]

  private func controls() -> [UIView] {
    [
      UISlider(), UISwitch(), UISegmentedControl(items: ["One", "Two"]),
      UIImageView(image: UIImage(systemName: "star")),
    ]
  }

  @Test("A frame that code set stays, and nothing contradicts it", arguments: 0..<4)
  func set(size: Int) {
    let (screen, size) = (UIViewController(), Self.sizes[size])
    screen.loadViewIfNeeded()
    let before = controls()
    for view in before {
      view.frame.size = size
      screen.view.addSubview(view)
    }
    let window = LayoutTests.show(screen)
    let later = controls()
    for view in later {
      screen.view.addSubview(view)
      view.frame.size = size
    }
    window.settle()
    #expect(window.conflicts.isEmpty)
    for view in before + later { #expect(view.frame.size == size, "\(view)") }
    for view in before + later { view.frame.size.width = 90 }
    window.settle()
    #expect(window.conflicts.isEmpty && before[0].frame == CGRect(x: 0, y: 0, width: 90, height: size.height))
  }

  @Test("Constraints beside such a frame hold")
  func beside() {
    let (screen, slider, label) = (UIViewController(), UISlider(), UILabel())
    screen.loadViewIfNeeded()
    slider.frame.size.width = 120
    label.translatesAutoresizingMaskIntoConstraints = false
    label.text = "0"
    screen.view.addSubview(slider)
    screen.view.addSubview(label)
    NSLayoutConstraint.activate([
      label.leadingAnchor.constraint(equalTo: slider.trailingAnchor, constant: 8),
      label.topAnchor.constraint(equalTo: slider.bottomAnchor),
    ])
    let window = LayoutTests.show(screen)
    window.settle()
    #expect(window.conflicts.isEmpty)
    // The slider's alignment rectangle ends 2 points before its frame, and 1 point above it.
    #expect(label.frame.minX == 126 && label.frame.minY == -1)
  }
}
