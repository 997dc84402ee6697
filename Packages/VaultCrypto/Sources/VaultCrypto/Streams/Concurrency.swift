internal import Foundation

/// How much one stream does at once.
enum Concurrency {
    /// Pieces of a stream that are worked on at once: at most 4, so that a transfer stays below a few MiB.
    static let depth = min(max(2, ProcessInfo.processInfo.activeProcessorCount), 4)
}
