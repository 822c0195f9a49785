import SceneModel
import Testing

@testable import SceneOracles

@Test("An answer that no double reaches breaks no law of required constraints, and no certificate is asked of it")
func beyondDoubles() throws {
  let document = try Document(text: "solver 1\napply: add c2: 1e-310 v1 = 1 @1000\n")
  for name in ["solver.required-constraints-hold", "solver.certificates-prove-the-result"] {
    let law = try #require(Law.solverLaws.first { $0.name == name })
    if case .broken(let text) = law.judge(document, .reference) { Issue.record("\(name): \(text)") }
  }
}
