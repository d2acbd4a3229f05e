import UIKit
import Voltline

/// A banner at the bottom of a screen.
final class SampleViewController: UIViewController {
    private let voltline = VoltlineClient(
        server: "https://your.voltline",
        apiKey: "YOUR_KEY",
        deviceID: UIDevice.current.identifierForVendor?.uuidString ?? "unknown"
    )
    private let banner = UIButton(type: .custom)
    private var ad: Ad?

    override func viewDidLoad() {
        super.viewDidLoad()
        banner.frame = CGRect(x: 0, y: view.bounds.height - 50, width: view.bounds.width, height: 50)
        banner.autoresizingMask = [.flexibleTopMargin, .flexibleWidth]
        banner.imageView?.contentMode = .scaleAspectFit
        banner.addTarget(self, action: #selector(open), for: .touchUpInside)
        view.addSubview(banner)
        voltline.session { _, _ in }
        voltline.requestAd(medID: 101, test: true) { [weak self] ad, _ in
            // AD_NOTFOUND or another refusal: show nothing.
            if let ad = ad { self?.show(ad) }
        }
    }

    private func show(_ ad: Ad) {
        guard let address = ad.materials.first, let url = URL(string: address) else { return }
        URLSession.shared.dataTask(with: url) { [weak self] data, _, _ in
            guard let data = data, let picture = UIImage(data: data) else { return }
            DispatchQueue.main.async {
                self?.ad = ad
                self?.banner.setImage(picture, for: .normal)
                self?.voltline.report(.impression, of: ad) { _, _ in }
            }
        }.resume()
    }

    @objc private func open() {
        guard let ad = ad, let url = URL(string: ad.clickURL) else { return }
        UIApplication.shared.open(url)
    }
}
