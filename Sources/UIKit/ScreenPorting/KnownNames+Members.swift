extension KnownNames {
  /// Members of UIKit's classes that HeadlessUIKit is known to lack. Hardly anything else has one of these names; `ScreenPortingTests` checks the
  /// list against the sources.
  static let missingMembers: Set<String> = Set(
    """
    addKeyCommand addMotionEffect addSymbolEffect allowsEditingTextAttributes allowsFocus allowsKeyboardScrolling
    appliedContentSizeCategoryLimitsDescription attributedSubtitle attributedTitleForMode
    automaticallyManagesContentScrollView backgroundConfiguration beginAnimations beginFloatingCursor
    beginInteractiveMovementForItem borderShape bottomAccessory bottomEdgeEffect bouncesHorizontally bouncesVertically
    buildMenu canBecomeFocused canPaste cancelInteractiveMovement centerItemGroups commitAnimations
    compactTabIdentifiers contentAlignmentPoint contentConfiguration contentUnavailableConfiguration
    contextMenuConfigurationForRowAt cornerConfiguration customizationDelegate customizationIdentifier
    dataDetectorTypes decodeRestorableState defaultContentConfiguration didUpdateFocus
    dismissalTransitionIsInteractive displayBoundsHiddenForWidth documentProperties drawHierarchy editMenuInteraction
    effectiveCornerRadius encodeRestorableState endFloatingCursor endInteractiveMovement focusEffect
    focusGroupIdentifier hoverStyle inlinePredictionType insertAttachment isPointerInteractionEnabled isSpringLoaded
    isSymbolAnimationEnabled isTabBarHidden largeContentImage largeContentTitle largeSubtitle largeSubtitleView
    layoutManager leadingItemGroups markedTextRange maximumContentSizeCategory minimumContentSizeCategory
    motionEffects passwordRules pasteConfiguration pinnedTrailingGroup pointerStyleProvider preferredBehavioralStyle
    preferredFocusEnvironments preferredImageDynamicRange preferredSearchBarPlacement preferredTransition
    presentEditMenu pressesBegan pressesCancelled pressesChanged pressesEnded previewActionItems previewingContext
    registerForPreviewing remoteControlReceived removeAllSymbolEffects removeKeyCommand removeMotionEffect
    removeSymbolEffect renameDelegate restorationClass restoreUserActivityState scalesLargeContentImage
    searchBarPlacement searchTextPositionAdjustment setAnimationBeginsFromCurrentState setAnimationCurve
    setAnimationDelay setAnimationDelegate setAnimationDidStop setAnimationRepeatAutoreverses setAnimationRepeatCount
    setAnimationWillStart setContentScrollView setDisclosureAction setMarkedText setNeedsFocusUpdate
    setNeedsUpdateContentUnavailableConfiguration setPositionAdjustment setSearchFieldBackgroundImage setSymbolImage
    setTabBarHidden setTrackingAreas shouldUpdateFocus showsLargeContentViewer smartDashesType smartInsertDeleteType
    smartQuotesType spatialTemplate startInteractiveTransition stopScrollingAndZooming tabBarMinimizeBehavior
    textDragInteraction textDropDelegate textLayoutManager titleMenuProvider topEdgeEffect trailingItemGroups
    transfersHorizontalScrollingToParent transfersVerticalScrollingToParent unmarkText unregisterForPreviewing
    updateContentUnavailableConfiguration updateFloatingCursor updateFocusIfNeeded
    updateInteractiveMovementTargetPosition writingToolsBehavior
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
