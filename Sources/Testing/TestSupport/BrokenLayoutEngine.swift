import LayoutPlugin
import SceneModel
import SceneOracles

/// A layout engine with one planted mistake, and the law that must catch it.
public struct BrokenLayoutEngine: Sendable, CustomStringConvertible {
  public var name: String
  /// The law that must be broken by some document.
  public var law: String
  /// Changes the promise that the plugin makes. Needed if the mistake shows only under another promise than `plain`.
  private var promise: @Sendable (inout EnginePromise) -> Void
  private var defect: @Sendable () -> any LayoutEngine

  public var description: String { name }

  private init(
    _ name: String, breaks law: String, promise: @escaping @Sendable (inout EnginePromise) -> Void = { _ in },
    _ defect: @escaping @Sendable () -> any LayoutEngine
  ) {
    (self.name, self.law, self.promise, self.defect) = (name, law, promise, defect)
  }

  /// The plugin with the mistake.
  public var plugin: Plugin {
    var manifest = Manifest(name: "kernel that \(name)", version: "1", capabilities: [.canonical])
    manifest.promise = .plain
    promise(&manifest.promise)
    var plugin = Plugin(manifest: manifest)
    let defect = defect
    plugin.makeLayoutEngine = { () throws(PluginFault) in defect() }
    return plugin
  }

  public static let all: [BrokenLayoutEngine] = [
    BrokenLayoutEngine("has a fault at the second edit", breaks: "frames.engine-answers") {
      Changed { answer, state in state.edits == 2 ? .fault("out of luck") : answer }
    },
    BrokenLayoutEngine("forgets the last view", breaks: "frames.engine-answers") {
      Changed { answer, _ in answer.changing { frames in frames.keys.max().map { frames[$0] = nil } } }
    },
    BrokenLayoutEngine("does not do inequalities, and claims them", breaks: "frames.claims-are-kept") {
      Changed { answer, state in
        state.scene.constraints.contains { $0.relation != .equal } ? .unsupported("no inequalities") : answer
      }
    },
    BrokenLayoutEngine("refuses the third constraint", breaks: "frames.claims-are-kept") {
      Changed { answer, state in state.scene.constraints.count > 2 ? .refused("too much") : answer }
    },
    BrokenLayoutEngine("makes the last view's width negative", breaks: "frames.sizes-are-not-negative") {
      Changed { answer, _ in answer.changing { frames in frames.keys.max().map { frames[$0]?.width = -7 } } }
    },
    BrokenLayoutEngine("moves the last view by 9", breaks: "frames.required-constraints-hold") {
      Changed { answer, _ in answer.changing { frames in frames.keys.max().map { frames[$0]?.x += 9 } } }
    },
    BrokenLayoutEngine("ignores what is optional", breaks: "frames.tiers-are-optimal") {
      Changed(scene: { $0.constraints.removeAll { $0.priority < 1000 } })
    },
    BrokenLayoutEngine("ignores natural sizes", breaks: "frames.unique-values-are-right") {
      Changed(scene: { scene in for at in scene.views.indices { scene.views[at].intrinsic = IntrinsicSize() } })
    },
    BrokenLayoutEngine("ignores edits of constants", breaks: "frames.incremental-equals-fresh") {
      Changed(steps: { $0.filter { if case .setConstant = $0 { false } else { true } } })
    },
    BrokenLayoutEngine("moves every view by 2 at the first edit", breaks: "frames.unrelated-edit-moves-nothing") {
      Changed { answer, state in
        answer.changing { frames in
          for id in Array(frames.keys) { frames[id]?.y += state.edits >= 1 ? 2 : 0 }
        }
      }
    },
    BrokenLayoutEngine("never lowers a constant", breaks: "frames.there-and-back") { NeverLower() },
    BrokenLayoutEngine("answers otherwise in every second process", breaks: "frames.answers-come-again") {
      let isSecond = Switch.shared.flip()
      return Changed { answer, _ in
        answer.changing { frames in for id in Array(frames.keys) { frames[id]?.width += isSecond ? 5 : 0 } }
      }
    },
    BrokenLayoutEngine("moves what it refuses to edit", breaks: "frames.refused-edit-changes-nothing") {
      Changed { answer, state in
        if state.edits % 2 == 1 { return .refused("every second edit") }
        return answer.changing { frames in for id in Array(frames.keys) { frames[id]?.x += Double(state.edits) } }
      }
    },
    BrokenLayoutEngine("takes the height of what was hidden", breaks: "frames.hidden-and-shown") {
      Changed { answer, state in
        answer.changing { frames in for id in state.everHidden { frames[id]?.height += 3 } }
      }
    },
    BrokenLayoutEngine("counts two constraints twice", breaks: "frames.redundant-constraint") {
      Changed { answer, state in
        let names = state.scene.constraints.map { "\($0.first) \($0.relation) \($0.constant)" }
        guard Set(names).count < names.count else { return answer }
        return answer.changing { frames in for id in Array(frames.keys) { frames[id]?.width += 4 } }
      }
    },
    BrokenLayoutEngine("is off by one at right edges", breaks: "frames.mirrored") {
      Changed(scene: { scene in
        for at in scene.constraints.indices {
          if case .anchor(let anchor) = scene.constraints[at].first, anchor.attribute == .right {
            scene.constraints[at].constant += 1
          }
        }
      })
    },
    BrokenLayoutEngine("makes nothing wider than 300", breaks: "frames.doubled") {
      Changed { answer, _ in
        answer.changing { frames in for (id, frame) in frames { frames[id]?.width = min(frame.width, 300) } }
      }
    },
    BrokenLayoutEngine("is off in views in views", breaks: "frames.moved") {
      Changed { answer, state in
        answer.changing { frames in
          for view in state.scene.views where view.parent != nil && view.parent != .root { frames[view.id]?.x += 1 }
        }
      }
    },
    BrokenLayoutEngine("takes a thousand times the time for 16 views", breaks: "frames.cost-is-polynomial") {
      Changed { answer, state in
        if state.scene.views.count > 16 {
          let end = ContinuousClock.now + .milliseconds(700)
          while ContinuousClock.now < end {}
        }
        return answer
      }
    },
  ]
}

