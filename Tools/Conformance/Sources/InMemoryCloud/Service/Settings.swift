public import CloudCore
public import Foundation

extension InMemoryCloud {
    /// What a service is like; without changes, one that can do everything, at once.
    public struct Settings: Sendable {
        /// How a service finds an item.
        public enum Addressing: Hashable, Sendable {
            /// By its path: every operation is one request.
            case paths
            /// By its identifier: the provider resolves paths name by name, and remembers what it found.
            case identifiers
        }

        /// When the content of a write becomes visible.
        public enum Visibility: Hashable, Sendable {
            /// When all of it is there; until then the old file stands.
            case whenComplete
            /// While it is written: a write that fails leaves a part of the new content.
            case whileWritten
        }

        /// How files are uploaded in parts.
        public struct Parts: Hashable, Sendable {
            /// Files with more bytes are uploaded in parts.
            public var threshold: Int
            /// Bytes of each part but the last.
            public var size: Int

            /// Makes a value.
            ///
            /// - Parameters:
            ///   - threshold: files with more bytes are uploaded in parts.
            ///   - size: bytes of a part, at least 1.
            public init(threshold: Int, size: Int) {
                precondition(size > 0, "a part has at least one byte")
                self.threshold = threshold
                self.size = size
            }
        }

        /// The names that the service takes, and which it takes for one.
        public var namePolicy = NamePolicy()
        /// How an item is found.
        public var addressing = Addressing.paths
        /// Items of a page, at least 1.
        public var pageSize = 1000
        /// The most bytes that all files together have; `nil` for no limit.
        public var quota: Int?
        /// Whether the source's modification date is kept; else a file has the date of its upload.
        public var keepsDates = true
        /// Whether the service checks a `WriteCondition` in the moment of the write; else the provider asks before.
        public var conditionalWrites = true
        /// Whether the service copies files.
        public var copiesFiles = true
        /// Whether a file can be moved over another one in one step.
        public var replacingMoves = true
        /// Whether the provider says that listing costs nothing.
        public var cheapListing = true
        /// When new content becomes visible.
        public var visibility = Visibility.whenComplete
        /// Whether ``InMemoryCloud/put(_:at:modified:)`` and ``InMemoryCloud/makeFolder(at:)`` can put a file and a
        /// folder at one path; else the newer one takes the place of the older.
        public var bothKinds = false
        /// How large files are uploaded; `nil` if every upload is one request.
        public var parts: Parts? = Parts(threshold: 4 << 20, size: 1 << 20)

        /// Time between a request and its being carried out, on ``clock``.
        public var latency = Duration.zero
        /// What ``latency`` is waited on; see ``ManualClock``.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// The service's time of day.
        public var now: @Sendable () -> Date = { Date() }

        /// Whether the service can be reached.
        public var isReachable = true
        /// Whether the service takes the login.
        public var acceptsLogin = true
        /// Whether the service repeats a page together with its token when asked for the next.
        public var repeatsPages = false
        /// After how many bytes the connection of a download breaks off, without an error; `nil` for never.
        public var cutsBodies: Int?

        /// Makes the settings of a service that can do everything, at once.
        public init() {}
    }
}
