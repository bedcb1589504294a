package com.acme.bank;

// @start region=receipt
public record Receipt(long number, long balance) {}
// @end
