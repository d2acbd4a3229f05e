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
    /// URLs of the images, or of the video and its poster.
    public let materials: [String]
    /// Open this on a tap; the server records the click and redirects.
    public let clickURL: String
    /// The reward for watching to the end, or nil.
    public let reward: Reward?
    public let expiresIn: Int
}

/// A refusal by the server, or no response.
public enum VoltlineError: Error, Equatable {
    /// The code of the refusal, such as AD_NOTFOUND.
    case refused(String)
    /// No response; sending the request again is safe.
    case network
}

public enum Action: String {
    /// The ad is on screen.
    case impression = "IMPRESSION"
    /// The video, or a rewarded interstitial, has been seen to its end.
    case watch = "WATCH"
}
