package com.voltline.sdk;

import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One app's connection to Voltline. Every method blocks on the network: call it from a background thread.
 * A client may be used by several threads.
 */
public final class VoltlineClient {
    public static final String IMPRESSION = "IMPRESSION";
    public static final String WATCH = "WATCH";

    private final String server;
    private final String apiKey;
    private final String deviceId;
    private final Transport transport;
    private final Set<String> reported = Collections.synchronizedSet(new HashSet<String>());

    /** The device id is your choice: up to 64 printable ASCII characters, the same at every start. */
    public VoltlineClient(String server, String apiKey, String deviceId) {
        this(server, apiKey, deviceId, new HttpTransport());
    }

    public VoltlineClient(String server, String apiKey, String deviceId, Transport transport) {
        this.server = server.replaceAll("/+$", "");
        this.apiKey = apiKey;
        this.deviceId = deviceId;
        this.transport = transport;
    }

    /** Reports that the app was opened; call it once per start. Country and app version may be null. */
    public void session(String country, String appVersion) throws VoltlineException {
        Map<String, Object> body = withDevice();
        body.put("platform", "AOS");
        body.put("country", country);
        body.put("appVersion", appVersion);
        ask("/sdk/v1/session", body);
    }

    /** Requests an ad for one unit. A refusal such as AD_NOTFOUND arrives as a VoltlineException. */
    public Ad requestAd(long medId, String country, boolean test) throws VoltlineException {
        Map<String, Object> body = new LinkedHashMap<String, Object>();
        body.put("medID", Long.valueOf(medId));
        body.put("deviceID", deviceId);
        body.put("country", country);
        if (test) body.put("test", Boolean.TRUE);
        Map<String, Object> answer = ask("/sdk/v1/ad", body);
        return toAd(object(answer, "ad"), "ADSERVER_TEST".equals(answer.get("error")));
    }

    /**
     * Reports IMPRESSION once the ad has been on screen for a second, and WATCH at its end. The same report is sent once; after a
     * NETWORK failure it may be sent again safely. Returns the earned reward, or null.
     */
    public Reward report(Ad ad, String action) throws VoltlineException {
        String id = action + ad.token;
        if (!reported.add(id)) return null;
        Map<String, Object> body = new LinkedHashMap<String, Object>();
        body.put("token", ad.token);
        body.put("action", action);
        body.put("deviceID", deviceId);
        try {
            return toReward(object(ask("/sdk/v1/event", body), "reward"));
        } catch (VoltlineException failure) {
            if (VoltlineException.NETWORK.equals(failure.code())) reported.remove(id);
            throw failure;
        }
    }

    /** Claims an app reward: once a day per device and key, then ONLY_ONCEDAY. */
    public Reward appReward(String rewardKey) throws VoltlineException {
        Map<String, Object> body = withDevice();
        body.put("rewardKey", rewardKey);
        return toReward(object(ask("/sdk/v1/app-reward", body), "reward"));
    }

    /** The volts that this device has earned in this app; one volt is one won. */
    public double volts() throws VoltlineException {
        Object volts = ask("/sdk/v1/user?deviceID=" + encode(deviceId), null).get("volts");
        return volts instanceof Double ? ((Double) volts).doubleValue() : 0;
    }

    private Map<String, Object> withDevice() {
        Map<String, Object> body = new LinkedHashMap<String, Object>();
        body.put("deviceID", deviceId);
        return body;
    }

    private Map<String, Object> ask(String path, Map<String, Object> body) throws VoltlineException {
        Map<String, Object> answer;
        try {
            Transport.Response response = transport.send(server + path, apiKey, body == null ? null : Json.write(body));
            answer = Json.readObject(response.body);
            if (response.status >= 500) throw new IOException("status " + response.status);
        } catch (IOException failure) {
            throw new VoltlineException(VoltlineException.NETWORK, failure);
        } catch (IllegalArgumentException noAnswer) {
            throw new VoltlineException(VoltlineException.NETWORK, noAnswer);
        }
        String error = text(answer, "error");
        if (!"SUCCESS".equals(error) && !"ADSERVER_TEST".equals(error)) throw new VoltlineException(error, null);
        return answer;
    }

    private static Ad toAd(Map<String, Object> ad, boolean isTest) throws VoltlineException {
        if (ad == null) throw new VoltlineException("UNKNOWN", null);
        List<String> materials = new ArrayList<String>();
        if (ad.get("materials") instanceof List) {
            for (Object material : (List<?>) ad.get("materials")) materials.add(String.valueOf(material));
        }
        return new Ad(
                text(ad, "token"),
                whole(ad, "proID"),
                text(ad, "product"),
                text(ad, "name"),
                Collections.unmodifiableList(materials),
                text(ad, "clickURL"),
                toReward(object(ad, "reward")),
                whole(ad, "expiresIn"),
                isTest);
    }

    private static Reward toReward(Map<String, Object> reward) {
        if (reward == null) return null;
        Object receipt = reward.get("receipt");
        return new Reward(text(reward, "name"), whole(reward, "count"), receipt instanceof String ? (String) receipt : null);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<String, Object> from, String key) {
        return from.get(key) instanceof Map ? (Map<String, Object>) from.get(key) : null;
    }

    private static String text(Map<String, Object> from, String key) {
        return from.get(key) instanceof String ? (String) from.get(key) : "";
    }

    private static long whole(Map<String, Object> from, String key) {
        return from.get(key) instanceof Double ? ((Double) from.get(key)).longValue() : 0;
    }

    private static String encode(String value) {
        try {
            return URLEncoder.encode(value, "UTF-8");
        } catch (UnsupportedEncodingException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
