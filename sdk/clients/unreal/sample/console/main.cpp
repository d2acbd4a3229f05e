// Walks through every call from a terminal: SERVER API_KEY DEVICE UNIT REWARD_KEY. The server is http://HOST:PORT.
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "../../src/VoltlineClient.h"

namespace {

/** One connection per request, without encryption: for trying it out, not for an app. */
class SocketTransport : public voltline::Transport {
public:
    void send(const std::string& url, const std::string& apiKey, const std::string& jsonBody,
              std::function<void(int, const std::string&)> done) override {
        std::size_t host = url.find("//") + 2, port = url.find(':', host), path = url.find('/', host);
        std::string name = url.substr(host, port - host);
        int wire = open(name, url.substr(port + 1, path - port - 1));
        if (wire < 0) return done(0, "");
        std::string request = (jsonBody.empty() ? "GET " : "POST ") + url.substr(path) + " HTTP/1.0\r\nHost: " + name +
                              "\r\nX-Api-Key: " + apiKey + "\r\n";
        if (!jsonBody.empty())
            request += "Content-Type: application/json\r\nContent-Length: " + std::to_string(jsonBody.size()) + "\r\n";
        request += "\r\n" + jsonBody;
        std::string answer;
        if (write(wire, request.data(), request.size()) == static_cast<ssize_t>(request.size())) {
            char part[4096];
            for (ssize_t count; (count = read(wire, part, sizeof part)) > 0;)
                answer.append(part, static_cast<std::size_t>(count));
        }
        close(wire);
        std::size_t end = answer.find("\r\n\r\n");
        if (end == std::string::npos) return done(0, "");
        done(std::atoi(answer.c_str() + 9), answer.substr(end + 4));
    }

private:
    static int open(const std::string& host, const std::string& port) {
        addrinfo wanted = {}, *found = nullptr;
        wanted.ai_socktype = SOCK_STREAM;
        if (getaddrinfo(host.c_str(), port.c_str(), &wanted, &found) != 0) return -1;
        int wire = -1;
        for (addrinfo* one = found; one && wire < 0; one = one->ai_next) {
            wire = socket(one->ai_family, one->ai_socktype, one->ai_protocol);
            if (wire >= 0 && connect(wire, one->ai_addr, one->ai_addrlen) != 0) {
                close(wire);
                wire = -1;
            }
        }
        freeaddrinfo(found);
        return wire;
    }
};

void print(const std::string& what, const voltline::Reward& reward) {
    std::cout << what << ": ";
    if (reward.isEarned) std::cout << reward.name << " x " << reward.count;
    else std::cout << "no reward";
    if (!reward.receipt.empty()) std::cout << " receipt=" << reward.receipt;
    std::cout << "\n";
}

}  // namespace

int main(int count, char** args) {
    if (count < 6) return 1;
    SocketTransport transport;
    voltline::Client client({args[1], args[2], args[3], "AOS"}, transport);
    client.session("KR", "1.0", [](const voltline::Answer<bool>& answer) { std::cout << "session " << answer.code << "\n"; });
    client.requestAd(std::atoll(args[4]), "KR", true, [&client](const voltline::Answer<voltline::Ad>& answer) {
        const voltline::Ad& ad = answer.value;
        std::cout << "ad " << ad.product << " " << ad.name << " test=" << (ad.isTest ? "true" : "false")
                  << " materials=" << ad.materials.size() << "\nclick " << ad.clickUrl << "\n";
        auto say = [](const char* what) {
            return [what](const voltline::Answer<voltline::Reward>& done) { print(what, done.value); };
        };
        client.report(ad, "IMPRESSION", say("impression"));
        client.report(ad, "IMPRESSION", say("impression again"));
        client.report(ad, "WATCH", say("watch"));
    });
    for (int time = 0; time < 2; ++time) {
        client.appReward(args[5], [](const voltline::Answer<voltline::Reward>& answer) {
            if (answer.isGood()) print("app reward", answer.value);
            else std::cout << "app reward " << answer.code << "\n";
        });
    }
    client.volts([](const voltline::Answer<double>& answer) {
        std::cout.precision(15);
        std::cout << "volts " << answer.value << "\n";
    });
    client.requestAd(999999999, "", false, [](const voltline::Answer<voltline::Ad>& answer) {
        std::cout << "unknown unit " << answer.code << std::endl;
    });
}
