// swift-tools-version: 6.2
import PackageDescription

/// Targets that libFuzzer drives: `swift build --sanitize fuzzer` links its `main`.
let fuzzTargets = ["FuzzFileContent", "FuzzMasterkeyFile", "FuzzNames", "FuzzPageToken", "FuzzVaultConfig"]

let package = Package(
    name: "Fuzzing",
    dependencies: [
        .package(path: "../../Packages/CloudCore"),
        .package(path: "../../Packages/VaultCrypto"),
    ],
    targets: [
        .target(
            name: "ParserFuzzing",
            dependencies: [
                .product(name: "CloudCore", package: "CloudCore"),
                .product(name: "VaultCrypto", package: "VaultCrypto"),
            ]
        ),
        .testTarget(name: "FuzzingTests", dependencies: ["ParserFuzzing"]),
    ],
    swiftLanguageModes: [.v6]
)

// The programs have no main without libFuzzer, so that an ordinary build leaves them out; Scripts/fuzz builds them.
if Context.environment["CLOUDACCESS_FUZZING"] != nil {
    package.targets += fuzzTargets.map { name in
        .executableTarget(name: name, dependencies: ["ParserFuzzing"])
    }
}

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
