#pragma once

#include <functional>
#include <string>
#include <vector>

namespace voltline {

/** What the user has earned. The receipt is a JWS (ES256) for your own server; empty where there is none. */
struct Reward {
    bool isEarned = false;
    std::string name;
    long long count = 0;
    std::string receipt;
};

/** An ad to be shown once, within expiresInSeconds. */
struct Ad {
    std::string token;
    long long adId = 0;
    /** BANNER, INTERSTITIAL or VIDEO. */
    std::string product;
    std::string name;
    /** Addresses of the images, or of the video and its poster. */
    std::vector<std::string> materials;
    /** Open this on a tap; the server counts the click on the way. */
    std::string clickUrl;
    /** What a full watch earns. */
    Reward reward;
    long long expiresInSeconds = 0;
    /** A sample that nobody pays for. */
    bool isTest = false;
};

/** What a call brought: a value, or the server's word for why not. */
template <typename T>
struct Answer {
    /** SUCCESS or ADSERVER_TEST when it went well, else a code such as AD_NOTFOUND; NETWORK when nothing answered. */
    std::string code;
    T value{};

    bool isGood() const { return code == "SUCCESS" || code == "ADSERVER_TEST"; }
};

/** Carries one request to the server and calls back when it is over, on the thread that asked. */
class Transport {
public:
    virtual ~Transport() = default;
    /** An empty body means GET. Status 0 means that nothing answered. */
    virtual void send(const std::string& url, const std::string& apiKey, const std::string& jsonBody,
                      std::function<void(int status, const std::string& body)> done) = 0;
};

}  // namespace voltline
