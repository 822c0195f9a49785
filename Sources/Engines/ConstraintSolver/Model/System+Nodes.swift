extension System {
  /// Calls a closure with each variable that a node computes.
  @inline(__always)
  func forEachVariable(of index: Int32, _ body: (Int32) -> Void) {
    let node = nodes[index]
    switch node.kind {
    case .check: break
    case .definition: body(node.column)
    case .squareSystem: for variable in squareSystems[Int(node.index)]!.variables { body(variable) }
    case .block:
      let block = blocks[Int(node.index)]!
      for v in 0..<block.variableCount { body(block.variables[v]) }
    }
  }

  /// Calls a closure with each row that a node evaluates.
  @inline(__always)
  func forEachRow(of index: Int32, _ body: (Int32) -> Void) {
    let node = nodes[index]
    switch node.kind {
    case .definition, .check: body(node.row)
    case .squareSystem: for row in squareSystems[Int(node.index)]!.rows { body(row) }
    case .block:
      let block = blocks[Int(node.index)]!
      for i in 0..<block.rowCount where block.rows[i] >= 0 { body(block.rows[i]) }
    }
  }
}
