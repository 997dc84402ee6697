internal import CloudCore
internal import Foundation

/// How two files are compared without reading them.
enum FileComparison {
    /// Why `changed` transfers a file; `nil` if the target is up to date.
    ///
    /// Where the target keeps dates, its time is the source's of the last transfer.
    static func change(
        from source: CloudItemMetadata,
        to target: CloudItemMetadata,
        targetKeepsDates: Bool
    ) -> String? {
        guard let size = source.size, size == target.size else { return "size differs" }
        guard let sourceDate = source.lastModifiedDate, let targetDate = target.lastModifiedDate else { return nil }
        let later = sourceDate.timeIntervalSince(targetDate)
        let tolerance = 2.0  // seconds: what FAT and some services round to
        if later > tolerance { return "source is newer" }
        return targetKeepsDates && later < -tolerance ? "time differs" : nil
    }

    /// How two files differ by hash, where both sides have one in common, else by size; `nil` if they don't.
    static func difference(_ first: CloudItemMetadata, _ second: CloudItemMetadata) -> String? {
        if let one = first.contentHash, let other = second.contentHash, one.type == other.type {
            return one.hex == other.hex ? nil : "hash"
        }
        return first.size == second.size && first.size != nil ? nil : "size"
    }
}
