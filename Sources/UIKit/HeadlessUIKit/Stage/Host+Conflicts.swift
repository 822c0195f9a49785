import LayoutKernel

extension Host {
  var conflictTexts: [String] {
    kernel.conflicts.map { conflict in
      conflict.members.enumerated().map { index, member in
        let origin =
          member.constraint.flatMap { self.constraint($0) }.map { "\($0)" }
          ?? member.text + (member.identifier.map { " '\($0)'" } ?? "")
        return (index == conflict.broken ? "broken: " : "        ") + origin
      }.joined(separator: "\n")
    }
  }
}
