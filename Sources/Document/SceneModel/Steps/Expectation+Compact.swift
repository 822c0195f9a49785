extension Expectation.Callback: Compact {}

extension Expectation: Compact {
  func write(to bytes: inout CompactWriter) {
    switch what {
    case .frame(let id, let rect): bytes.put(case: 0, id, rect)
    case .value(let id, let key, let value, let time): bytes.put(case: 1, id, key, value.words, time)
    case .conflict(let list, let broken): bytes.put(case: 2, list, broken)
    case .noConflict: bytes.put(case: 3)
    case .ambiguity(let id, let isAmbiguous): bytes.put(case: 4, id, isAmbiguous)
    case .callback(let callback, let id, let times): bytes.put(case: 5, callback, id, times)
    case .report(let name, let phase, let time): bytes.put(case: 6, name, phase, time)
    case .noReport(let name, let phase): bytes.put(case: 7, name, phase)
    case .remark(let trap): bytes.put(case: 8, trap)
    case .noRemark: bytes.put(case: 9)
    }
    if hasNumbers { bytes.number(tolerance) }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    func time(_ bytes: inout CompactReader) throws(CompactError) -> Double? {
      try bytes.optional { (bytes) throws(CompactError) in try bytes.duration() }
    }
    switch try bytes.byte() {
    case 0: self.init(.frame(try bytes.take(), try bytes.take()))
    case 1:
      let (id, key): (ItemID, String) = (try bytes.take(), try bytes.take())
      self.init(.value(id, key, try bytes.value(of: key), at: try time(&bytes)))
    case 2: self.init(.conflict(try bytes.take(), breaking: try bytes.take()))
    case 3: self.init(.noConflict)
    case 4: self.init(.ambiguity(try bytes.take(), isAmbiguous: try bytes.take()))
    case 5: self.init(.callback(try bytes.take(), try bytes.take(), times: try bytes.take()))
    case 6: self.init(.report(try bytes.take(), try bytes.take(), at: try time(&bytes)))
    case 7: self.init(.noReport(try bytes.take(), try bytes.take()))
    case 8: self.init(.remark(try bytes.take()))
    case 9: self.init(.noRemark)
    default: throw bytes.mistake(.unknownWord, "unknown expectation")
    }
    if hasNumbers { tolerance = try bytes.duration() }
  }
}
