import SceneModel

extension View.Kind {
  init(tag: String) {
    self =
      switch tag {
      case "view", "customView", "containerView", "visualEffectView", "mapView", "webView", "wkWebView": .plain
      case "label": .label
      case "button": .button
      case "imageView": .image
      case "stepper": .stepper
      case "slider": .slider
      case "pickerView", "datePicker": .picker
      case "progressView": .progress
      case "textField": .textField
      case "textView": .textView
      case "switch": .toggle
      case "segmentedControl": .segmentedControl
      case "activityIndicatorView": .activityIndicator
      case "stackView": .stack
      case "scrollView": .scroll
      case "tableView": .table
      case "tableViewCell": .tableCell
      case "tableViewCellContentView": .tableCellContent
      case "collectionView": .collection
      case "collectionViewCell", "collectionReusableView": .collectionCell
      case "collectionViewCellContentView": .collectionCellContent
      case "navigationBar", "toolbar", "tabBar", "searchBar": .bar
      default: .other
      }
  }

  /// The tag that `init(tag:)` reads; nil where no tag means the kind.
  var tag: String {
    switch self {
    case .plain: "view"
    case .label: "label"
    case .button: "button"
    case .image: "imageView"
    case .stepper: "stepper"
    case .slider: "slider"
    case .picker: "pickerView"
    case .progress: "progressView"
    case .textField: "textField"
    case .textView: "textView"
    case .toggle: "switch"
    case .segmentedControl: "segmentedControl"
    case .activityIndicator: "activityIndicatorView"
    case .stack: "stackView"
    case .scroll: "scrollView"
    case .table: "tableView"
    case .tableCell: "tableViewCell"
    case .tableCellContent: "tableViewCellContentView"
    case .collection: "collectionView"
    case .collectionCell: "collectionViewCell"
    case .collectionCellContent: "collectionViewCellContentView"
    case .bar: "toolbar"
    case .other, .layer: "otherView"
    }
  }
}

extension SemanticContent {
  init(interfaceBuilder text: String?) {
    self =
      switch text {
      case "playback": .playback
      case "spatial": .spatial
      case "forceLeftToRight": .forceLeftToRight
      case "forceRightToLeft": .forceRightToLeft
      default: .unspecified
      }
  }

  var interfaceBuilderName: String? {
    switch self {
    case .unspecified: nil
    case .playback: "playback"
    case .spatial: "spatial"
    case .forceLeftToRight: "forceLeftToRight"
    case .forceRightToLeft: "forceRightToLeft"
    }
  }
}
