import Foundation
import Testing

@testable import ScreenPorting

struct ScreenPortingTests {
  @Test("Words stand outside comments and strings, and inside interpolations") func words() {
    let text = ##"""
      // UIView in a comment
      /* UILabel /* UIButton */ UIStackView */
      let a = "UITableView \(UIColor.red.with("\(UIFont.self)")) UIImage"
      let b = #"UIWindow \(UIScreen) \#(UITouch.self)"#
      """##
    let names = SwiftWords(text).words.filter(\.isIdentifier).map(\.text)
    #expect(names == ["let", "a", "UIColor", "red", "with", "UIFont", "self", "let", "b", "UITouch", "self"])
    #expect(SwiftWords(text).words.last?.line == 4)
  }

  @Test(
    "Text that ends in the middle has an end, too", arguments: ["\"", "/*", "#\"\\#(", "\"\\(\"", "\"\\", "@", "#"])
  func endsEarly(_ text: String) { _ = SwiftWords(text) }

  @Test("A member that is listed as missing is told, unless the tree declares it itself") func members() throws {
    let text = """
      import UIKit
      class A: UIView {
        override func drawHierarchy(in rect: CGRect) {}
        func f() { UIView.beginAnimations(nil, context: nil); self.addSubview(self) }
      }
      """
    let report = PortingReport([("a.swift", text)])
    #expect(report.files[0].lacks.contains(.init(kind: .member, name: "beginAnimations", line: 4)))
    #expect(report.summary.withKnownTypes == 1 && report.summary.portable == 0)
    let own = PortingReport([("a.swift", text), ("b.swift", "extension UIView { class func beginAnimations() {} }")])
    #expect(!own.files[0].lacks.contains { $0.name == "beginAnimations" })
  }

  @Test("No member that is listed as missing is declared") func missingMembers() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/UIKit/HeadlessUIKit")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let declaration = #/\b(?:func|var|let)\s+(\w+)/#
    var declared: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      where line.contains("public ") || line.contains("open ") {
        if let name = line.firstMatch(of: declaration)?.1 { declared.insert(String(name)) }
      }
    }
    #expect(declared.contains("addSubview") && declared.contains("layoutIfNeeded"))
    #expect(KnownNames.missingMembers.intersection(declared).sorted() == [])
  }

  @Test("A file lacks the types of Apple's that neither we nor the tree have, and modules that are not there")
  func lacks() {
    let report = PortingReport([
      (
        "a.swift",
        "import UIKit\nimport RxSwift\nclass UIFancy {}\nlet v: UIFancy, w: UIUnheardOf, n: NSObject = .init(), u: URL"
      ),
      ("b.swift", "import struct UIKit.UIView\nlet v = UIUnheardOf()"),
      ("c.swift", "import Foundation\nlet v = UIUnheardOf()"),
      ("d.swift", "import UIKit\nlet id: UUID, html: HTMLView"),
    ])
    #expect(report.files.map(\.file) == ["a.swift", "b.swift", "d.swift"])
    #expect(
      report.files[0].lacks == [
        .init(kind: .module, name: "RxSwift", line: 2), .init(kind: .type, name: "UIUnheardOf", line: 4),
      ])
    #expect(report.needs.first == .init(kind: .type, name: "UIUnheardOf", files: 2, alone: 1))
    #expect(report.summary.files == 3 && report.summary.withKnownTypes == 1 && report.summary.portable == 1)
  }

  @Test("A module whose files are in the tree is not lacking") func ownModules() {
    let report = PortingReport([
      ("app/Sources/Kit/a.swift", "import UIKit"), ("app/Screens/b.swift", "import UIKit\nimport Kit\nimport Other"),
    ])
    #expect(report.files[1].lacks == [.init(kind: .module, name: "Other", line: 3)])
  }

  @Test("What is for other systems is not asked for") func otherSystems() {
    let text = """
      #if os(macOS)
      import AppKit
      let view = NSView()
      #elseif os(iOS) || os(tvOS)
      import UIKit
      let view = UIView()
      #else
      import WatchKit
      #endif
      #if DEBUG && !os(macOS)
      let a = UIUnheardOf()
      #else
      let a = UIAnother()
      #endif
      #if !canImport(UIKit)
      let b = NSImage()
      #endif
      let c: UILabel
      """
    let names = SwiftWords(text).compiled.filter { $0.isIdentifier && $0.text.first?.isUppercase == true }.map(\.text)
    #expect(names == ["UIKit", "UIView", "UIUnheardOf", "UIAnother", "UILabel"])
    let report = PortingReport([("a.swift", text)])
    #expect(report.files[0].lacks.map(\.name) == ["UIUnheardOf", "UIAnother"])
  }

  @Test("Screens may be of types whose superclass stands elsewhere, never of types that are not there")
  func mayDeclare() {
    let declared = DeclaredScreens([
      "class Cart: ElsewhereScreen {}\nenum Shop { final class till {} }\ntypealias Basket = Cart"
    ])
    #expect(declared.controllers.isEmpty)
    for name in ["Cart", "Shop.till", "Basket"] { #expect(declared.mayDeclare(name), "\(name)") }
    for name in ["cart", "Crt", "Shop.Cash", "ElsewhereScreen", "."] { #expect(!declared.mayDeclare(name), "\(name)") }
    #expect(DeclaredScreens([]).mayDeclare("Cart"))
  }
}
