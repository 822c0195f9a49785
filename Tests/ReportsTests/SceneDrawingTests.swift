import Reports
import SceneModel
import Testing

@Test("A drawing places a nested view where its superviews put it, and escapes its name")
func drawingIsAbsoluteAndEscaped() {
  var scene = Scene(rootSize: Size(width: 100, height: 50), scale: 1)
  scene.views.append(View(id: ItemID(1), name: "outer", parent: .root))
  scene.views.append(View(id: ItemID(2), name: "a<b", parent: ItemID(1)))
  let frames: [ItemID: Rect] = [
    .root: Rect(x: 0, y: 0, width: 100, height: 50), ItemID(1): Rect(x: 10, y: 5, width: 80, height: 40),
    ItemID(2): Rect(x: 3, y: 4, width: 30, height: 20),
  ]
  let svg = SceneDrawing(scene: scene, frames: frames, marked: [ItemID(2): "too wide"]).svg
  #expect(svg.contains("x=\"13\" y=\"9\" width=\"30\" height=\"20\" fill=\"#c0392b\""))
  #expect(svg.contains("a&lt;b"))
  #expect(!svg.contains("a<b"))
}
