import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One app's connection to Voltline. Call it from the main queue; it calls back there.
public final class VoltlineClient {
    public typealias Done<T> = (T?, VoltlineError?) -> Void

    private let server: String
    private let apiKey: String
    private let deviceID: String
    private let transport: Transport
    private var reported = Set<String>()

    /// The device id is your choice: up to 64 printable ASCII characters, the same at every start.
    public init(server: String, apiKey: String, deviceID: String, transport: Transport = SessionTransport()) {
        self.server = server.hasSuffix("/") ? String(server.dropLast()) : server
        self.apiKey = apiKey
        self.deviceID = deviceID
        self.transport = transport
    }

    /// Reports that the app was opened; call it once per start.
    public func session(country: String? = nil, appVersion: String? = nil, done: @escaping Done<Bool>) {
        var body: [String: Any] = ["deviceID": deviceID, "platform": "IOS"]
        body["country"] = country
        body["appVersion"] = appVersion
        ask("/sdk/v1/session", body) { answer, error in done(answer == nil ? nil : true, error) }
    }

    /// Requests an ad for one unit. `.refused("AD_NOTFOUND")` means that no ad is available now.
    public func requestAd(medID: Int, country: String? = nil, test: Bool = false, done: @escaping Done<Ad>) {
        var body: [String: Any] = ["medID": medID, "deviceID": deviceID]
        body["country"] = country
        if test { body["test"] = true }
        ask("/sdk/v1/ad", body) { answer, error in done(answer?.ad, error) }
    }

    /// Reports what happened. The same report is sent once; after `.network` it may be tried again, which does no
    /// harm. The value is the earned reward.
    public func report(_ action: Action, of ad: Ad, done: @escaping Done<Reward>) {
        let id = action.rawValue + ad.token
        guard reported.insert(id).inserted else { return done(nil, nil) }
        let body = ["token": ad.token, "action": action.rawValue, "deviceID": deviceID]
        ask("/sdk/v1/event", body) { [weak self] answer, error in
            if error == .network { self?.reported.remove(id) }
            done(answer?.reward, error)
        }
    }

    /// Claims an app reward: once a day per device and key, then `.refused("ONLY_ONCEDAY")`.
    public func appReward(key: String, done: @escaping Done<Reward>) {
        ask("/sdk/v1/app-reward", ["deviceID": deviceID, "rewardKey": key]) { answer, error in
            done(answer?.reward, error)
        }
    }

    /// The volts that this device has earned in this app; one volt is one won.
    public func volts(done: @escaping Done<Double>) {
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        let device = deviceID.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        ask("/sdk/v1/user?deviceID=" + device, nil) { answer, error in done(answer?.volts, error) }
    }

    private struct Answer: Decodable {
        let error: String
        let ad: Ad?
        let reward: Reward?
        let volts: Double?
    }

    private func ask(_ path: String, _ body: [String: Any]?, done: @escaping Done<Answer>) {
        guard let url = URL(string: server + path) else { return done(nil, .network) }
        var request = URLRequest(url: url, timeoutInterval: 10)
        request.setValue(apiKey, forHTTPHeaderField: "X-Api-Key")
        if let body = body {
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try? JSONSerialization.data(withJSONObject: body)
        }
        transport.send(request) { status, data in
            guard status > 0, status < 500, let answer = try? JSONDecoder().decode(Answer.self, from: data) else {
                return done(nil, .network)
            }
            let isGood = answer.error == "SUCCESS" || answer.error == "ADSERVER_TEST"
            done(isGood ? answer : nil, isGood ? nil : .refused(answer.error))
        }
    }
}
