package acme.shop;

import acme.closed.Secret;
import dev.wherry.Endpoint;

/**
 * A service that runs on the class path, where each package is open. Its client runs in a module that does not open the
 * package of the value.
 */
public interface Vault {
    int keep(Secret secret);

    Secret secret();

    int add(int number);

    /** Prints the listening address, then serves until it is killed. */
    static void main(String[] none) throws InterruptedException {
        Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
        server.bind("vault", Vault.class, new Vault() {
            @Override
            public int keep(Secret secret) {
                return secret.word().length();
            }

            @Override
            public Secret secret() {
                return new Secret("hush");
            }

            @Override
            public int add(int number) {
                return number + 1;
            }
        });
        System.out.println("listening " + server.address());
        Thread.currentThread().join();
    }
}
