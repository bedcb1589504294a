package com.acme.bank.server;

// @start region=server
import com.acme.bank.Bank;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;

public final class BankServer {
    private BankServer() {}

    public static void main(String[] arguments) {
        // @start region=shutdown
        Endpoint server = Endpoint.create(
                EndpointOptions.builder().drainOnShutdown(true).build());
        // @end
        server.bind("bank", Bank.class, new Ledger());
        System.out.println("listening " + server.listenAt(arguments.length > 0 ? arguments[0] : "tcp://0.0.0.0:5739"));
    }
}
// @end
