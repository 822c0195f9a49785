extension Expectation: Compact {
  func write(to bytes: inout CompactWriter) {
    switch what {
    case .frame(let id, let rect):
      bytes.byte(0)
      id.write(to: &bytes)
      rect.write(to: &bytes)
    case .value(let id, let key, let value, let time):
      bytes.byte(1)
      id.write(to: &bytes)
      bytes.text(key)
      bytes.text(value.words)
      bytes.optional(time) { $0.number($1) }
    case .conflict(let list, let broken):
      bytes.byte(2)
      bytes.optional(list) { $0.list($1) }
      bytes.optional(broken) { $1.write(to: &$0) }
    case .noConflict: bytes.byte(3)
    case .ambiguity(let id, let isAmbiguous):
      bytes.byte(4)
      id.write(to: &bytes)
      bytes.flag(isAmbiguous)
    case .callback(let callback, let id, let times):
      bytes.byte(5)
      bytes.choice(callback)
      id.write(to: &bytes)
      bytes.optional(times) { $0.count($1) }
    case .report(let name, let phase, let time):
      bytes.byte(6)
      bytes.text(name)
      bytes.choice(phase)
      bytes.optional(time) { $0.number($1) }
    case .noReport(let name, let phase):
      bytes.byte(7)
      bytes.text(name)
      bytes.choice(phase)
    case .remark(let trap):
      bytes.byte(8)
      bytes.text(trap)
    case .noRemark: bytes.byte(9)
    }
    if hasNumbers { bytes.number(tolerance) }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    func time(_ bytes: inout CompactReader) throws(CompactError) -> Double? {
      try bytes.optional { (bytes) throws(CompactError) in try bytes.duration() }
    }
    switch try bytes.byte() {
    case 0: self.init(.frame(try .init(from: &bytes), try Rect(from: &bytes)))
    case 1:
      let id = try ItemID(from: &bytes)
      let key = try bytes.text()
      let value = try bytes.words("value") { (line) throws(TextError) in try AnimationValue(&line) }
      if let mistake = PlayerStep.mistake(in: key, value) { throw bytes.mistake(.wrongKind, mistake) }
      self.init(.value(id, key, value, at: try time(&bytes)))
    case 2:
      let list = try bytes.optional { (bytes) throws(CompactError) in
        var list: [LayoutConstraint.ID] = []
        for _ in 0..<(try bytes.count()) { list.append(try .init(from: &bytes)) }
        return list
      }
      let broken = try bytes.optional { (bytes) throws(CompactError) in try LayoutConstraint.ID(from: &bytes) }
      self.init(.conflict(list, breaking: broken))
    case 3: self.init(.noConflict)
    case 4: self.init(.ambiguity(try .init(from: &bytes), isAmbiguous: try bytes.flag()))
    case 5:
      let callback: Callback = try bytes.choice()
      let id = try ItemID(from: &bytes)
      self.init(
        .callback(callback, id, times: try bytes.optional { (bytes) throws(CompactError) in try bytes.integer() }))
    case 6: self.init(.report(try bytes.text(), try bytes.choice(), at: try time(&bytes)))
    case 7: self.init(.noReport(try bytes.text(), try bytes.choice()))
    case 8: self.init(.remark(try bytes.text()))
    case 9: self.init(.noRemark)
    default: throw bytes.mistake(.unknownWord, "unknown expectation")
    }
    if hasNumbers { tolerance = try bytes.duration() }
  }
}
