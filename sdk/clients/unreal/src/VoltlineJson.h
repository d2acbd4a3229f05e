#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace voltline {

/** A minimal JSON parser for the wire format. Errors are returned, not thrown: engines build without exceptions. */
class Json {
public:
    enum class Kind { none, truth, number, text, list, object };

    Kind kind = Kind::none;
    bool truth = false;
    double number = 0;
    std::string text;
    std::vector<Json> list;
    std::map<std::string, Json> object;

    /** Returns whether the text is a JSON object. */
    static bool read(const std::string& from, Json& into) {
        Reader reader{from};
        bool good = reader.value(into, 0);
        reader.skipSpace();
        return good && reader.at == from.size() && into.kind == Kind::object;
    }

    const Json& operator[](const std::string& key) const {
        static const Json nothing;
        auto found = object.find(key);
        return found == object.end() ? nothing : found->second;
    }

    static std::string quoted(const std::string& value) {
        std::string written = "\"";
        for (char c : value) {
            unsigned char byte = static_cast<unsigned char>(c);
            if (c == '"' || c == '\\') (written += '\\') += c;
            else if (byte < 0x20) {
                char escape[7];
                std::snprintf(escape, sizeof escape, "\\u%04x", byte);
                written += escape;
            } else written += c;
        }
        return written + '"';
    }

private:
    struct Reader {
        const std::string& from;
        std::size_t at = 0;
        static const int depthMax = 32;

        explicit Reader(const std::string& text) : from(text) {}

        char peek() const { return at < from.size() ? from[at] : '\0'; }
        void skipSpace() {
            while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at;
        }
        bool take(char expected) {
            skipSpace();
            if (peek() != expected) return false;
            ++at;
            return true;
        }
        bool took(const char* word) {
            std::string expected(word);
            if (from.compare(at, expected.size(), expected) != 0) return false;
            at += expected.size();
            return true;
        }

        bool value(Json& into, int depth) {
            skipSpace();
            if (depth > depthMax) return false;
            if (peek() == '{') return readObject(into, depth);
            if (peek() == '[') return readList(into, depth);
            if (peek() == '"') {
                into.kind = Kind::text;
                return readText(into.text);
            }
            if (took("null")) return true;
            if (took("true") || took("false")) {
                into.kind = Kind::truth;
                into.truth = from[at - 2] == 'u';
                return true;
            }
            return readNumber(into);
        }

        bool readNumber(Json& into) {
            const char* start = from.c_str() + at;
            char* end = nullptr;
            into.number = std::strtod(start, &end);
            into.kind = Kind::number;
            at += static_cast<std::size_t>(end - start);
            return end != start;
        }

        bool readObject(Json& into, int depth) {
            into.kind = Kind::object;
            take('{');
            if (take('}')) return true;
            do {
                std::string key;
                skipSpace();
                if (!readText(key) || !take(':') || !value(into.object[key], depth + 1)) return false;
            } while (take(','));
            return take('}');
        }

        bool readList(Json& into, int depth) {
            into.kind = Kind::list;
            take('[');
            if (take(']')) return true;
            do {
                into.list.emplace_back();
                if (!value(into.list.back(), depth + 1)) return false;
            } while (take(','));
            return take(']');
        }

        bool readText(std::string& into) {
            if (peek() != '"') return false;
            for (++at; at < from.size() && from[at] != '"'; ++at) {
                if (from[at] != '\\') into += from[at];
                else if (!readEscape(into)) return false;
            }
            if (peek() != '"') return false;
            ++at;
            return true;
        }

        /** Leaves `at` on the last character of the escape. */
        bool readEscape(std::string& into) {
            static const std::string names = "bfnrt", meant = "\b\f\n\r\t";
            char c = ++at < from.size() ? from[at] : '\0';
            if (c != 'u') {
                std::size_t place = names.find(c);
                into += place == std::string::npos ? c : meant[place];
                return c != '\0';
            }
            unsigned long point = 0;
            if (!readUnit(point)) return false;
            if (point >= 0xD800 && point < 0xDC00 && from.compare(at + 1, 2, "\\u") == 0) {
                unsigned long low = 0;
                at += 2;
                if (!readUnit(low)) return false;
                point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
            }
            appendUtf8(into, point);
            return true;
        }

        bool readUnit(unsigned long& unit) {
            if (at + 4 >= from.size()) return false;
            unit = std::strtoul(from.substr(at + 1, 4).c_str(), nullptr, 16);
            at += 4;
            return true;
        }

        static void appendUtf8(std::string& into, unsigned long point) {
            auto byte = [&into](unsigned long bits) { into += static_cast<char>(bits); };
            if (point < 0x80) return byte(point);
            if (point < 0x800) byte(0xC0 | (point >> 6));
            else if (point < 0x10000) {
                byte(0xE0 | (point >> 12));
                byte(0x80 | ((point >> 6) & 0x3F));
            } else {
                byte(0xF0 | (point >> 18));
                byte(0x80 | ((point >> 12) & 0x3F));
                byte(0x80 | ((point >> 6) & 0x3F));
            }
            byte(0x80 | (point & 0x3F));
        }
    };
};

}  // namespace voltline
