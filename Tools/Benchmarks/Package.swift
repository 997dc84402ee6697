// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    products: [.executable(name: "Benchmarks", targets: ["Benchmarks"])],
    dependencies: [
        .package(path: "../../Packages/CloudCore"),
        .package(path: "../../Packages/VaultCrypto"),
    ],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "CloudCore", package: "CloudCore"),
                .product(name: "VaultCrypto", package: "VaultCrypto"),
            ]
        ),
        .testTarget(name: "BenchmarksTests", dependencies: ["Benchmarks"]),
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
