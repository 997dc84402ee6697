// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FileCoordination",
    products: [.library(name: "FileCoordination", targets: ["FileCoordination"])],
    dependencies: [.package(path: "../CloudCore")],
    targets: [
        .target(
            name: "FileCoordination",
            dependencies: [
                .product(name: "CFileCalls", package: "CloudCore"),
                .product(name: "CloudCore", package: "CloudCore"),
            ]
        ),
        .testTarget(name: "FileCoordinationTests", dependencies: ["FileCoordination"]),
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
