package com.acme.bank;

// @start region=exception
public final class InsufficientFunds extends Exception {
    private static final long serialVersionUID = 1;
    private final long missing;

    public InsufficientFunds(long missing) {
        super(missing + " cents are missing");
        this.missing = missing;
    }

    public long missing() {
        return missing;
    }
}
// @end
