// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CloudLocalFileSystem",
    products: [.library(name: "CloudLocalFileSystem", targets: ["CloudLocalFileSystem"])],
    dependencies: [
        .package(path: "../CloudCore"),
        .package(path: "../FileCoordination"),
        .package(path: "../../Tools/Conformance"),
    ],
    targets: [
        .target(
            name: "CloudLocalFileSystem",
            dependencies: [
                .product(name: "CFileCalls", package: "CloudCore"),
                .product(name: "CloudCore", package: "CloudCore"),
                .product(name: "FileCoordination", package: "FileCoordination"),
            ]
        ),
        .testTarget(
            name: "CloudLocalFileSystemTests",
            dependencies: [
                "CloudLocalFileSystem",
                .product(name: "CloudCore", package: "CloudCore"),
                .product(name: "ConformanceKit", package: "Conformance"),
                .product(name: "ConformanceTesting", package: "Conformance"),
                .product(name: "FileCoordination", package: "FileCoordination"),
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
