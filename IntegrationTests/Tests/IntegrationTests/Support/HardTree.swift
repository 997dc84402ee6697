import CloudCore
import CryptoPrimitives
import Foundation

/// A tree of names and sizes at which implementations of the vault format have failed.
struct HardTree: Sendable {
    struct Item: Sendable {
        var path: String
        /// `nil` for a folder.
        var bytes: [UInt8]?
    }

    /// Parents stand before their children.
    var items: [Item] = []

    /// Sizes around the border of a chunk of 32,768 bytes, and several mebibytes.
    static let sizes = [0, 1, 100, 32_767, 32_768, 32_769, 65_535, 65_536, 65_537, 98_304, 5 * 1024 * 1024 + 17]

    /// Names that a folder may have as well as a file.
    static let names = [
        "with space", " leading space", "trailing space ", ".hidden", "..two dots", "trailing dot.", "...", "~tilde",
        "-dash", "--", "quote \" and 'apostrophe'", "percent %46 %2F", "CON", "a.c9r", "a:b", "<a|b>",
        "tab\tnewline\nescape\u{1b}", "caf\u{e9} in NFC", "\u{ac00} Hangul", "日本語", "עברית", "emoji 👩‍👩‍👧‍👦 🇨🇭", "&amp;#{}[]$",
        // The longest name that isn't shortened has 146 bytes.
        String(repeating: "a", count: 146), String(repeating: "b", count: 147),
        String(repeating: "ä", count: 73), String(repeating: "ö", count: 73) + "x",
        // The longest that file systems allow.
        String(repeating: "c", count: 255), String(repeating: "ü", count: 127) + "y",
    ]

    /// Names that pycryptomator writes and reads as files, not as folders: it takes them for patterns or separators.
    static let fileNames = ["star * and ?", "brackets [a-z]", "back\\slash"]

    /// Everything.
    static let full = make(fileNames: fileNames + ["dirid.c9r"])

    /// Without the name that pycryptomator reads, but takes for a path outside the vault when it writes.
    static let writtenByPycryptomator = make(fileNames: fileNames)

    private static func make(fileNames: [String]) -> HardTree {
        var tree = HardTree()
        for size in sizes { tree.items.append(Item(path: "/\(size) bytes.bin", bytes: content(size, seed: size))) }
        tree.items.append(Item(path: "/empty folder"))
        tree.items.append(Item(path: "/files"))
        for (index, name) in (names + fileNames).enumerated() {
            tree.items.append(Item(path: "/files/\(name)", bytes: content(index * 7, seed: index)))
        }
        tree.items.append(Item(path: "/folders"))
        for (index, name) in names.enumerated() {
            tree.items.append(Item(path: "/folders/\(name)"))
            tree.items.append(Item(path: "/folders/\(name)/\(name)", bytes: content(3, seed: index)))
        }
        var deep = "/deep"
        for level in 0..<12 {
            tree.items.append(Item(path: deep))
            deep += "/\(level == 6 ? String(repeating: "long ", count: 40) : "level \(level)")"
        }
        tree.items.append(Item(path: deep, bytes: content(10, seed: 1)))
        tree.items.append(Item(path: "/many"))
        for number in 0..<150 {
            tree.items.append(Item(path: "/many/number \(number)", bytes: content(number, seed: number)))
        }
        return tree
    }

    /// What a vault that holds the tree must list.
    func contents() throws -> VaultContents {
        var contents = VaultContents()
        for item in items {
            let node = item.bytes.map { VaultContents.Node.file(size: $0.count, sha256: Digest.sha256($0).hex) }
            contents.insert(node ?? .folder, at: try CloudPath(item.path))
        }
        return contents
    }

    /// Bytes without a period that a chunk could share.
    static func content(_ size: Int, seed: Int) -> [UInt8] {
        var state = UInt64(truncatingIfNeeded: seed) &* 2 &+ 1
        return (0..<size).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }
}
