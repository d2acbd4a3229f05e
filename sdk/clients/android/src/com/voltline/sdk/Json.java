package com.voltline.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A minimal JSON parser for the wire format. */
final class Json {
    private static final int DEPTH_MAX = 32;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Map<String, Object> readObject(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.skipSpace();
        if (json.at != text.length() || !(value instanceof Map)) throw new IllegalArgumentException("no JSON object");
        @SuppressWarnings("unchecked")
        Map<String, Object> object = (Map<String, Object>) value;
        return object;
    }

    /** Values may be strings, numbers and booleans; null values are omitted. */
    static String write(Map<String, Object> object) {
        StringBuilder out = new StringBuilder("{");
        for (Map.Entry<String, Object> entry : object.entrySet()) {
            if (entry.getValue() == null) continue;
            if (out.length() > 1) out.append(',');
            quote(entry.getKey(), out);
            out.append(':');
            if (entry.getValue() instanceof String) quote((String) entry.getValue(), out);
            else out.append(entry.getValue());
        }
        return out.append('}').toString();
    }

    private static void quote(String value, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < 0x20) out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        out.append('"');
    }

    private Object value(int depth) {
        if (depth > DEPTH_MAX) throw new IllegalArgumentException("too deep");
        skipSpace();
        char c = peek();
        if (c == '{') return object(depth);
        if (c == '[') return list(depth);
        if (c == '"') return string();
        if (text.startsWith("true", at)) return word("true", Boolean.TRUE);
        if (text.startsWith("false", at)) return word("false", Boolean.FALSE);
        if (text.startsWith("null", at)) return word("null", null);
        return number();
    }

    private Object word(String word, Object value) {
        at += word.length();
        return value;
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> read = new LinkedHashMap<String, Object>();
        take('{');
        while (next('}', read.isEmpty())) {
            String key = string();
            skipSpace();
            take(':');
            read.put(key, value(depth + 1));
        }
        return read;
    }

    private List<Object> list(int depth) {
        List<Object> read = new ArrayList<Object>();
        take('[');
        while (next(']', read.isEmpty())) read.add(value(depth + 1));
        return read;
    }

    /** Whether another member follows; consumes the comma before it, or the end. */
    private boolean next(char end, boolean first) {
        skipSpace();
        if (peek() == end) {
            at++;
            return false;
        }
        if (!first) take(',');
        skipSpace();
        return true;
    }

    private String string() {
        take('"');
        StringBuilder read = new StringBuilder();
        for (char c = peek(); c != '"'; c = peek()) {
            at++;
            if (c == '\\') read.append(escaped());
            else read.append(c);
        }
        at++;
        return read.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        if (c == 'n') return '\n';
        if (c == 't') return '\t';
        if (c == 'r') return '\r';
        if (c == 'b') return '\b';
        if (c == 'f') return '\f';
        if (c != 'u') return c;
        char unit = (char) Integer.parseInt(text.substring(at, at + 4), 16);
        at += 4;
        return unit;
    }

    private Double number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        return Double.valueOf(text.substring(from, at));
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    }

    private char peek() {
        if (at >= text.length()) throw new IllegalArgumentException("ends too early");
        return text.charAt(at);
    }

    private void take(char expected) {
        if (peek() != expected) throw new IllegalArgumentException("expected " + expected);
        at++;
    }
}
