#pragma once

#include <set>
#include <string>

#include "VoltlineTypes.h"

namespace voltline {

class Json;

/** One game's connection to Voltline. Call it from one thread. It must outlive the calls it has made. */
class Client {
public:
    struct Options {
        std::string server;
        std::string apiKey;
        /** Your choice: up to 64 printable ASCII characters, the same at every start. */
        std::string deviceId;
        /** AOS or IOS: the store that the game comes from. */
        std::string platform;
    };

    template <typename T>
    using Done = std::function<void(const Answer<T>&)>;

    Client(Options options, Transport& transport);

    /** Reports that the game was opened; call it once per start. Country and version may be empty. */
    void session(const std::string& country, const std::string& appVersion, Done<bool> done);

    /** Requests an ad for one unit. AD_NOTFOUND means that no ad is available now. */
    void requestAd(long long medId, const std::string& country, bool test, Done<Ad> done);

    /**
     * Reports IMPRESSION once the ad has been on screen for a second, and WATCH at its end. The same report is sent once; after
     * NETWORK it may be sent again safely. The value is the earned reward.
     */
    void report(const Ad& ad, const std::string& action, Done<Reward> done);

    /** Claims an app reward: once a day per device and key, then ONLY_ONCEDAY. */
    void appReward(const std::string& rewardKey, Done<Reward> done);

    /** The volts that this device has earned in this game; one volt is one won. */
    void volts(Done<double> done);

private:
    template <typename T>
    void ask(const std::string& path, const std::string& body, std::function<T(const Json&)> read, Done<T> done);

    Options options;
    Transport& transport;
    std::set<std::string> reported;
};

}  // namespace voltline
