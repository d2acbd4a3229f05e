package com.voltline.sdk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;

/** Uses only classes that exist since API level 14. */
public final class HttpTransport implements Transport {
    private static final int TIMEOUT_MS = 10000;
    private static final int BODY_BYTES_MAX = 1 << 20;

    @Override
    public Response send(String url, String apiKey, String jsonBody) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
        try {
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            connection.setUseCaches(false);
            connection.setRequestProperty("X-Api-Key", apiKey);
            if (jsonBody != null) write(connection, jsonBody);
            int status = statusOf(connection);
            InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream();
            return new Response(status, in == null ? "" : read(in));
        } finally {
            connection.disconnect();
        }
    }

    /** Old Android versions throw once at a 401 without WWW-Authenticate; the second call returns it. */
    private static int statusOf(HttpURLConnection connection) throws IOException {
        try {
            return connection.getResponseCode();
        } catch (IOException first) {
            return connection.getResponseCode();
        }
    }

    private static void write(HttpURLConnection connection, String jsonBody) throws IOException {
        byte[] bytes = jsonBody.getBytes("UTF-8");
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        OutputStream out = connection.getOutputStream();
        out.write(bytes);
        out.close();
    }

    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] part = new byte[4096];
        for (int count = in.read(part); count != -1 && all.size() < BODY_BYTES_MAX; count = in.read(part)) {
            all.write(part, 0, count);
        }
        in.close();
        return all.toString("UTF-8");
    }
}
