import Foundation
import LayoutKernel
import LayoutPlugin
import SceneModel

/// The explanation of a value: the constraints whose amounts add up to it, the value without each of them, and the constraints that are
/// violated because of them.
package struct WhyReport {
  package struct Part: Encodable, Sendable {
    var name: String?
    var text: String
    /// The line of the constraint, in a file whose constraints have ids instead of names; nil in other files.
    var line: Int?
    var priority, amount: Double
    /// The value without this constraint; nil for a system constraint, or if the scene cannot be laid out without it.
    var without: Double?
    /// Whether the constraint only says that a size is not negative.
    var isSizeBound: Bool
  }

  package struct Loser: Encodable, Sendable {
    var name: String?
    var text: String
    var line: Int?
    var priority, miss: Double
  }

  package struct Facts: Encodable, Sendable {
    var what: String
    var value: Double
    var constraints: [Part]
    var lost: [Loser]
  }

  package private(set) var facts: Facts
  private let file: String

  /// Explains a value of a scene.
  ///
  /// - Parameter lines: the lines of a file whose constraints have ids instead of names; constraints are then named by their lines.
  package init(
    _ what: String, in scene: Scene, plugin: Plugin, file: String, lines: SceneLines? = nil
  ) throws {
    self.file = file
    guard let dot = what.lastIndex(of: "."),
      let attribute = LayoutAttribute(name: String(what[what.index(after: dot)...]))
    else { throw UnknownValue(description: "--why \(what): say a view, a dot and an attribute, such as card.width") }
    let name = String(what[..<dot])
    let kernel = try WhyReport.kernel(scene, plugin, file)
    // Steps may have added views and constraints, and removed others.
    let present = kernel.scene
    func item(in scene: Scene) -> ItemID? {
      scene.views.first { $0.name == name }?.id ?? scene.guides.first { $0.name == name }?.id
    }
    guard let item = item(in: present) else {
      let names = (present.views.map(\.name) + present.guides.map(\.name)).prefix(20).joined(separator: ", ")
      let isGone = item(in: scene) != nil || scene.steps.contains { $0.addedName == name }
      let problem =
        isGone ? "\"\(name)\" does not exist any more after the scene's steps" : "no view is called \"\(name)\""
      throw UserMistake(.unknownName, "\(file): \(problem). There are \(names).")
    }
    guard let value = kernel.value(of: attribute, of: item) else {
      throw UnknownValue(
        description: "--why \(what): margins and baselines follow from other values; ask for an edge or a size")
    }
    let deciding = kernel.constraintsDeciding(attribute, of: item)
    func title(_ id: LayoutConstraint.ID?) -> String? {
      id.flatMap { id in present.constraints.first { $0.id == id }?.name }
    }
    func line(_ id: LayoutConstraint.ID?) -> Int? { id.flatMap { lines?.constraints[$0] } }
    facts = Facts(
      what: what, value: value,
      constraints: deciding.map { part in
        var without: Double?
        if let id = part.constraint, let at = present.constraints.firstIndex(where: { $0.id == id }) {
          var changed = present
          changed.constraints[at].isActive = false
          without = (try? WhyReport.kernel(changed, plugin, file))?.value(of: attribute, of: item)
        }
        let text = part.identifier.map { "\(part.text)   '\($0)'" } ?? part.text
        return Part(
          name: title(part.constraint), text: text, line: line(part.constraint), priority: part.priority,
          amount: part.amount, without: without, isSizeBound: part.isSizeBound)
      },
      lost: kernel.constraintsLosing(to: deciding).map {
        Loser(
          name: title($0.constraint), text: $0.text, line: line($0.constraint), priority: $0.priority, miss: $0.miss)
      })
  }

  private static func kernel(_ scene: Scene, _ plugin: Plugin, _ file: String) throws -> LayoutKernel {
    guard let solver = plugin.makeSolver?() else {
      throw PluginFault.notOffered("plugin \"\(plugin.manifest.name)\" offers no solver")
    }
    do {
      return try LayoutKernel(playing: scene, on: solver)
    } catch {
      throw LayoutFailure(file: file, mistake: error)
    }
  }

  package var text: String {
    let value = spell(facts.value)
    guard !facts.constraints.isEmpty else {
      return "\(facts.what) is \(value), and no constraint says so: the layout is ambiguous there."
    }
    var lines = ["\(facts.what) is \(value) because"]
    for part in facts.constraints {
      let (name, place) = spell(part.name, part.line)
      var note = part.isSizeBound ? "no size is negative" : part.name == nil ? "the system's" : ""
      if let without = part.without {
        note = spell(without) == value ? "\(value) without it too" : "\(spell(without)) without it"
      }
      lines.append("  \(signed(part.amount))  \(name)\(part.text)   (\(place)\(note))")
    }
    let sum = facts.constraints.map(\.amount).filter { abs($0) > 0.0005 }.map(signed).joined(separator: " ")
    lines.append("  together \(sum.isEmpty ? "0" : sum) = \(value)")
    if !facts.lost.isEmpty {
      lines.append("What asked for something else and lost:")
      for loser in facts.lost {
        let (name, place) = spell(loser.name, loser.line)
        let broken = loser.priority > 999.9999 ? "required, but broken; " : ""
        lines.append("  \(name)\(loser.text)   (\(place)\(broken)missed by \(spell(loser.miss)))")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the texts that are printed before and after a constraint. A name is printed before it. An id tells people little, but `--what-if`
  /// takes it, so it is printed after the constraint, with the line.
  private func spell(_ name: String?, _ line: Int?) -> (name: String, place: String) {
    guard let name else { return ("", "") }
    return line.map { ("", "\(name) in line \($0); ") } ?? ("\(name): ", "")
  }

  private func signed(_ value: Double) -> String {
    let text = spell(abs(value))
    return text == "0" ? "0" : value < 0 ? "- \(text)" : "+ \(text)"
  }

  private func spell(_ value: Double) -> String { TextNumber.spell((value * 1000).rounded() / 1000 + 0) }
}

extension Step {
  /// The name of the view or guide that the step adds; nil if it adds none.
  fileprivate var addedName: String? {
    switch self {
    case .addView(let view): view.name
    case .addGuide(let guide): guide.name
    default: nil
    }
  }
}

/// The error for a question about something other than a value of a layout.
package struct UnknownValue: Error, CustomStringConvertible {
  package let description: String
}
