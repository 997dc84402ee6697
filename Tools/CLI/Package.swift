// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CLI",
    products: [.executable(name: "cloudaccess", targets: ["cloudaccess"])],
    dependencies: [
        .package(path: "../../Packages/CloudCore"),
        .package(path: "../../Packages/CryptoPrimitives"),
        .package(path: "../../Packages/CloudLocalFileSystem"),
        .package(path: "../../Packages/FileCoordination"),
        .package(path: "../../Packages/VaultCrypto"),
        .package(path: "../Conformance"),
        .package(path: "../TestData"),
    ],
    targets: [
        .target(
            name: "CloudAccessCommand",
            dependencies: [
                .product(name: "CloudCore", package: "CloudCore"),
                .product(name: "CryptoPrimitives", package: "CryptoPrimitives"),
                .product(name: "CloudLocalFileSystem", package: "CloudLocalFileSystem"),
                .product(name: "ConformanceKit", package: "Conformance"),
                .product(name: "VaultCrypto", package: "VaultCrypto"),
            ]
        ),
        .executableTarget(name: "cloudaccess", dependencies: ["CloudAccessCommand"]),
        .testTarget(
            name: "CloudAccessCommandTests",
            dependencies: [
                "CloudAccessCommand",
                .product(name: "CloudCore", package: "CloudCore"),
                .product(name: "TestData", package: "TestData"),
                .product(name: "TestDataTesting", package: "TestData"),
            ]
        ),
        .testTarget(
            name: "BuiltCommandTests",
            dependencies: [
                "cloudaccess",
                .product(name: "CloudCore", package: "CloudCore"),
                .product(name: "FileCoordination", package: "FileCoordination"),
                .product(name: "TestData", package: "TestData"),
            ]
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
