package com.voltline.sdk;

/** What the user has earned. The receipt is a JWS (ES256) for your own server; null where there is none. */
public final class Reward {
    public final String name;
    public final long count;
    public final String receipt;

    Reward(String name, long count, String receipt) {
        this.name = name;
        this.count = count;
        this.receipt = receipt;
    }
}
