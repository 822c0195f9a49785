import SceneModel

extension FlowConfiguration {
  /// Returns the frames of a collection's items, line by line. A line has as many items as fit, and is justified. A lone item is centred in its line.
  /// Across the line, all items are centred.
  ///
  /// With `fillsLastLine`, the last line is justified as if more items of the size of its last item followed. Apple does not document this;
  /// re-implementations agree on it. Otherwise the items of the last line keep the requested spacing.
  package func frames(of sizes: [Size], in bounds: Size, fillsLastLine: Bool) -> [Rect] {
    let isVertical = axis == .vertical
    let (inset, room) = (sectionInset, isVertical ? bounds.width : bounds.height)
    let start = isVertical ? inset.left : inset.top
    let available = room - start - (isVertical ? inset.right : inset.bottom)
    func length(_ size: Size) -> Double { isVertical ? size.width : size.height }
    func thickness(_ size: Size) -> Double { isVertical ? size.height : size.width }

    var frames: [Rect] = []
    frames.reserveCapacity(sizes.count)
    var across = isVertical ? inset.top : inset.left
    var first = 0
    while first < sizes.count {
      var used = length(sizes[first])
      var end = first + 1
      while end < sizes.count, used + itemSpacing + length(sizes[end]) <= available {
        used += itemSpacing + length(sizes[end])
        end += 1
      }
      let isLast = end == sizes.count
      var places = Double(end - first)
      let step = itemSpacing + length(sizes[end - 1])
      if isLast, fillsLastLine, step > 0 {
        let more = max(0, ((available - used) / step).rounded(.down))
        places += more
        used += more * step
      }
      let rest = max(0, available - used)
      let gap = isLast && !fillsLastLine || places < 2 ? itemSpacing : itemSpacing + rest / (places - 1)
      var along = start + (places < 2 && (!isLast || fillsLastLine) ? rest / 2 : 0)
      let line = sizes[first..<end].reduce(0) { max($0, thickness($1)) }
      for size in sizes[first..<end] {
        let offset = across + (line - thickness(size)) / 2
        let origin = isVertical ? Point(x: along, y: offset) : Point(x: offset, y: along)
        frames.append(onValueGrid(Rect(x: origin.x, y: origin.y, width: size.width, height: size.height)))
        along += length(size) + gap
      }
      across += line + lineSpacing
      first = end
    }
    return frames
  }
}
