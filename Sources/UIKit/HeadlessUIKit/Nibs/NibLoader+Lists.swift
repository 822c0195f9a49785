import Foundation
import SceneImport

/// Tables and collections of nibs, and the cells that they make from the prototypes in them.
extension NibLoader {
  /// Registers the prototype cells of a list, from which cells are made on demand. Each cell gets its own objects and connections.
  func registerPrototypes(of list: Int, _ view: UIView, _ part: NibDocument.Part) {
    guard view is UITableView || view is UICollectionView else { return }
    for (index, entry) in part.outline.views.enumerated()
    where entry.parent == list && document.isPrototype(entry.element) {
      guard let identifier = entry.element["reuseIdentifier"] else { continue }
      let make: () -> UIView? = { [document, weak owner] in
        let loader = NibLoader(document, owner: owner)
        let cell = loader.makeViews(part, from: index)
        loader.connect()
        return cell
      }
      switch view {
      case let table as UITableView:
        table.register(cellMaker: { make() as? UITableViewCell }, forCellReuseIdentifier: identifier)
      case let collection as UICollectionView:
        let kinds = [
          "sectionHeaderView": UICollectionView.elementKindSectionHeader,
          "sectionFooterView": UICollectionView.elementKindSectionFooter,
        ]
        collection.register(
          maker: { make() as? UICollectionReusableView }, kind: entry.element["key"].flatMap { kinds[$0] } ?? "cell",
          identifier: identifier)
      default: break
      }
    }
  }

  /// Returns the sections of a table whose cells are all in the file.
  func staticContent(_ table: MarkupElement) -> StaticTableContent {
    var content = StaticTableContent()
    for element in table.child("sections")?.children ?? [] {
      var section = StaticTableContent.Section(header: element["headerTitle"], footer: element["footerTitle"])
      for row in element.child("cells")?.children ?? [] {
        guard let cell = row["id"].flatMap({ objects[$0] }) as? UITableViewCell else { continue }
        // The cell has one place and is never reused.
        cell.reuseIdentifier = nil
        section.rows.append((cell, row["rowHeight"].flatMap(Double.init).map { CGFloat($0) }))
      }
      content.sections.append(section)
    }
    return content
  }

  func fill(_ table: UITableView, _ element: MarkupElement) {
    func number(_ name: String) -> CGFloat? { element[name].flatMap(Double.init).map { CGFloat($0) } }
    let styles: [String: UITableView.Style] = ["grouped": .grouped, "insetGrouped": .insetGrouped]
    table.style = element["style"].flatMap { styles[$0] } ?? .plain
    // A height of -1 means that the cells determine it.
    if let height = number("rowHeight") { table.rowHeight = height < 0 ? UITableView.automaticDimension : height }
    if let height = number("estimatedRowHeight") {
      table.estimatedRowHeight = height < 0 ? UITableView.automaticDimension : height
    }
    if let height = number("sectionHeaderHeight"), height > 0 { table.sectionHeaderHeight = height }
    if let height = number("sectionFooterHeight"), height > 0 { table.sectionFooterHeight = height }
    if element["separatorStyle"] == "none" { table.separatorStyle = .none }
    if element["allowsSelection"] == "NO" { table.allowsSelection = false }
  }

  func fill(_ list: UICollectionView, _ element: MarkupElement) {
    guard let layout = element.children.first(where: { $0["key"] == "collectionViewLayout" }) else { return }
    let type =
      document.type(of: layout) as? UICollectionViewLayout.Type
      ?? (layout.tag == "collectionViewLayout" ? UICollectionViewLayout.self : UICollectionViewFlowLayout.self)
    guard let made = type.init(coder: NSCoder()) else { return }
    if let flow = made as? UICollectionViewFlowLayout { fill(flow, layout) }
    list.setCollectionViewLayout(made, animated: false)
  }

  private func fill(_ flow: UICollectionViewFlowLayout, _ element: MarkupElement) {
    func number(_ element: MarkupElement, _ name: String) -> CGFloat {
      CGFloat(element[name].flatMap(Double.init) ?? 0)
    }
    if element["scrollDirection"] == "horizontal" { flow.scrollDirection = .horizontal }
    if element["minimumLineSpacing"] != nil { flow.minimumLineSpacing = number(element, "minimumLineSpacing") }
    if element["minimumInteritemSpacing"] != nil {
      flow.minimumInteritemSpacing = number(element, "minimumInteritemSpacing")
    }
    if element["automaticEstimatedItemSize"] == "YES" {
      flow.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    }
    for child in element.children {
      let size = CGSize(width: number(child, "width"), height: number(child, "height"))
      switch child["key"] {
      case "itemSize": flow.itemSize = size
      case "estimatedItemSize": flow.estimatedItemSize = size
      case "headerReferenceSize": flow.headerReferenceSize = size
      case "footerReferenceSize": flow.footerReferenceSize = size
      case "sectionInset":
        flow.sectionInset = UIEdgeInsets(
          top: number(child, "minY"), left: number(child, "minX"), bottom: number(child, "maxY"),
          right: number(child, "maxX"))
      default: break
      }
    }
  }

  func fill(_ cell: UITableViewCell, _ element: MarkupElement) {
    let styles: [String: UITableViewCell.CellStyle] = [
      "IBUITableViewCellStyleValue1": .value1, "IBUITableViewCellStyleValue2": .value2,
      "IBUITableViewCellStyleSubtitle": .subtitle,
    ]
    let accessories: [String: UITableViewCell.AccessoryType] = [
      "disclosureIndicator": .disclosureIndicator, "detailDisclosureButton": .detailDisclosureButton,
      "checkmark": .checkmark, "detailButton": .detailButton,
    ]
    cell.reuseIdentifier = element["reuseIdentifier"]
    cell.style = element["style"].flatMap { styles[$0] } ?? .default
    cell.accessoryType = element["accessoryType"].flatMap { accessories[$0] } ?? .none
    if element["selectionStyle"] == "none" { cell.selectionStyle = .none }
  }

  /// Copies a label of a cell's style from the file to the cell's own label.
  func take(_ value: Any, for own: UILabel?) {
    guard let drawn = value as? UILabel, let own else { return }
    (own.text, own.font, own.numberOfLines) = (drawn.text, drawn.font, drawn.numberOfLines)
    drawn.removeFromSuperview()
  }
}
