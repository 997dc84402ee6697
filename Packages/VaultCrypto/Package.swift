// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "VaultCrypto",
    products: [.library(name: "VaultCrypto", targets: ["VaultCrypto"])],
    dependencies: [
        .package(path: "../CloudCore"),
        .package(path: "../CryptoPrimitives"),
        .package(path: "../../Tools/Conformance"),
        .package(path: "../../Tools/TestData"),
    ],
    targets: [
        .target(
            name: "VaultCrypto",
            dependencies: [
                .product(name: "CloudCore", package: "CloudCore"),
                .product(name: "CryptoPrimitives", package: "CryptoPrimitives"),
            ]
        ),
        .testTarget(
            name: "VaultCryptoTests",
            dependencies: [
                "VaultCrypto",
                .product(name: "CloudCore", package: "CloudCore"),
                .product(name: "CryptoPrimitives", package: "CryptoPrimitives"),
                .product(name: "ConformanceTesting", package: "Conformance"),
                .product(name: "InMemoryCloud", package: "Conformance"),
                .product(name: "TestData", package: "TestData"),
                .product(name: "TestDataTesting", package: "TestData"),
            ],
            resources: [.copy("Fixtures")]
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
