import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries one request to the server and calls back when it is over.
public protocol Transport {
    /// Status and body; status 0 when nothing answered.
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
