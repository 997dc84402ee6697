public import CloudCore
public import ConformanceKit
public import Foundation

extension InMemoryCloud {
    /// What the conformance suite needs to check this cloud's provider, as the settings are now.
    ///
    /// - Parameters:
    ///   - root: the folder for the cases, which is made.
    ///   - scratch: an existing local folder.
    ///   - smallDisk: a local folder on a file system with at most 1 MiB of space.
    /// - Returns: a fixture with every member that the settings allow.
    public func fixture(root: CloudPath = .root, scratch: URL, smallDisk: URL? = nil) -> Fixture {
        makeFolder(at: root)
        var fixture = Fixture(provider: makeProvider(), root: root, traits: traits, faults: faults, scratch: scratch)
        fixture.secondProvider = { self.makeProvider() }
        fixture.pagedProvider = { self.makeProvider(pageSize: $0) }
        fixture.otherAccount = {
            let other = InMemoryCloud(self.settings)
            other.makeFolder(at: root)
            return other.makeProvider()
        }
        fixture.makeLink = { self.makeLink(at: $0, to: $1) }
        fixture.makeBothKinds = { path, content in
            self.makeFolder(at: path)
            self.put(content, at: path)
        }
        fixture.makeUnlistable = { folder in
            let path = try folder.appending("unlistable")
            self.makeUnlistable(at: path, reason: "planted by a test")
            return path.string
        }
        fixture.limitSpace = { bytes in
            let used = self.snapshot().usedBytes
            self.configure { $0.quota = bytes.map { used + $0 } }
        }
        fixture.killer = InMemoryKiller(self)
        fixture.smallDisk = smallDisk
        if smallDisk == nil { fixture.traits.lacking[.smallDisk] = "no small file system is at hand" }
        return fixture
    }

    /// What the service can't do, as the settings are now.
    private var traits: ProviderTraits {
        let settings = settings
        var traits = ProviderTraits()
        if let parts = settings.parts {
            traits.thresholds = [parts.threshold, parts.threshold + parts.size]
        } else {
            traits.lacking[.checkpoints] = "every upload is one request"
        }
        if !settings.cheapListing { traits.lacking[.cheapListing] = "the settings say that listing costs requests" }
        if !settings.bothKinds { traits.lacking[.bothKinds] = "a path leads to one item" }
        if !settings.keepsDates { traits.lacking[.modificationDates] = "a file has the date of its upload" }
        if !settings.conditionalWrites {
            traits.lacking[.conditionalWrites] = "the service knows no conditions"
            traits.lacking[.atomicCreate] = "the service knows no conditions"
        }
        if settings.visibility == .whileWritten { traits.lacking[.atomicReplace] = "files are overwritten in place" }
        return traits
    }
}
