// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CryptoPrimitives",
    products: [.library(name: "CryptoPrimitives", targets: ["CryptoPrimitives"])],
    dependencies: [
        .package(path: "../CloudCore"),
        .package(path: "../../Tools/TestData"),
    ],
    targets: [
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "CryptoPrimitives",
            dependencies: ["COpenSSL", .product(name: "CloudCore", package: "CloudCore")]
        ),
        .testTarget(
            name: "CryptoPrimitivesTests",
            dependencies: [
                "CryptoPrimitives",
                .product(name: "CloudCore", package: "CloudCore"),
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
