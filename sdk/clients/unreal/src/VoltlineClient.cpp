#include "VoltlineClient.h"

#include <cctype>

#include "VoltlineJson.h"

namespace voltline {

namespace {

/** Writes an object. Values are already JSON; empty values are omitted. */
std::string objectOf(std::initializer_list<std::pair<const char*, std::string>> members) {
    std::string written = "{";
    for (const auto& member : members) {
        if (member.second.empty()) continue;
        if (written.size() > 1) written += ',';
        written += Json::quoted(member.first) + ':' + member.second;
    }
    return written + '}';
}

std::string textOrNothing(const std::string& value) {
    return value.empty() ? "" : Json::quoted(value);
}

std::string percentEncoded(const std::string& value) {
    std::string written;
    for (char c : value) {
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.' || c == '~') written += c;
        else {
            char escape[4];
            std::snprintf(escape, sizeof escape, "%%%02X", static_cast<unsigned char>(c));
            written += escape;
        }
    }
    return written;
}

Reward toReward(const Json& from) {
    Reward reward;
    reward.isEarned = from.kind == Json::Kind::object;
    reward.name = from["name"].text;
    reward.count = static_cast<long long>(from["count"].number);
    reward.receipt = from["receipt"].text;
    return reward;
}

Ad toAd(const Json& answer) {
    const Json& from = answer["ad"];
    Ad ad;
    ad.token = from["token"].text;
    ad.adId = static_cast<long long>(from["proID"].number);
    ad.product = from["product"].text;
    ad.name = from["name"].text;
    for (const Json& material : from["materials"].list) ad.materials.push_back(material.text);
    ad.clickUrl = from["clickURL"].text;
    ad.reward = toReward(from["reward"]);
    ad.expiresInSeconds = static_cast<long long>(from["expiresIn"].number);
    ad.isTest = answer["error"].text == "ADSERVER_TEST";
    return ad;
}

}  // namespace

Client::Client(Options given, Transport& carrier) : options(given), transport(carrier) {
    while (!options.server.empty() && options.server.back() == '/') options.server.pop_back();
}

void Client::session(const std::string& country, const std::string& appVersion, Done<bool> done) {
    std::string body = objectOf({{"deviceID", Json::quoted(options.deviceId)},
                                 {"platform", Json::quoted(options.platform)},
                                 {"country", textOrNothing(country)},
                                 {"appVersion", textOrNothing(appVersion)}});
    ask<bool>("/sdk/v1/session", body, [](const Json&) { return true; }, done);
}

void Client::requestAd(long long medId, const std::string& country, bool test, Done<Ad> done) {
    std::string body = objectOf({{"medID", std::to_string(medId)},
                                 {"deviceID", Json::quoted(options.deviceId)},
                                 {"country", textOrNothing(country)},
                                 {"test", test ? "true" : ""}});
    ask<Ad>("/sdk/v1/ad", body, toAd, done);
}

void Client::report(const Ad& ad, const std::string& action, Done<Reward> done) {
    std::string id = action + ad.token;
    if (!reported.insert(id).second) {
        Answer<Reward> known;
        known.code = "SUCCESS";
        return done(known);
    }
    std::string body = objectOf({{"token", Json::quoted(ad.token)},
                                 {"action", Json::quoted(action)},
                                 {"deviceID", Json::quoted(options.deviceId)}});
    ask<Reward>("/sdk/v1/event", body, [](const Json& answer) { return toReward(answer["reward"]); },
                [this, id, done](const Answer<Reward>& answer) {
                    if (answer.code == "NETWORK") reported.erase(id);
                    done(answer);
                });
}

void Client::appReward(const std::string& rewardKey, Done<Reward> done) {
    std::string body =
        objectOf({{"deviceID", Json::quoted(options.deviceId)}, {"rewardKey", Json::quoted(rewardKey)}});
    ask<Reward>("/sdk/v1/app-reward", body, [](const Json& answer) { return toReward(answer["reward"]); }, done);
}

void Client::volts(Done<double> done) {
    std::string path = "/sdk/v1/user?deviceID=" + percentEncoded(options.deviceId);
    ask<double>(path, "", [](const Json& answer) { return answer["volts"].number; }, done);
}

template <typename T>
void Client::ask(const std::string& path, const std::string& body, std::function<T(const Json&)> read, Done<T> done) {
    transport.send(options.server + path, options.apiKey, body, [read, done](int status, const std::string& text) {
        Json json;
        Answer<T> answer;
        answer.code = "NETWORK";
        if (status > 0 && status < 500 && Json::read(text, json)) {
            answer.code = json["error"].text;
            if (answer.isGood()) answer.value = read(json);
        }
        done(answer);
    });
}

}  // namespace voltline
