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
    /** URLs of the images, or of the video and its poster. */
    std::vector<std::string> materials;
    /** Open this on a tap; the server records the click and redirects. */
    std::string clickUrl;
    /** The reward for watching to the end. */
    Reward reward;
    long long expiresInSeconds = 0;
    /** A sample ad that is not charged. */
    bool isTest = false;
};

/** The result of a call: a value, or the code of the refusal. */
template <typename T>
struct Answer {
    /** SUCCESS or ADSERVER_TEST on success, otherwise a code such as AD_NOTFOUND; NETWORK without a response. */
    std::string code;
    T value{};

    bool isGood() const { return code == "SUCCESS" || code == "ADSERVER_TEST"; }
};

/** Sends one request to the server and calls back on the same thread when it is done. */
class Transport {
public:
    virtual ~Transport() = default;
    /** An empty body means GET. Status 0 means no response. */
    virtual void send(const std::string& url, const std::string& apiKey, const std::string& jsonBody,
                      std::function<void(int status, const std::string& body)> done) = 0;
};

}  // namespace voltline
