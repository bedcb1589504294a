package com.acme.bank.server;

// @start region=server
import com.acme.bank.Bank;
import dev.wherry.Endpoint;

public final class BankServer {
    private BankServer() {}

    public static void main(String[] arguments) {
        Endpoint server = Endpoint.create();
        server.bind("bank", Bank.class, new Ledger());
        // @start region=shutdown
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "drain"));
        // @end
        System.out.println("listening " + server.listenAt(arguments.length > 0 ? arguments[0] : "tcp://0.0.0.0:5739"));
    }
}
// @end
