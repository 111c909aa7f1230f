// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "ProductClient",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ProductClient", targets: ["ProductClient"]),
    .library(name: "ProductClientOpenCombine", targets: ["ProductClientOpenCombine"]),
    .library(name: "ProductClientTesting", targets: ["ProductClientTesting"]),
    .executable(name: "product-cli", targets: ["product-cli"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CCurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),
    .target(
      name: "ProductClient",
      dependencies: [
        "CCurl",
        .product(name: "Instrumentation", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]
    ),
    .target(
      name: "ProductClientOpenCombine",
      dependencies: [
        "ProductClient",
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: [.define("OPENCOMBINE")]
    ),
    .target(
      name: "ProductClientTesting",
      dependencies: [
        "ProductClient",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
    .executableTarget(
      name: "product-cli",
      dependencies: [
        "ProductClient",
        "ProductClientTesting",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(
      name: "TestSupport",
      dependencies: [.product(name: "Subprocess", package: "swift-subprocess")],
      path: "Tests/TestSupport"
    ),
    .target(name: "CFaults", path: "Tests/CFaults"),
    .target(
      name: "DeliveryProof",
      dependencies: ["ProductClient", .product(name: "Logging", package: "swift-log")],
      path: "Tests/DeliveryProof"
    ),
    .target(
      name: "DecodingProof",
      dependencies: ["DeliveryProof", "ProductClient"],
      path: "Tests/DecodingProof"
    ),
    .executableTarget(
      name: "prove",
      dependencies: [
        "DecodingProof",
        "DeliveryProof",
        "ProductClient",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Prove"
    ),
    .executableTarget(
      name: "stage-cost", dependencies: ["ProductClient"], path: "Tests/StageCost"),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "ProductClientTests",
      dependencies: [
        "CFaults",
        "DecodingProof",
        "DeliveryProof",
        "ProductClient",
        "ProductClientOpenCombine",
        "ProductClientTesting",
        "TestSupport",
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]
    ),
    .testTarget(
      name: "ProductClientOpenCombineTests",
      dependencies: [
        "ProductClient",
        "ProductClientOpenCombine",
        "ProductClientTesting",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "ProductClientTestingTests",
      dependencies: ["ProductClient", "ProductClientTesting"]
    ),
    .testTarget(
      name: "ProductCLITests",
      dependencies: [
        "ProductClient",
        "ProductClientTesting",
        "TestSupport",
        "product-cli",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The programs of Docs/WhichQueueWhere.md. How its main is written is what each is about, so each is
// a target of its own, of one file.
let queuePrograms = [
  "AsyncCommand", "AsyncMain", "AsyncMainThatBlocks", "CommandThatBlocks", "DispatchMain",
  "MainOperationQueue", "MainRunLoop", "MainThatBlocks", "OwnQueue", "Server", "TopLevelThatAwaits",
  "TopLevelThatBlocks",
]
package.targets += queuePrograms.map { name in
  .executableTarget(
    name: "QueueProgram\(name)",
    dependencies: [
      "ProductClient",
      "QueueProgramSupport",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ],
    path: "Tests/QueuePrograms",
    exclude: queuePrograms.filter { $0 != name }.map { "\($0).swift" }
  )
}
package.targets += [
  .target(
    name: "QueueProgramSupport",
    dependencies: [
      "ProductClient",
      "ProductClientTesting",
      .product(name: "Logging", package: "swift-log"),
    ],
    path: "Tests/QueueProgramSupport"
  ),
  .testTarget(
    name: "WhichQueueTests",
    dependencies: ["ProductClient", "ProductClientTesting", "QueueProgramSupport", "TestSupport"]
  ),
]
