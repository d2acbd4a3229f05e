import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends one request to the server and calls back when it is done.
public protocol Transport {
    /// Status and body; status 0 without a response.
    func send(_ request: URLRequest, done: @escaping (Int, Data) -> Void)
}

public final class SessionTransport: Transport {
    private let session: URLSession

    public init(session: URLSession = .shared) {
        self.session = session
    }

    public func send(_ request: URLRequest, done: @escaping (Int, Data) -> Void) {
        session.dataTask(with: request) { data, response, _ in
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            DispatchQueue.main.async { done(status, data ?? Data()) }
        }.resume()
    }
}
