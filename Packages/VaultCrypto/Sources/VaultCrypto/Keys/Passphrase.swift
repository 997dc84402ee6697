internal import CloudCore
internal import Foundation

/// The bytes of a passphrase in the forms in which it may have locked a vault.
struct Passphrase: Sendable {
    /// UTF-8 of the canonical composition: what all apps derive keys from.
    let composed: SecretBytes
    /// The bytes as typed, where they differ: a vault locked by a tool that doesn't normalise opens with these.
    let asTyped: SecretBytes?

    private init(composed: SecretBytes, asTyped: SecretBytes?) {
        self.composed = composed
        self.asTyped = asTyped
    }

    init(_ text: String) {
        let normal = text.precomposedStringWithCanonicalMapping
        let isNormal = text.utf8.elementsEqual(normal.utf8)
        self.init(composed: SecretBytes(utf8: normal), asTyped: isNormal ? nil : SecretBytes(utf8: text))
    }

    /// Text that isn't UTF-8 is taken as it is.
    ///
    /// Only a passphrase with other than ASCII characters passes through a string, which can't be wiped.
    init(_ bytes: SecretBytes) {
        let text = unsafe bytes.withUnsafeBytes { buffer in
            unsafe buffer.allSatisfy { $0 < 0x80 } ? nil : unsafe String(validating: buffer, as: UTF8.self)
        }
        if let text {
            self.init(text)
        } else {
            self.init(composed: bytes, asTyped: nil)
        }
    }
}
