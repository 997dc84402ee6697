// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CloudCore",
    products: [
        .library(name: "CloudCore", targets: ["CloudCore"]),
        .library(name: "CFileCalls", targets: ["CFileCalls"]),
    ],
    dependencies: [.package(path: "../../Tools/Conformance")],
    targets: [
        .target(name: "CFileCalls"),
        .target(name: "CloudCore", dependencies: ["CFileCalls"]),
        .testTarget(
            name: "CloudCoreTests",
            dependencies: [
                "CloudCore",
                .product(name: "ConformanceKit", package: "Conformance"),
                .product(name: "ConformanceTesting", package: "Conformance"),
                .product(name: "InMemoryCloud", package: "Conformance"),
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
