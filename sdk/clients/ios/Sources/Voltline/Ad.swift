import Foundation

/// What the user has earned. The receipt is a JWS (ES256) for your own server; nil where there is none.
public struct Reward: Decodable {
    public let name: String
    public let count: Int
    public let receipt: String?
}

/// An ad to be shown once, within `expiresIn` seconds.
public struct Ad: Decodable {
    public let token: String
    public let proID: Int
    /// BANNER, INTERSTITIAL or VIDEO.
    public let product: String
    public let name: String
    /// Addresses of the images, or of the video and its poster.
    public let materials: [String]
    /// Open this on a tap; the server counts the click on the way.
    public let clickURL: String
    /// What a full watch earns, or nil.
    public let reward: Reward?
    public let expiresIn: Int
}

/// The server said no, or nothing answered.
public enum VoltlineError: Error, Equatable {
    /// The server's word, such as AD_NOTFOUND.
    case refused(String)
    /// Nothing answered; asking again does no harm.
    case network
}

public enum Action: String {
    /// The ad is on screen.
    case impression = "IMPRESSION"
    /// The video, or a rewarded interstitial, has been seen to its end.
    case watch = "WATCH"
}
