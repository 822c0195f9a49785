// Files keep their imports: on Linux this module stands for Apple's. On Apple's systems the real one wins.
@_exported import HeadlessUIKit
// So that it is built before any test that imports this module.
import _Testing_UIKit
