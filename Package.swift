// swift-tools-version: 6.2
// What others depend on by URL: every library of Packages/, its targets listed by path, since SwiftPM refuses a
// package by URL whose manifest has path dependencies. Scripts/check-manifests keeps it equal to the packages'.
import PackageDescription

let package = Package(
    name: "cloud-access",
    products: [
        .library(name: "CloudCore", targets: ["CloudCore"]),
        .library(name: "CFileCalls", targets: ["CFileCalls"]),
        .library(name: "CryptoPrimitives", targets: ["CryptoPrimitives"]),
        .library(name: "FileCoordination", targets: ["FileCoordination"]),
        .library(name: "VaultCrypto", targets: ["VaultCrypto"]),
        .library(name: "CloudLocalFileSystem", targets: ["CloudLocalFileSystem"]),
    ],
    targets: [
        .target(name: "CFileCalls", path: "Packages/CloudCore/Sources/CFileCalls"),
        .target(name: "CloudCore", dependencies: ["CFileCalls"], path: "Packages/CloudCore/Sources/CloudCore"),
        .systemLibrary(
            name: "COpenSSL",
            path: "Packages/CryptoPrimitives/Sources/COpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        .target(
            name: "CryptoPrimitives",
            dependencies: ["COpenSSL", "CloudCore"],
            path: "Packages/CryptoPrimitives/Sources/CryptoPrimitives"
        ),
        .target(
            name: "FileCoordination",
            dependencies: ["CFileCalls", "CloudCore"],
            path: "Packages/FileCoordination/Sources/FileCoordination"
        ),
        .target(
            name: "VaultCrypto",
            dependencies: ["CloudCore", "CryptoPrimitives"],
            path: "Packages/VaultCrypto/Sources/VaultCrypto"
        ),
        .target(
            name: "CloudLocalFileSystem",
            dependencies: ["CFileCalls", "CloudCore", "FileCoordination"],
            path: "Packages/CloudLocalFileSystem/Sources/CloudLocalFileSystem"
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Shared settings, identical in every manifest and in the root's (compared by Scripts/check-manifests).
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    let features = [
        "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
        "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    ]
    var settings = features.map { SwiftSetting.enableUpcomingFeature($0) }
    settings += [.strictMemorySafety(), .treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)]
    settings.append(.treatWarning("DeprecatedDeclaration", as: .warning))
    target.swiftSettings = settings
}
