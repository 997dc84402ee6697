internal import CloudCore

/// Where the sources of one command land, by the rules for targets.
///
/// A target that ends in `/`, is an existing folder, or is a root receives sources under their names; else it is the
/// copy's name.
struct TransferTarget: Sendable {
    /// What stood at the target before.
    enum Before: Hashable, Sendable {
        case missing
        case file
        case folder
    }

    let location: Location
    let before: Before

    /// Looks the target up.
    @concurrent static func resolve(_ location: Location) async throws -> TransferTarget {
        if location.path.isRoot { return TransferTarget(location: location, before: .folder) }
        do {
            let path = location.isOnLocalRoot ? try? location.path.resolvingLocalLinks() : nil
            let item = try await location.provider.fetchItemMetadata(at: path ?? location.path)
            return TransferTarget(location: location, before: item.itemType == .folder ? .folder : .file)
        } catch CloudProviderError.itemNotFound {
            return TransferTarget(location: location, before: .missing)
        }
    }

    /// Whether sources land under their names.
    var isReceiving: Bool { location.address.endsInSlash || before == .folder }

    /// The path at which a source lands.
    func path(for source: TransferSource) throws -> CloudPath {
        guard isReceiving, let name = source.name else { return location.path }
        return try location.path.appending(name)
    }

    /// The checks that stop a command before its first item.
    ///
    /// - Throws: ``UsageError`` and ``Failure`` with the status of the rule that is broken.
    func check(_ sources: [TransferSource], recursive: Bool, rules policy: NamePolicy?) throws {
        if before == .file, location.address.endsInSlash || sources.contains(where: { $0.item.itemType == .folder }) {
            let wrongType = CloudProviderError.itemTypeMismatch.rawValue
            throw Failure(.wrongType, wrongType, "is a file, and a folder was meant")
        }
        guard sources.count == 1 || isReceiving else {
            throw UsageError("several sources need a folder to go to: end the target in /")
        }
        for source in sources where source.item.itemType == .folder {
            guard recursive else {
                let wrongType = CloudProviderError.itemTypeMismatch.rawValue
                throw PlacedError(
                    place: source.location.address.text,
                    error: Failure(.wrongType, wrongType, "is a folder; take it with -r")
                )
            }
            try checkNotInside(source)
        }
        let names = try sources.map { try (policy ?? NamePolicy()).key(of: path(for: $0).name) }
        if isReceiving, names.count != Set(names.map { Array($0.utf8) }).count {
            throw UsageError("two sources have the same name, and only one of them can land in the target")
        }
    }

    /// A folder can't be copied or moved onto or below itself.
    private func checkNotInside(_ source: TransferSource) throws {
        guard source.location.remoteKey == location.remoteKey else { return }
        let landing = try path(for: source)
        let place = source.location.path
        if landing == place || landing.isDescendant(of: place) {
            throw UsageError("a folder can't be copied or moved onto or below itself")
        }
    }

    /// Makes the folders that the target names: with a `/` at its end, missing parents too.
    @concurrent func prepare(_ sources: [TransferSource]) async throws {
        guard before == .missing else { return }
        if location.address.endsInSlash {
            try await location.provider.createFolderWithIntermediates(for: location.path)
        } else if !location.path.parent.isRoot {
            let parent: CloudItemMetadata?
            do {
                parent = try await location.provider.fetchItemMetadata(at: location.path.parent)
            } catch CloudProviderError.itemNotFound {
                parent = nil
            }
            // A local parent may be a link to a folder; the system decides when the file is made.
            guard let parent, parent.itemType == .folder || parent.itemType == .symlink else {
                throw CloudProviderError.parentFolderDoesNotExist
            }
        }
    }
}
