// Swift Testing declares an overlay of this name: a test that imports `Testing` and `UIKit` imports it, too, and does not
// compile where it is missing.
@_exported import HeadlessUIKit
