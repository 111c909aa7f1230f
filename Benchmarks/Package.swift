// swift-tools-version: 6.1

import PackageDescription

// The name in `.package` makes the checkout's folder free to be called anything.
let package = Package(
  name: "ProductClientBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ProductClient", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "floor",
      linkerSettings: [
        .linkedLibrary("curl"),
        // A C program needs no Swift runtime. SwiftPM links it all the same; like this nothing of
        // it stays, but for the C++ library.
        .unsafeFlags(["-static-stdlib", "-nostartfiles"]),
      ]
    ),
    .target(name: "Measuring"),
    .executableTarget(
      name: "load-benchmark",
      dependencies: ["Measuring", .product(name: "ProductClient", package: "ProductClient")]
    ),
    .executableTarget(
      name: "micro-benchmark",
      dependencies: ["Measuring", .product(name: "ProductClient", package: "ProductClient")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
