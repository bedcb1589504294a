package acme;

import dev.wherry.ByReference;
import dev.wherry.ContextKey;
import dev.wherry.OneWay;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** An interface with something of everything, which the command under test has never seen. */
public interface Bank {
    ContextKey<String> TENANT = ContextKey.text("tenant");

    enum Currency {
        EUR,
        USD
    }

    record Money(BigDecimal amount, Currency currency) {}

    record Account(String id, List<Money> balances, Account parent) {}

    record Pair<A, B>(A first, B second) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    class Plain {
        public String name;
        private int count;

        public Plain() {}

        public Plain(String name, int count) {
            this.name = name;
            this.count = count;
        }

        public int count() {
            return count;
        }
    }

    final class Overdrawn extends Exception {
        private static final long serialVersionUID = 1;

        public Overdrawn(String message) {
            super(message);
        }
    }

    @ByReference
    interface Teller {
        String name();
    }

    Account account(String id);

    Account echo(Account account);

    Pair<String, Account> pair(Pair<String, Account> pair);

    double area(Shape shape);

    Shape grow(Shape shape, double factor);

    Plain plain(Plain plain);

    int add(int a, int b);

    long add(long a, long b, long c);

    String same(int number);

    String same(long number);

    Instant later(Instant start, Duration by);

    LocalDate day(LocalDate day);

    byte[] reversed(byte[] bytes);

    BigInteger square(BigInteger number);

    Optional<String> find(Optional<String> key);

    Map<Currency, List<Money>> group(Map<Currency, List<Money>> by);

    Object anything(Object any);

    <T extends Comparable<T>> Collection<T> sorted(Collection<T> values);

    CompletableFuture<UUID> id(UUID id);

    Teller teller();

    String greet(Teller teller);

    void withdraw(long cents) throws Overdrawn;

    void crash();

    void sleep(long millis) throws InterruptedException;

    String tenant();

    @OneWay
    void note(String text);

    List<String> notes();

    String joined(String... parts);
}
