// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "IntegrationTests",
    dependencies: [
        .package(path: "../Packages/CloudCore"),
        .package(path: "../Packages/CloudLocalFileSystem"),
        .package(path: "../Packages/CryptoPrimitives"),
        .package(path: "../Packages/VaultCrypto"),
        .package(path: "../Tools/TestData"),
    ],
    targets: [
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                .product(name: "CloudCore", package: "CloudCore"),
                .product(name: "CloudLocalFileSystem", package: "CloudLocalFileSystem"),
                .product(name: "CryptoPrimitives", package: "CryptoPrimitives"),
                .product(name: "TestData", package: "TestData"),
                .product(name: "TestDataTesting", package: "TestData"),
                .product(name: "VaultCrypto", package: "VaultCrypto"),
            ],
            resources: [.copy("Resources")]
        )
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
