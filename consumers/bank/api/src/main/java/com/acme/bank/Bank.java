package com.acme.bank;

// @start region=bank
public interface Bank {
    long balance(String account);

    Receipt transfer(String from, String to, long cents) throws InsufficientFunds;
}
// @end
