import LayoutKernel
import SceneImport
import SceneModel

/// A page about one scene. It has the picture, the tree, and for each view the frame, the constraints, the reason for each value, and the optional
/// constraints that are violated. All content is in the page itself; the script only connects the picture with the tree.
public struct ScenePage {
  private let imported: ImportedScene
  private let kernel: LayoutKernel
  private let drawing: SceneDrawing
  private let ambiguities: [AmbiguityText]
  /// For each ambiguous view, the view at whose entry on the page its ambiguity is described.
  private var subjects: [ItemID: ItemID] = [:]

  public init(of imported: ImportedScene, laidOutBy kernel: LayoutKernel, drawing: SceneDrawing) {
    (self.imported, self.kernel, self.drawing) = (imported, kernel, drawing)
    let scene = kernel.scene
    let open = scene.views.prefix(ScenePage.toldViews).map(\.id).filter { kernel.hasAmbiguousLayout($0) == true }
    let found = (try? kernel.ambiguities(among: open)) ?? []
    ambiguities = found.map { AmbiguityText($0, in: scene, title: drawing.title) }
    for (ambiguity, text) in zip(found, ambiguities) {
      for view in ambiguity.views { subjects[view] = text.subject }
    }
  }

  /// The largest number of views whose values are described.
  private static let toldViews = 400

  public var html: String {
    let scene = kernel.scene
    let picture = drawing.picture
    let absolute = drawing.absoluteFrames()
    let box = [picture.canvas.x, picture.canvas.y, picture.canvas.width, picture.canvas.height].map(SVG.number)
      .joined(separator: " ")
    let hits = scene.views.prefix(SceneDrawing.maximumViews).map { view in
      absolute[view.id].map {
        SVG.rect($0, "class=\"hit\" data-view=\"\(view.id.rawValue)\"", title: drawing.title(of: view.id))
      } ?? ""
    }.joined()
    let title = imported.screen ?? drawing.title(of: .root)
    var body = "<h1>\(title.escapedForXML)"
    if let device = scene.device { body += " <span class=\"soft\">on \(device.escapedForXML)</span>" }
    body += "</h1>\n<p class=\"soft\">\(counted(scene.views.count, "view")), "
    body += "\(counted(scene.constraints.count, "constraint"))"
    if !kernel.conflicts.isEmpty {
      body += ", <strong class=\"bad\">\(counted(kernel.conflicts.count, "conflict"))</strong>"
    }
    if !ambiguities.isEmpty {
      body += ", <strong class=\"bad\">\(counted(ambiguities.count, "ambiguity"))</strong>"
    }
    body +=
      "</p>\n<div class=\"columns\"><div class=\"picture\"><svg viewBox=\"\(box)\" role=\"img\" aria-label=\"The scene as it is laid out\" font-family=\"\(SVG.fonts)\">\n"
    body += picture.body + hits + "</svg></div>\n<div class=\"facts\">\n"
    for (index, conflict) in kernel.conflicts.enumerated() {
      body += "<h2 class=\"bad\">Conflict \(index + 1)</h2><ul>"
      for (place, member) in conflict.members.enumerated() {
        let mark = place == conflict.broken ? " <strong class=\"bad\">gives way</strong>" : ""
        body += "<li><code>\(member.text.escapedForXML)</code>\(mark)</li>"
      }
      body += "</ul>\n"
    }
    if !ambiguities.isEmpty {
      body += "<h2 class=\"bad\">Left open</h2><ul>"
      for text in ambiguities {
        body += "<li><a href=\"#view-\(text.subject.rawValue)\">\(drawing.title(of: text.subject).escapedForXML)</a>: "
        body += "\(text.message.escapedForXML). \(text.fix.escapedForXML)</li>"
      }
      body += "</ul>\n"
    }
    body += "<h2>Views</h2>\n"
    var children: [ItemID: [View]] = [:]
    for view in scene.views { if let parent = view.parent { children[parent, default: []].append(view) } }
    var told = 0
    body += tree(scene.root, children, &told) + "</div></div>"
    return PageStyle.page(title: title, body: body, script: ScenePage.script)
  }

