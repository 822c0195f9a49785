import Foundation
import LayoutKernel
import LayoutPlugin
import Reports
import SceneImport
import SceneModel

/// The screens of two states of an app, laid out on some devices: the views that moved, the problems that are new or gone, and the change
/// that caused each.
package struct LayoutComparison {
  package let before, after: String
  package private(set) var entries: [Entry] = []
  package private(set) var figures: [Figure] = []
  package private(set) var mistakes: [TextError]
  /// The number of files that have screens.
  package let files: Int
  package private(set) var changedFiles: Set<String> = []
  /// The number of screens that were laid out in both states.
  package private(set) var screens = 0
  /// The number of changes of documents that move nothing on any device.
  package var idleEdits: Int { idle.subtracting(places.keys).count }
  /// The keys of edits that move nothing on at least one device.
  private var idle: Set<String> = []
  private let devices: [Device?]
  private let makeSolver: @Sendable () -> any ConstraintSolving
  private var places: [String: Int] = [:]
  /// The device for which each screen of the present file was drawn, by the screen's root.
  private var ownDevices: [String: String] = [:]
  /// The screens of the present file as the first figure of each shows them.
  private var drawn: [String: (before: [LaidOutScreen.Element], after: [LaidOutScreen.Element])] = [:]
  /// The figures that show an entry, by its index in `entries`.
  private var shown: [Int: [String]] = [:]

  /// The default devices, besides the file's own: a small phone and a tablet.
  package static let usualDevices = "retina4_0,ipad9_7"

  /// Compares the changed files.
  ///
  /// - Parameters:
  ///   - devices: the devices besides the one for which each file is drawn.
  ///   - workOn: called with each file before it is compared.
  package init(
    _ compared: ComparedFiles, devices: [Device?], makeSolver: @escaping @Sendable () -> any ConstraintSolving,
    workOn: (String) -> Void = { _ in }
  ) {
    (before, after, files) = (compared.before, compared.after, compared.count)
    (self.devices, self.makeSolver, mistakes) = ([nil] + devices, makeSolver, compared.mistakes)
    for pair in compared.changed {
      workOn(pair.name)
      compare(pair)
    }
  }

  package var outcome: Outcome {
    if !mistakes.isEmpty { return .badInput }
    return entries.contains { !$0.appeared.isEmpty } ? .found : .clean
  }

  /// Returns the titles of figures that show an entry.
  package func figures(of entry: Int) -> [String] { shown[entry] ?? [] }

  // MARK: One file

  private mutating func compare(_ pair: ComparedFiles.Pair) {
    if ComparedFiles.isSnapshot(pair.name) {
      do throws(TextError) { try compareSnapshots(pair) } catch { mistakes.append(error) }
      return
    }
    (ownDevices, drawn) = ([:], [:])
    for device in devices {
      do throws(TextError) {
        let earlier = try pair.before.map { content throws(TextError) in try read(content, device) }
        let later = try pair.after.map { content throws(TextError) in try read(content, device) }
        try compare(earlier ?? [], later ?? [], pair, device)
      } catch {
        if !mistakes.contains(error) { mistakes.append(error) }
        return
      }
    }
  }

  private func read(_ content: SceneContent, _ device: Device?) throws(TextError) -> [ImportedScene] {
    let file = try SceneFile(content, options: ImportOptions(device: device))
    guard case .scenes(let scenes) = file.content else { return [] }
    return scenes
  }

  private mutating func compare(
    _ earlier: [ImportedScene], _ later: [ImportedScene], _ pair: ComparedFiles.Pair, _ device: Device?
  ) throws(TextError) {
    var left = earlier
    for screen in later {
      if let at = left.firstIndex(where: { $0.root == screen.root })
        ?? (screen.screen == nil ? nil : left.firstIndex(where: { $0.screen == screen.screen }))
      {
        let old = left.remove(at: at)
        if device == nil { ownDevices[screen.root] = screen.scene.device }
        if let device, !screen.follows(device) || ownDevices[screen.root] == device.spelling { continue }
        try compare(old, screen, pair, device)
      } else if device == nil {
        addWhole(screen, pair, isOfEarlier: false)
      }
    }
    guard device == nil else { return }
    for screen in left { addWhole(screen, pair, isOfEarlier: true) }
  }

  /// Returns the screen's own name, or the file's if the screen has none.
  private func name(_ screen: ImportedScene, _ pair: ComparedFiles.Pair) -> String {
    if let name = screen.screen { return name }
    let title = screen.title(of: .root)
    let file = ((pair.name as NSString).lastPathComponent as NSString).deletingPathExtension
    return title == screen.root ? file : title
  }

  private mutating func addWhole(_ screen: ImportedScene, _ pair: ComparedFiles.Pair, isOfEarlier: Bool) {
    let (names, name) = (ElementNames(screen), name(screen, pair))
    changedFiles.insert(pair.name)
    let at = place(
      Entry(
        file: isOfEarlier ? pair.formerName ?? pair.name : pair.name, line: names.line(ofView: screen.root),
        isOfEarlier: isOfEarlier,
        change: DocumentChange(code: isOfEarlier ? .screenRemoved : .screenAdded, element: name),
        cause: "the screen \(name) was \(isOfEarlier ? "removed" : "added")"))
    if !entries[at].screens.contains(name) { entries[at].screens.append(name) }
  }

  // MARK: Snapshots

  /// Compares recorded frames. Snapshots have no document, so no line can explain a change.
  private mutating func compareSnapshots(_ pair: ComparedFiles.Pair) throws(TextError) {
    func read(_ content: SceneContent?) throws(TextError) -> LayoutSnapshot? {
      guard let content else { return nil }
      return try LayoutSnapshot(text: String(decoding: content.bytes, as: UTF8.self), file: pair.name)
    }
    let (earlier, later) = (try read(pair.before), try read(pair.after))
    guard let one = later ?? earlier else { return }
    let name = one.subject
    func add(_ code: DocumentChange.Code, _ words: String, devices: [String] = []) -> Int {
      changedFiles.insert(pair.name)
      let at = place(
        Entry(
          file: pair.name, line: 0, isOfEarlier: code == .recordingRemoved,
          change: DocumentChange(code: code, element: name), cause: words))
      entries[at].screens = [name]
      entries[at].devices += devices
      return at
    }
    guard let earlier, let later else {
      let isGone = later == nil
      _ = add(
        isGone ? .recordingRemoved : .recordingAdded,
        "the recorded screen \(name) was \(isGone ? "removed" : "added")")
      return
    }
    screens += 1
    let (changed, missing, new) = earlier.differences(to: later)
    for (before, after, difference) in changed {
      let device = after.device ?? "its own device"
      let at = add(.recordingChanged, "the recorded frames of \(name) are others", devices: [device])
      if difference.changes.count > entries[at].changes.count { entries[at].changes = difference.changes }
      let title = "\(name) in \(pair.name) on \(device)"
      figures.append(Figure(title: title, picture: ComparisonPicture(before, after, difference)))
      shown[at, default: []].append(title)
    }
    if !missing.isEmpty {
      _ = add(.recordingRemoved, "\(name) is no longer recorded on \(missing.joined(separator: ", "))")
    }
    if !new.isEmpty { _ = add(.recordingAdded, "\(name) is recorded on \(new.joined(separator: ", ")), too") }
  }

  // MARK: One screen on one device

  /// A screen laid out, with the problems in it.
  private struct Layout {
    var screen: LaidOutScreen
    /// The problems, by a key that says what they are about.
    var troubles: [String: Problem]
    var drawing: SceneDrawing
  }

  private func layOut(_ imported: ImportedScene, _ device: Device?, _ file: String) throws(TextError) -> Layout {
    do throws(LayoutMistake) {
      // Recorded frames are not used: texts have their natural size, and views without constraints keep the frame from the file.
      let isPlayed = imported.origins.isEmpty && device == nil
      let screen = isPlayed ? imported : imported.varied(ScreenVariation(device: device))
      let kernel = try LayoutKernel(playing: screen.scene, on: makeSolver(), quirks: imported.quirks)
      let found = ScreenTrouble.all(in: kernel, screen)
      var troubles: [String: Problem] = [:]
      for trouble in found.all {
        guard let finding = CheckFinding(trouble, found.overhang(of: trouble), of: screen, file: file) else { continue }
        var key = "\(trouble.kind.rawValue) \(screen.identifier(of: trouble.item))"
        if case .overlap(_, let other) = trouble { key += " \(screen.identifier(of: other))" }
        troubles[key] = Problem(
          code: finding.code ?? trouble.kind.rawValue, element: finding.element, fields: finding.fields,
          text: "\(trouble.kind.rawValue): \(finding.element) \(finding.message)")
      }
      let names = ElementNames(screen)
      let constraints = Dictionary(
        screen.scene.constraints.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
      for conflict in kernel.conflicts where !imported.isOfCanvas || kernel.miss(of: conflict) >= 0.5 {
        // A conflict of the same constraints is the same problem, whichever of them is broken.
        let members = conflict.members.map { $0.constraint.flatMap { constraints[$0] } ?? $0.text }
        let broken = names.titled(conflict.members[conflict.broken].text)
        troubles["conflict \(members.sorted().joined(separator: "; "))"] = Problem(
          code: CheckFinding.Kind.conflict.rawValue, element: broken,
          text: "conflict: \(counted(members.count, "constraint")) contradict each other, and \(broken) gives way")
      }
      var drawing = SceneDrawing(of: screen, laidOutBy: kernel)
      drawing.showsNames = false
      return Layout(
        screen: LaidOutScreen(of: screen, laidOutBy: kernel, device: device?.spelling ?? imported.scene.device),
        troubles: troubles, drawing: drawing)
    } catch {
      throw TextError(file: file, line: 0, code: .cannotLayOut, problem: "scene \(imported.root): \(error)")
    }
  }

  /// The largest number of edits that are explained one by one; each costs a layout. Further ones are reported as one.
  private static let mostEdits = 60

  private mutating func compare(
    _ earlier: ImportedScene, _ later: ImportedScene, _ pair: ComparedFiles.Pair, _ device: Device?
  ) throws(TextError) {
    let edits = SceneEdit.all(from: earlier, to: later)
    let file = pair.name
    let later = later.takingInsets(of: earlier)
    let old = try layOut(earlier, device, pair.formerName ?? file)
    let new = try layOut(later, device, file)
    screens += 1
    let difference = ScreenDifference(from: old.screen, to: new.screen)
    let appeared = Set(new.troubles.keys).subtracting(old.troubles.keys)
    let mended = Set(old.troubles.keys).subtracting(new.troubles.keys)
    guard !difference.isEmpty || !appeared.isEmpty || !mended.isEmpty || edits.contains(where: \.isAlwaysTold) else {
      idle.formUnion(edits.map { entry($0, pair).key })
      return
    }
    changedFiles.insert(file)
    var shares = attribute(edits, old, new, earlier, later, difference, appeared, mended, device, file)
    let place = new.screen.device ?? "its own device"
    let title = "\(name(later, pair)) in \(file) on \(place)"
    // A screen that looks the same on another device, such as a cell, gets no second figure.
    let isNew = drawn[later.root].map { $0.before != old.screen.elements || $0.after != new.screen.elements } ?? true
    if isNew, !difference.isEmpty || !appeared.isEmpty || !mended.isEmpty {
      if drawn[later.root] == nil { drawn[later.root] = (old.screen.elements, new.screen.elements) }
      figures.append(
        Figure(
          title: title,
          picture: ComparisonPicture(
            old.screen, new.screen, difference, drawings: (old.drawing.picture, new.drawing.picture))))
    }
    func isUntold(_ share: Share) -> Bool { share.isIdle && share.edit?.isAlwaysTold != true }
    idle.formUnion(shares.filter(isUntold).compactMap(\.edit).map { entry($0, pair).key })
    shares.removeAll(where: isUntold)
    for share in shares {
      let at: Int
      if let edit = share.edit {
        at = self.place(entry(edit, pair))
      } else {
        at = self.place(
          Entry(
            file: file, line: 0, isOfEarlier: false,
            change: DocumentChange(code: edits.isEmpty ? .unexplainedChange : .severalChanges),
            cause: edits.isEmpty ? "no single line of the file explains it" : "several of these changes together"))
      }
      if share.changes.count > entries[at].changes.count { entries[at].changes = share.changes }
      for (problems, key) in [
        (share.appeared.sorted().compactMap { new.troubles[$0] }, \Entry.appeared),
        (share.mended.sorted().compactMap { old.troubles[$0] }, \Entry.mended),
      ] {
        // The fields may differ from device to device.
        for problem in problems where !entries[at][keyPath: key].contains(where: { $0.text == problem.text }) {
          entries[at][keyPath: key].append(problem)
        }
      }
      if !entries[at].screens.contains(name(later, pair)) { entries[at].screens.append(name(later, pair)) }
      if !entries[at].devices.contains(place) { entries[at].devices.append(place) }
      if isNew, !share.isIdle { shown[at, default: []].append(title) }
    }
  }

  private func entry(_ edit: SceneEdit, _ pair: ComparedFiles.Pair) -> Entry {
    let file = edit.source?.file ?? (edit.isOfEarlier ? pair.formerName ?? pair.name : pair.name)
    return Entry(
      file: file, line: edit.source?.line ?? edit.line, isOfEarlier: edit.isOfEarlier, change: edit.change,
      cause: edit.words)
  }

  /// Returns the index of the entry of a cause, and adds one if it is new.
  private mutating func place(_ entry: Entry) -> Int {
    if let known = places[entry.key] { return known }
    places[entry.key] = entries.count
    entries.append(entry)
    return entries.count - 1
  }

  /// The effects of one edit on a screen.
  private struct Share {
    /// The edit; nil for effects that no single edit has.
    var edit: SceneEdit?
    var changes: [ScreenDifference.Change] = []
    var appeared: Set<String> = []
    var mended: Set<String> = []
    var isIdle: Bool { changes.isEmpty && appeared.isEmpty && mended.isEmpty }
  }

  /// The distance in points up to which the sum of the effects of single edits counts as the whole change. In each effect, each of the four numbers
  /// of a frame is rounded to a pixel.
  private static let roundingOfSum = 2.0

  /// Assigns each change of a view, and each problem, to the edit that causes it: each edit is undone in turn, and the screen is laid out without
  /// it.
  private func attribute(
    _ edits: [SceneEdit], _ old: Layout, _ new: Layout, _ earlier: ImportedScene, _ later: ImportedScene,
    _ difference: ScreenDifference, _ appeared: Set<String>, _ mended: Set<String>, _ device: Device?,
    _ file: String
  ) -> [Share] {
    if edits.count == 1 {
      return [Share(edit: edits[0], changes: difference.changes, appeared: appeared, mended: mended)]
    }
    var shares: [Share] = []
    /// What each edit does by itself: the changes by view, and the keys of the problems that it causes and mends.
    var effects: [(changes: [String: ScreenDifference.Change], appeared: Set<String>, mended: Set<String>)] = []
    for edit in edits.prefix(Self.mostEdits) {
      var (from, to): (Layout?, Layout?)
      switch edit.undoing {
      case .inLater(let undo):
        var without = later
        undo(&without)
        (from, to) = (try? layOut(without, device, file), new)
      case .inEarlier(let undo):
        var without = earlier
        undo(&without)
        (from, to) = (old, try? layOut(without, device, file))
      }
      guard let from, let to else { continue }
      let effect = ScreenDifference(from: from.screen, to: to.screen)
      shares.append(Share(edit: edit))
      effects.append(
        (
          Dictionary(effect.changes.map { ($0.view, $0) }, uniquingKeysWith: { first, _ in first }),
          Set(to.troubles.keys).subtracting(from.troubles.keys), Set(from.troubles.keys).subtracting(to.troubles.keys)
        ))
    }
    var rest = Share()
    for change in difference.changes {
      let candidates = effects.indices.compactMap { at in
        effects[at].changes[change.view].map { (at: at, own: $0, distance: $0.shift.distance(to: change.shift)) }
      }
      let sum = candidates.reduce(Rect.zero) { $0.moved(by: $1.own.shift) }
      let way = candidates.reduce(0) { $0 + $1.own.shift.distance(to: .zero) }
      if change.isMoved || change.isResized, sum.distance(to: change.shift) < Self.roundingOfSum,
        way - change.shift.distance(to: .zero) < Self.roundingOfSum
      {
        // The effects of the single edits add up to the change, and no edit undoes the effect of another.
        for part in candidates { shares[part.at].changes.append(part.own) }
      } else if let best = candidates.min(by: { ($0.distance, $0.at) < ($1.distance, $1.at) }) {
        // The change is assigned to the edit whose own effect is nearest to it.
        shares[best.at].changes.append(change)
      } else {
        rest.changes.append(change)
      }
    }
    for trouble in appeared.sorted() {
      if let at = effects.firstIndex(where: { $0.appeared.contains(trouble) }) {
        shares[at].appeared.insert(trouble)
      } else {
        rest.appeared.insert(trouble)
      }
    }
    for trouble in mended.sorted() {
      if let at = effects.firstIndex(where: { $0.mended.contains(trouble) }) {
        shares[at].mended.insert(trouble)
      } else {
        rest.mended.insert(trouble)
      }
    }
    // If a single edit has an effect by itself, it also gets the rest, which it causes together with edits that have none.
    let busy = shares.indices.filter { !shares[$0].isIdle }
    if !rest.isIdle, busy.count == 1 {
      shares[busy[0]].changes += rest.changes
      shares[busy[0]].appeared.formUnion(rest.appeared)
      shares[busy[0]].mended.formUnion(rest.mended)
    } else if !rest.isIdle {
      shares.append(rest)
    }
    return shares
  }
}
