package com.voltline.sdk;

import java.io.IOException;

/** Sends one request to the server. Replace it to use your own HTTP library. */
public interface Transport {
    /** The body of a POST, or null for a GET. */
    Response send(String url, String apiKey, String jsonBody) throws IOException;

    final class Response {
        public final int status;
        public final String body;

        public Response(int status, String body) {
            this.status = status;
            this.body = body;
        }
    }
}
