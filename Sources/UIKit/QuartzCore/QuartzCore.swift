// Files keep their imports: on Linux this module stands for Apple's. On Apple's systems the real one wins.
@_exported import HeadlessUIKit
