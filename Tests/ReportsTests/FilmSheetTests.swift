import ScenePlayer
import SceneModel
import Testing

@testable import Reports

@Test("A lane that only rounding moves says nothing; a transform is told in moves, scales and turns")
func lanes() {
  #expect(FilmLane.lanes(of: "opacity", [[1], [1 + 1e-14], [1]], view: "box").isEmpty)
  let turned = Transform3D(a: 0, b: 2, c: -2, d: 0, tx: 30, ty: 0)
  let lanes = FilmLane.lanes(of: "transform", [Transform3D.identity.lanes, turned.lanes], view: "box")
  #expect(lanes.map(\.name) == ["move x", "scale x", "scale y", "turn z"])
  #expect(lanes.map(\.unit) == ["pt", "×", "×", "°"])
  #expect(abs((lanes[3].values[1] ?? 0) - 90) < 1e-9)
}

@Test("Pictures are taken where something moves")
func framesWhereItMoves() {
  let times = (0...100).map { Double($0) / 10 }
  // All of the motion is in the second second.
  let values = times.map { min(max($0 - 1, 0), 1) }
  let lane = FilmLane(view: "box", property: "opacity", name: "", unit: "", values: values)
  let chosen = FilmFrames.chosen([lane], times: times, marks: [], count: 8).map { times[$0] }
  #expect(chosen.count == 8 && chosen.first == 0 && chosen.last == 10)
  #expect(chosen.count { $0 >= 1 && $0 <= 2 } >= 4)
}

@Test(
  "Numbers as people read them",
  arguments: [
    (1.2999999999999998, "1.3"), (7.3e-14, "0"), (-0.0001, "0"), (1234.56, "1235"), (0.1234, "0.123"), (-2.5, "-2.5"),
  ])
func readableNumbers(value: Double, text: String) { #expect(readable(value) == text) }
