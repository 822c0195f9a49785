import UIKit

/// The third document: the listings of Apple's guide to animating the content of layers, in Swift.
final class LayerListings: UIViewController {
  let theLayer = CALayer()
  let myView = UIView(frame: CGRect(x: 20, y: 100, width: 80, height: 80))
  let myNewPosition = CGPoint(x: 200, y: 400)

  override func viewDidLoad() {
    super.viewDidLoad()
    theLayer.frame = CGRect(x: 34, y: 34, width: 80, height: 80)
    view.layer.addSublayer(theLayer)
    view.addSubview(myView)
  }

  func listing1() {
    theLayer.opacity = 0.0
  }

  /// On a view's layer, which does not animate by itself.
  func listing2() {
    let theLayer = myView.layer
    let fadeAnim = CABasicAnimation(keyPath: "opacity")
    fadeAnim.fromValue = NSNumber(value: 1.0)
    fadeAnim.toValue = NSNumber(value: 0.0)
    fadeAnim.duration = 1.0
    theLayer.add(fadeAnim, forKey: "opacity")

    theLayer.opacity = 0.0
  }

  /// The tip under listing 2: without a value to start from, what is there already is taken, and nothing is seen to move.
  func listing2WithoutFromValue() {
    let theLayer = myView.layer
    theLayer.opacity = 0.0
    let fadeAnim = CABasicAnimation(keyPath: "opacity")
    fadeAnim.toValue = NSNumber(value: 0.0)
    fadeAnim.duration = 1.0
    theLayer.add(fadeAnim, forKey: "opacity")
  }

  func listing3() {
    let thePath = CGMutablePath()
    thePath.move(to: CGPoint(x: 74.0, y: 74.0))
    thePath.addCurve(
      to: CGPoint(x: 320.0, y: 74.0), control1: CGPoint(x: 74.0, y: 500.0), control2: CGPoint(x: 320.0, y: 500.0))
    thePath.addCurve(
      to: CGPoint(x: 566.0, y: 74.0), control1: CGPoint(x: 320.0, y: 500.0), control2: CGPoint(x: 566.0, y: 500.0))

    let theAnimation = CAKeyframeAnimation(keyPath: "position")
    theAnimation.path = thePath
    theAnimation.duration = 5.0

    theLayer.add(theAnimation, forKey: "position")
  }

  func listing4() {
    let widthAnim = CAKeyframeAnimation(keyPath: "borderWidth")
    widthAnim.values = [1.0, 10.0, 5.0, 30.0, 0.5, 15.0, 2.0, 50.0, 0.0]
    widthAnim.calculationMode = .paced

    let colorAnim = CAKeyframeAnimation(keyPath: "borderColor")
    colorAnim.values = [UIColor.green.cgColor, UIColor.red.cgColor, UIColor.blue.cgColor]
    colorAnim.calculationMode = .paced

    let group = CAAnimationGroup()
    group.animations = [colorAnim, widthAnim]
    group.duration = 5.0

    theLayer.add(group, forKey: "BorderChanges")
  }

  func listing5() {
    UIView.animate(withDuration: 1.0) { [self] in
      myView.layer.opacity = 0.0

      let theAnim = CABasicAnimation(keyPath: "position")
      theAnim.fromValue = NSValue(cgPoint: myView.layer.position)
      theAnim.toValue = NSValue(cgPoint: myNewPosition)
      theAnim.duration = 3.0
      myView.layer.add(theAnim, forKey: "AnimateFrame")
    }
  }

  /// What the guide says of stopping: the last look is kept by asking the presentation layer for it.
  func stopWhereItIs() {
    if let shown = theLayer.presentation() {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      theLayer.position = shown.position
      CATransaction.commit()
    }
    theLayer.removeAnimation(forKey: "position")
  }

  /// What the guide says of chains: the second begins when the first has ended.
  func chain() {
    let now = theLayer.convertTime(CACurrentMediaTime(), from: nil)
    let right = CABasicAnimation(keyPath: "position.x")
    (right.fromValue, right.toValue, right.duration) = (74, 174, 1)
    (right.fillMode, right.isRemovedOnCompletion) = (.forwards, false)
    theLayer.add(right, forKey: "right")
    let down = CABasicAnimation(keyPath: "position.y")
    (down.fromValue, down.toValue, down.duration) = (74, 174, 1)
    down.beginTime = now + 1
    theLayer.add(down, forKey: "down")
  }
}
