import Testing
import VaultCrypto

@Suite("Names of backups")
struct BackupNameTests {
    // sha256sum: e3b0c442… of nothing, ba7816bf… of "abc"; of "39" 0b918943… begins with 0.
    @Test(
        "a backup is named by its contents",
        arguments: [
            ("masterkey.cryptomator", "", "masterkey.cryptomator.E3B0C442.bkup"),
            ("vault.cryptomator", "abc", "vault.cryptomator.BA7816BF.bkup"),
            ("vault.cryptomator", "39", "vault.cryptomator.0B918943.bkup"),
        ]
    )
    func names(_ original: String, _ contents: String, _ expected: String) {
        #expect(BackupName.name(for: original, contents: Array(contents.utf8)) == expected)
    }

    @Test(
        "backups are recognised by their whole name",
        arguments: [
            ("vault.cryptomator.BA7816BF.bkup", true), ("vault.cryptomator.bkup", true),
            ("vault.cryptomator", false), ("vault.cryptomator.BA7816BF", false),
            ("vault.cryptomator.BA7816B.bkup", false),
            ("vault.cryptomator.ba7816bf.bkup", false), ("vault.cryptomator.BA7816BFF.bkup", false),
            ("vault.cryptomator.BA7816BF.bkup ", false), ("vault.cryptomator-BA7816BF.bkup", false),
            ("vault.cryptomator.BA7816BG.bkup", false), ("vault.cryptomator.BA7816BF (1).bkup", false),
            ("masterkey.cryptomator.BA7816BF.bkup", false), (".bkup", false),
        ]
    )
    func recognised(_ name: String, _ expected: Bool) {
        #expect(BackupName.isBackup(name, of: "vault.cryptomator") == expected)
    }
}
