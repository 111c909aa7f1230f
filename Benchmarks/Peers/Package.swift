// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that nobody who measures the library alone fetches and builds these.
let package = Package(
  name: "ProductClientBenchmarkPeers",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.29.0"),
  ],
  targets: [
    // The one of the package around, through a symbolic link.
    .target(name: "Measuring"),
    .executableTarget(
      name: "peer-async-http-client",
      dependencies: [
        "Measuring",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]
    ),
    .executableTarget(name: "peer-urlsession", dependencies: ["Measuring"]),
  ],
  swiftLanguageModes: [.v6]
)
