extension EngineTemplate {
  static let swiftSource = ###"""
    // A toy solver behind layoutlab's engine protocol (Guides/engine-protocol.md): equations over free variables.
    //
    // Put your engine in the place of `solved`, and say in `hello` what it can do: you are sent nothing else.
    import Foundation

    let hello =
      #"{"engine":"toy","version":"1","kind":"solver","claims":[],"ties":"present","tolerance":1e-6,"range":[0.01,10000]}"#

    struct Row {
      var terms: [Int: Double]
      var constant: Double
    }

    struct Mistake: Error { var text: String }

    /// The value of each variable, 0 where the rows leave a choice (Gauss and Jordan); nil: the rows contradict each other.
    func solved(_ variables: Set<Int>, _ rows: [Int: Row]) -> [Int: Double]? {
      var lines = rows.sorted { $0.key < $1.key }.map(\.value)
      var leaders: [Int] = []
      for variable in variables.sorted() {
        func size(_ at: Int) -> Double { abs(lines[at].terms[variable] ?? 0) }
        guard let best = lines.indices.dropFirst(leaders.count).max(by: { size($0) < size($1) }), size(best) >= 1e-9 else {
          continue
        }
        lines.swapAt(best, leaders.count)
        let lead = lines[leaders.count].terms[variable]!
        let own = Row(
          terms: lines[leaders.count].terms.mapValues { $0 / lead }, constant: lines[leaders.count].constant / lead)
        lines[leaders.count] = own
        for at in lines.indices where at != leaders.count {
          guard let factor = lines[at].terms[variable], factor != 0 else { continue }
          for (other, coefficient) in own.terms { lines[at].terms[other, default: 0] -= factor * coefficient }
          lines[at].constant -= factor * own.constant
        }
        leaders.append(variable)
      }
      if lines.dropFirst(leaders.count).contains(where: { abs($0.constant) > 1e-7 }) { return nil }
      var values = Dictionary(uniqueKeysWithValues: variables.map { ($0, 0.0) })
      for (at, variable) in leaders.enumerated() { values[variable] = lines[at].constant + 0.0 }
      return values
    }

    struct Engine {
      var variables: Set<Int> = []
      var rows: [Int: Row] = [:]
      var told: [Int: Double] = [:]

      mutating func apply(_ edits: [[Any]]) -> [String: Any] {
        // All or nothing: work on a copy, and keep it if all is well.
        var next = self
        do {
          for edit in edits { try next.perform(edit) }
        } catch {
          return ["fault": (error as? Mistake)?.text ?? "\(error)"]
        }
        guard let values = solved(next.variables, next.rows) else { return ["conflict": next.rows.keys.sorted()] }
        let changes = values.filter { told[$0.key] != $0.value }
        next.told = values
        self = next
        return ["changes": Dictionary(uniqueKeysWithValues: changes.map { ("\($0.key)", $0.value) })]
      }

      mutating func perform(_ edit: [Any]) throws {
        let name = edit[0] as? String ?? ""
        let line = edit[1] as? [String: Any]
        let id = (line?["id"] ?? edit[1]) as? Int ?? -1
        func number(_ value: Any?) -> Double { (value as? NSNumber)?.doubleValue ?? 0 }
        switch name {
        case "declare" where edit.count > 2: throw Mistake(text: "non-negative is not claimed")
        case "declare": variables.insert(id)
        case "forget":
          if rows.values.contains(where: { $0.terms[id] != nil }) { throw Mistake(text: "a row uses the variable") }
          if variables.remove(id) == nil { throw Mistake(text: "the variable is unknown") }
        case _ where (rows[id] != nil) == (name == "add"):
          throw Mistake(text: "the row is there already, or it is not")
        case "add" where line?["p"] != nil && number(line?["p"]) != 1000: throw Mistake(text: "priorities are not claimed")
        case "add":
          var row = Row(terms: [:], constant: number(line?["c"]))
          for term in line?["terms"] as? [[Any]] ?? [] {
            let variable = term[1] as? Int ?? -1
            row.terms[variable, default: 0] += number(term[0])
          }
          // Terms that add up to nothing do not use their variable; one that is used before it is declared is free.
          row.terms = row.terms.filter { $0.value != 0 }
          variables.formUnion(row.terms.keys)
          rows[id] = row
        case "remove": rows[id] = nil
        case "constant": rows[id]!.constant = number(edit[2])
        case "priority" where number(edit[2]) == 1000: break
        default: throw Mistake(text: "the edit is not claimed")
        }
      }
    }

    var engine = Engine()
    while let line = readLine() {
      let request = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
      var answer: [String: Any] = ["changes": [String: Any]()]
      if request["hello"] != nil {
        print(hello)
      } else {
        if request["open"] != nil { engine = Engine() } else { answer = engine.apply(request["apply"] as? [[Any]] ?? []) }
        print(String(decoding: try JSONSerialization.data(withJSONObject: answer), as: UTF8.self))
      }
      // A pipe is buffered.
      fflush(nil)
    }

    """###
}
