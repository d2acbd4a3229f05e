package com.voltline.sdk;

/** The server said no, or nothing answered. The code is the server's word; NETWORK when nothing answered. */
public final class VoltlineException extends Exception {
    public static final String NETWORK = "NETWORK";

    private static final long serialVersionUID = 1L;
    private final String code;

    public VoltlineException(String code, Throwable cause) {
        super("Voltline: " + code, cause);
        this.code = code;
    }

    public String code() {
        return code;
    }
}
