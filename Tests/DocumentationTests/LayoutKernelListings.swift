import ConstraintSolver
import LayoutKernel
import SceneModel
import Testing

/// The listings of LayoutKernel's documentation.
@Suite struct LayoutKernelListings {
  @Test("LayoutKernel's landing page: a scene made in code, laid out twice")
  func landing() throws {
    // listing: LayoutKernel
    var scene = Scene(rootSize: Size(width: 320, height: 480), scale: 2)
    let card = ItemID(1)
    scene.views.append(View(id: card, name: "card", parent: .root))
    scene.add(card.leading.constraint(equalTo: ItemID.root.leading, constant: 16), isActive: true)
    scene.add(card.top.constraint(equalTo: ItemID.root.top, constant: 16), isActive: true)
    scene.add(card.height.constraint(equalToConstant: 44), isActive: true)
    let width = scene.add(card.width.constraint(equalToConstant: 120), isActive: true)

    let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    let before = kernel.frame(of: card)  // (16, 16, 120, 44)

    try kernel.perform(.setConstant(width, 200))  // as in UIKit: nothing moves yet
    try kernel.perform(.layout(.root))
    let after = kernel.frame(of: card)  // (16, 16, 200, 44)
    // end of listing
    #expect(before == Rect(x: 16, y: 16, width: 120, height: 44))
    #expect(after == Rect(x: 16, y: 16, width: 200, height: 44))
  }

  @Test("Finding out why: conflicts, ambiguity, and the constraints behind a value")
  func diagnosis() throws {
    // listing: FindingOutWhy
    let scene = try Scene(
      text: """
        scene 1
        root 300 x 100
        view title in root
        constraint leading: title.leading = root.leading + 20
        constraint trailing: title.trailing = root.trailing - 20
        constraint width: title.width = 280
        """)
    let title = scene.views[1].id
    let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()

    for conflict in kernel.conflicts {
      let brokenMember = conflict.members[conflict.broken]
      print("gave way: \(brokenMember.text), missed by \(kernel.miss(of: conflict)) points")
    }
    for constraint in kernel.constraintsDeciding(.width, of: title) {
      print("\(constraint.text) adds \(constraint.amount) points to the width")
    }
    let hasChoice = kernel.hasAmbiguousLayout(title)  // true: nothing says where it is vertically
    // end of listing
    #expect(kernel.conflicts.count == 1)
    #expect(kernel.miss(of: try #require(kernel.conflicts.first)) == 20)
    #expect(!kernel.constraintsDeciding(.width, of: title).isEmpty)
    #expect(hasChoice == true)
  }
}
