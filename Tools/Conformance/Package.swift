// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Conformance",
    products: [
        .library(name: "ConformanceKit", targets: ["ConformanceKit"]),
        .library(name: "InMemoryCloud", targets: ["InMemoryCloud"]),
        .library(name: "ConformanceTesting", targets: ["ConformanceTesting"]),
    ],
    dependencies: [.package(path: "../../Packages/CloudCore")],
    targets: [
        .target(name: "ConformanceKit", dependencies: ["CloudCore"]),
        .target(name: "InMemoryCloud", dependencies: ["CloudCore", "ConformanceKit"]),
        .target(name: "ConformanceTesting", dependencies: ["CloudCore", "ConformanceKit"]),
        .testTarget(
            name: "ConformanceKitTests",
            dependencies: ["CloudCore", "ConformanceKit", "ConformanceTesting", "InMemoryCloud"]
        ),
        .testTarget(name: "InMemoryCloudTests", dependencies: ["CloudCore", "ConformanceKit", "InMemoryCloud"]),
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
