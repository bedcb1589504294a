package com.acme.bank.server;

import com.acme.bank.Bank;
import com.acme.bank.InsufficientFunds;
import com.acme.bank.Receipt;
import java.util.HashMap;
import java.util.Map;

// @start region=ledger
final class Ledger implements Bank {
    private final Map<String, Long> balances = new HashMap<>(Map.of("ada", 1_000L, "grace", 0L));
    private long transfers;

    @Override
    public synchronized long balance(String account) {
        return balances.getOrDefault(account, 0L);
    }

    @Override
    public synchronized Receipt transfer(String from, String to, long cents) throws InsufficientFunds {
        long left = balance(from) - cents;
        if (left < 0) {
            throw new InsufficientFunds(-left);
        }
        balances.put(from, left);
        balances.merge(to, cents, Long::sum);
        return new Receipt(++transfers, left);
    }
}
// @end
