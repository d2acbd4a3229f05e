package com.voltline.sdk;

import java.util.List;

/** An ad to be shown once, within expiresInSeconds. */
public final class Ad {
    public final String token;
    public final long adId;
    /** BANNER, INTERSTITIAL or VIDEO. */
    public final String product;
    public final String name;
    /** URLs of the images, or of the video and its poster. */
    public final List<String> materials;
    /** Open this in the browser on a tap; the server records the click and redirects. */
    public final String clickUrl;
    /** The reward for watching to the end, or null. */
    public final Reward reward;
    public final long expiresInSeconds;
    /** A sample ad that is not charged. */
    public final boolean isTest;

    Ad(
            String token,
            long adId,
            String product,
            String name,
            List<String> materials,
            String clickUrl,
            Reward reward,
            long expiresInSeconds,
            boolean isTest) {
        this.token = token;
        this.adId = adId;
        this.product = product;
        this.name = name;
        this.materials = materials;
        this.clickUrl = clickUrl;
        this.reward = reward;
        this.expiresInSeconds = expiresInSeconds;
        this.isTest = isTest;
    }
}
