// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "ProductClient",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ProductClient", targets: ["ProductClient"]),
    .library(name: "ProductClientTesting", targets: ["ProductClientTesting"]),
    .executable(name: "product-cli", targets: ["product-cli"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
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
        .product(name: "Logging", package: "swift-log"),
      ]
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
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "ProductClientTests",
      dependencies: [
        "CFaults",
        "ProductClient",
        "ProductClientTesting",
        "TestSupport",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess"),
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
