// swift-tools-version:4.2
import PackageDescription

let package = Package(
    name: "Voltline",
    products: [.library(name: "Voltline", targets: ["Voltline"])],
    targets: [.target(name: "Voltline")]
)
