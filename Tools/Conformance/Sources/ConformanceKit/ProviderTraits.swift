/// What a service can't do, and the few figures that the cases need to know of it.
public struct ProviderTraits: Sendable {
    /// The needs that aren't met, each with the reason that is printed when a case is skipped for it.
    public var lacking: [Need: String]
    /// Sizes in bytes at which the provider or the service changes its ways (parts, sessions): every case about sizes
    /// also tries them and their neighbours.
    public var thresholds: [Int]
    /// How exactly a modification date is kept, in seconds.
    public var dateResolution: Double
    /// How often a race is run, each time anew; what goes wrong in one race of many shows only so.
    public var raceRounds: Int
    /// The bytes that the innermost provider moves for a file of so many bytes; a vault's ciphertext is larger.
    public var transferSize: @Sendable (_ size: Int) -> Int

    /// Makes traits; without parameters, those of a service that can do everything.
    ///
    /// - Parameters:
    ///   - lacking: the needs that aren't met, with the reasons.
    ///   - thresholds: sizes in bytes that deserve a test.
    ///   - dateResolution: in seconds.
    ///   - raceRounds: how often a race is run, at least once.
    ///   - transferSize: the bytes moved for a file of a size.
    public init(
        lacking: [Need: String] = [:],
        thresholds: [Int] = [],
        dateResolution: Double = 1,
        raceRounds: Int = 1,
        transferSize: @escaping @Sendable (_ size: Int) -> Int = { $0 }
    ) {
        self.lacking = lacking
        self.thresholds = thresholds
        self.dateResolution = dateResolution
        self.raceRounds = raceRounds
        self.transferSize = transferSize
    }
}
