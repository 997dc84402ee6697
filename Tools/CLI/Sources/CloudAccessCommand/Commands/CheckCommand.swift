/// `check`: compares two trees.
enum CheckCommand {
    static let spec = CommandSpec(
        words: ["check"],
        operands: "ADDR ADDR",
        operandCount: 2...2,
        options: [.flag("--content", "Reads and compares the contents.")] + Locations.vaultOptions,
        summary: "Compares two trees: by hash where both have one in common, else by size.",
        details: "Prints one line a difference: missing (in the second), extra (in the second), differs.",
        run: { session, arguments in
            let locations = try await Locations(session, arguments)
            let (firstText, secondText) = (arguments.operands[0], arguments.operands[1])
            let first = try await session.at(firstText) { try await locations.location(firstText) }
            let second = try await session.at(secondText) { try await locations.location(secondText) }
            let tally = Tally(session)
            let comparison = TreeComparison(
                session: session,
                first: first,
                second: second,
                tally: tally,
                readsContent: arguments.has("--content")
            )
            let differences = try await comparison.run()
            let failed = tally.status(ofOneItem: false)
            return failed == .done && differences > 0 ? .differences : failed
        }
    )
}
