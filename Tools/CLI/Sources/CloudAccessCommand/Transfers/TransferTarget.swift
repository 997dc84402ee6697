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

    /// Looks the target up; a local link to a folder is that folder.
    @concurrent static func resolve(_ location: Location) async throws -> TransferTarget {
        if location.path.isRoot { return TransferTarget(location: location, before: .folder) }
        do {
            let item = try await location.resolved().item
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
    @concurrent func check(_ sources: [TransferSource], recursive: Bool) async throws {
        if before == .file, location.address.endsInSlash || sources.contains(where: { $0.item.itemType == .folder }) {
            throw Self.isFile
        }
        guard sources.count == 1 || isReceiving else {
            throw UsageError("several sources need a folder to go to: end the target in /")
        }
        for source in sources where source.item.itemType == .folder {
            guard recursive else {
                throw PlacedError(
                    place: source.location.address.text,
                    error: Failure.wrongType("is a folder; take it with -r")
                )
            }
            try await checkNotInside(source)
        }
        let names = try sources.map { try location.namePolicy.key(of: path(for: $0).name) }
        if isReceiving, names.count != Set(names.map { Array($0.utf8) }).count {
            throw UsageError("two sources have the same name, and only one of them can land in the target")
        }
    }

    /// The target can't receive anything.
    static let isFile = Failure.wrongType("is a file, and a folder was meant")

    /// A folder can't be copied or moved onto or below itself, by whatever remotes and links both are named.
    private func checkNotInside(_ source: TransferSource) async throws {
        var (landing, place) = (try path(for: source), source.location.path)
        if let targetRoot = location.localRoot, let sourceRoot = source.location.localRoot {
            (landing, place) = try await BlockingWork.run { [landing, place] in
                (try targetRoot.machinePath(of: landing), try sourceRoot.machinePath(of: place))
            }
        } else if source.location.remoteKey != location.remoteKey {
            return
        }
        if landing == place || landing.isDescendant(of: place) {
            throw UsageError("a folder can't be copied or moved onto or below itself")
        }
    }

    /// Makes the folders that the target names: with a `/` at its end, missing parents too.
    ///
    /// - Parameter isDryRun: whether nothing is to be made.
    /// - Throws: ``CloudProviderError/parentFolderDoesNotExist``; errors of the provider.
    @concurrent func prepare(isDryRun: Bool = false) async throws {
        guard before == .missing else { return }
        if location.address.endsInSlash {
            if !isDryRun { try await location.provider.createFolderWithIntermediates(for: location.path) }
        } else if !location.path.parent.isRoot {
            do {
                let parent = try await location.at(location.path.parent).resolved().item
                guard parent.itemType == .folder else { throw CloudProviderError.itemNotFound }
            } catch CloudProviderError.itemNotFound {
                throw CloudProviderError.parentFolderDoesNotExist
            }
        }
    }
}
