package com.acme.bank.client;

// @start region=client
import com.acme.bank.Bank;
import com.acme.bank.InsufficientFunds;
import dev.wherry.Endpoint;

public final class BankClient {
    private BankClient() {}

    public static void main(String[] arguments) {
        String address = arguments.length > 0 ? arguments[0] : "tcp://127.0.0.1:5739";
        try (Endpoint client = Endpoint.create()) {
            Bank bank = client.lookup(address + "/bank", Bank.class);
            System.out.println(bank.transfer("ada", "grace", 400));
            System.out.println(bank.balance("grace"));
            System.out.println(bank.transfer("ada", "grace", 700));
        } catch (InsufficientFunds e) {
            System.out.println(e.getMessage());
        }
    }
}
// @end
