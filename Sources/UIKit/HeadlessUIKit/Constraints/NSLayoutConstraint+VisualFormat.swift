import Foundation
import LayoutKernel
import SceneModel

extension NSLayoutConstraint {
  /// Returns the constraints of a visual format, not active yet.
  ///
  /// A mistake in the format ends the process, as UIKit's `NSInvalidArgumentException` does; the message shows the place.
  public class func constraints(
    withVisualFormat format: String, options: FormatOptions = [], metrics: [String: Any]? = nil, views: [String: Any],
    file: StaticString = #fileID, line: UInt = #line
  ) -> [NSLayoutConstraint] {
    do {
      return try parsed(format, options, metrics ?? [:], views, file, line)
    } catch {
      raise("NSInvalidArgumentException: \(error)")
    }
  }

  static func parsed(
    _ format: String, _ options: FormatOptions, _ metrics: [String: Any], _ views: [String: Any],
    _ file: StaticString, _ line: UInt
  ) throws(VisualFormat.Mistake) -> [NSLayoutConstraint] {
    // The reader knows items by numbers: each object gets one, superviews too.
    var objects: [AnyObject] = []
    func number(_ object: AnyObject) -> ItemID {
      if let known = objects.firstIndex(where: { $0 === object }) { return ItemID(UInt32(known)) }
      objects.append(object)
      return ItemID(UInt32(objects.count - 1))
    }
    var named: [String: ItemID] = [:]
    var superviews: [ItemID: ItemID] = [:]
    for (name, item) in views.sorted(by: { $0.key < $1.key }) {
      let object = item as AnyObject
      named[name] = number(object)
      guard let around = (object as? UIView)?.superview ?? (object as? UILayoutGuide)?.owningView else { continue }
      superviews[number(object)] = number(around)
    }
    let known = superviews
    let reader = VisualFormat(
      views: named, metrics: metrics.compactMapValues(double), superview: { known[$0] })
    return try reader.constraints(format, options: options, firstID: .init(0)).map { made in
      func end(_ operand: Operand?) -> (AnyObject?, Attribute) {
        guard case .anchor(let anchor)? = operand else { return (nil, .notAnAttribute) }
        return (objects[Int(anchor.item.rawValue)], Attribute(rawValue: anchor.attribute.rawValue) ?? .notAnAttribute)
      }
      let (first, second) = (end(made.first), end(made.second))
      let relation: Relation =
        made.relation == .equal ? .equal : made.relation == .lessThanOrEqual ? .lessThanOrEqual : .greaterThanOrEqual
      let constraint = NSLayoutConstraint(
        first.0 ?? UIView(), first.1, relation, second.0, second.1, CGFloat(made.multiplier), CGFloat(made.constant),
        file, line)
      constraint.priority = UILayoutPriority(Float(made.priority))
      return constraint
    }
  }

  private static func double(_ value: Any) -> Double? {
    switch value {
    case let number as CGFloat: Double(number)
    case let number as Double: number
    case let number as Float: Double(number)
    case let number as Int: Double(number)
    case let number as UILayoutPriority: Double(number.rawValue)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }
}
