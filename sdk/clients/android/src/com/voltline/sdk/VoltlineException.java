package com.voltline.sdk;

/** A refusal by the server, with its code, or NETWORK without a response. */
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
