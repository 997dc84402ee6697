internal import CloudCore

/// What happens to a target that exists.
enum OverwriteRule: String, CaseIterable, Sendable {
    case never, always, changed
}

/// The options of `put`, `get` and `cp`.
struct TransferOptions: Sendable {
    static let specs: [OptionSpec] = [
        .flag("-r", "Takes folders with all that is in them."),
        .value("--overwrite", "never|always|changed", "What happens to a target that exists (default: never)."),
        .value("--transfers", "N", "How many files are transferred at once (default: 4)."),
        .flag("--dry-run", "Only says what would be transferred, and why."),
        .value("--include", "GLOB", "Takes what matches; the last matching option decides."),
        .value("--exclude", "GLOB", "Leaves out what matches; an excluded folder is not entered."),
        .value("--links", "follow", "Follows links that end inside the source."),
    ]

    var recursive: Bool
    var overwrite: OverwriteRule
    var transfers: Int
    var dryRun: Bool
    var filter: PathFilter
    var followsLinks: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        recursive = arguments.has("-r")
        let rule = arguments.value("--overwrite") ?? OverwriteRule.never.rawValue
        guard let overwrite = OverwriteRule(rawValue: rule) else {
            throw UsageError("--overwrite: '\(rule)' is none of never, always and changed")
        }
        self.overwrite = overwrite
        let count = arguments.value("--transfers") ?? "4"
        guard let transfers = Int(count), (1...64).contains(transfers) else {
            throw UsageError("--transfers: '\(count)' is no number from 1 to 64")
        }
        self.transfers = transfers
        dryRun = arguments.has("--dry-run")
        filter = try PathFilter(arguments)
        if let links = arguments.value("--links"), links != "follow" {
            throw UsageError("--links: '\(links)' is not 'follow'")
        }
        followsLinks = arguments.has("--links")
    }

    /// The options of a move between two remotes: everything is taken, nothing is overwritten.
    static func move() throws(UsageError) -> TransferOptions {
        var options = try TransferOptions(Arguments())
        options.recursive = true
        return options
    }
}