  private func tree(_ root: View, _ children: [ItemID: [View]], _ told: inout Int) -> String {
    var text = ""
    // Deep trees are written without recursion, with a stack of open elements.
    var stack: [(view: View, next: Int)] = [(root, -1)]
    while let (view, next) = stack.last {
      let own = children[view.id] ?? []
      if next < 0 {
        text += facts(of: view, told: &told)
        stack[stack.count - 1].next = 0
      } else if next < own.count {
        stack[stack.count - 1].next += 1
        stack.append((own[next], -1))
      } else {
        text += "</details>\n"
        stack.removeLast()
      }
    }
    return text
  }

  /// Returns the HTML about a view, with its element left open for the views inside. `told` counts the views; beyond `toldViews`, only name and frame
  /// are described.
  private func facts(of view: View, told: inout Int) -> String {
    let frame = kernel.displayedFrame(of: view.id)
    let numbers = [frame.x, frame.y, frame.width, frame.height].map(readable).joined(separator: " ")
    let identifier = imported.identifier(of: view.id)
    let title = drawing.title(of: view.id)
    var text = "<details id=\"view-\(view.id.rawValue)\"\(view.parent == nil ? " open" : "")>"
    text += "<summary>\(title.escapedForXML) <span class=\"soft\">\(view.kind.rawValue)"
    text += "\(identifier == title ? "" : " " + identifier.escapedForXML) · \(numbers)</span></summary>\n"
    told += 1
    guard told <= ScenePage.toldViews else { return text }
    if let subject = subjects[view.id] {
      let name = drawing.title(of: subject).escapedForXML
      text += "<p class=\"bad\">Ambiguous"
      if let own = ambiguities.first(where: { $0.subject == view.id }) {
        text += ": \(own.message.escapedForXML). \(own.fix.escapedForXML)</p>"
      } else {
        text += ": it is open together with <a href=\"#view-\(subject.rawValue)\">\(name)</a>.</p>"
      }
    }
    let own = kernel.scene.constraints.filter { $0.names(view.id) }
    if !own.isEmpty {
      text +=
        "<ul>"
        + own.map { "<li><code>\(kernel.text(of: $0).escapedForXML)</code>\($0.isActive ? "" : " inactive")</li>" }
        .joined() + "</ul>"
    }
    for attribute in [LayoutAttribute.left, .top, .width, .height] where view.parent != nil {
      guard let value = kernel.value(of: attribute, of: view.id) else { continue }
      let deciding = kernel.constraintsDeciding(attribute, of: view.id)
      guard !deciding.isEmpty else { continue }
      text += "<div><strong>\(attribute.name) is \(readable(value))</strong> because <ul>"
      for part in deciding {
        text +=
          "<li>\(part.amount < 0 ? "−" : "+") \(readable(abs(part.amount))): <code>\(part.text.escapedForXML)</code></li>"
      }
      for loser in kernel.constraintsLosing(to: deciding) {
        text +=
          "<li class=\"bad\">lost, missed by \(readable(loser.miss)): <code>\(loser.text.escapedForXML)</code></li>"
      }
      text += "</ul></div>"
    }
    return text
  }

  private static let script = """
    for (const hit of document.querySelectorAll(".hit")) hit.addEventListener("click", () => pick(hit.dataset.view, true));
    for (const one of document.querySelectorAll("details[id]")) one.addEventListener("toggle", () => { if (one.open) pick(one.id.slice(5), false); });
    function pick(view, opens) {
      for (const hit of document.querySelectorAll(".hit")) hit.classList.toggle("picked", hit.dataset.view === view);
      if (!opens) return;
      const facts = document.getElementById("view-" + view);
      for (let one = facts; one; one = one.parentElement.closest("details")) one.open = true;
      facts.scrollIntoView({ block: "nearest" });
      facts.querySelector("summary").focus();
    }
    """
}