extension EnginePromise {
  /// The promise of this project's kernel for rows only: no stacks and no masks.
  fileprivate static var plain: EnginePromise {
    var promise = EnginePromise.ofKernel
    promise.claims?.subtract([.stacks, .autoresizing])
    return promise
  }
}

extension LayoutAnswer {
  fileprivate func changing(_ body: (inout [ItemID: Rect]) -> Void) -> LayoutAnswer {
    guard case .frames(var frames, let conflict) = self else { return self }
    body(&frames)
    return .frames(frames, conflict: conflict)
  }
}

/// The state that an engine with a mistake keeps about its scene and edits.
private struct Present {
  var scene = Scene()
  /// The number of edits since the scene was opened.
  var edits = 0
  var everHidden: Set<ItemID> = []
}

/// A sound engine whose input or output is changed.
private final class Changed: LayoutEngine {
  private let sound = KernelLayoutEngine({ ReferenceSolver() })
  private let scene: (inout Scene) -> Void
  private let steps: ([Step]) -> [Step]
  private let change: (LayoutAnswer, Present) -> LayoutAnswer
  private var present = Present()

  init(
    _ change: @escaping (LayoutAnswer, Present) -> LayoutAnswer = { answer, _ in answer },
    scene: @escaping (inout Scene) -> Void = { _ in }, steps: @escaping ([Step]) -> [Step] = { $0 }
  ) {
    (self.scene, self.steps, self.change) = (scene, steps, change)
  }

  func open(_ scene: Scene) throws(PluginFault) -> LayoutAnswer {
    var scene = scene
    self.scene(&scene)
    present = Present(scene: scene)
    return change(try sound.open(scene), present)
  }

  func edit(_ steps: [Step]) throws(PluginFault) -> LayoutAnswer {
    present.edits += 1
    for step in steps {
      if case .hide(let id) = step { present.everHidden.insert(id) }
      if case .addConstraint(let constraint) = step { present.scene.constraints.append(constraint) }
    }
    return change(try sound.edit(self.steps(steps)), present)
  }
}

/// An engine in which a constant keeps its value when it should decrease.
private final class NeverLower: LayoutEngine {
  private let sound = KernelLayoutEngine({ ReferenceSolver() })
  private var constants: [LayoutConstraint.ID: Double] = [:]

  func open(_ scene: Scene) throws(PluginFault) -> LayoutAnswer {
    constants = Dictionary(uniqueKeysWithValues: scene.constraints.map { ($0.id, $0.constant) })
    return try sound.open(scene)
  }

  func edit(_ steps: [Step]) throws(PluginFault) -> LayoutAnswer {
    let kept = steps.filter { step in
      guard case .setConstant(let id, let value) = step else { return true }
      if let old = constants[id], value < old { return false }
      constants[id] = value
      return true
    }
    return try sound.edit(kept)
  }
}

/// A value that is true every second time.
private final class Switch: @unchecked Sendable {
  static let shared = Switch()
  private var isSecond = false

  func flip() -> Bool {
    defer { isSecond.toggle() }
    return isSecond
  }
}
