import TestData
public import Testing

extension Trait where Self == ConditionTrait {
    /// Runs a test only where the shared vectors and vaults are, and skips it with the reason elsewhere.
    ///
    /// With `CLOUDACCESS_REQUIRE_SHARED=1` the test always runs, so that a missing file fails it.
    public static var requiresSharedData: Self {
        .enabled(if: SharedData.isAvailable || SharedData.isRequired, "\(SharedData.skipReason)")
    }
}
