package acme;

import dev.wherry.Calls;
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
import java.util.concurrent.CopyOnWriteArrayList;

public class LedgerBank implements Bank {
    private final List<String> notes = new CopyOnWriteArrayList<>();

    @Override
    public Account account(String id) {
        return new Account(id, List.of(new Money(new BigDecimal("12.50"), Currency.EUR)), null);
    }

    @Override
    public Account echo(Account account) {
        return account;
    }

    @Override
    public Pair<String, Account> pair(Pair<String, Account> pair) {
        return new Pair<>(pair.first() + "!", pair.second());
    }

    @Override
    public double area(Shape shape) {
        return switch (shape) {
            case Circle circle -> 3 * circle.radius() * circle.radius();
            case Square square -> square.side() * square.side();
        };
    }

    @Override
    public Shape grow(Shape shape, double factor) {
        return switch (shape) {
            case Circle circle -> new Circle(circle.radius() * factor);
            case Square square -> new Square(square.side() * factor);
        };
    }

    @Override
    public Plain plain(Plain plain) {
        return new Plain(plain.name + "!", plain.count() + 1);
    }

    @Override
    public int add(int a, int b) {
        return a + b;
    }

    @Override
    public long add(long a, long b, long c) {
        return a + b + c;
    }

    @Override
    public String same(int number) {
        return "int " + number;
    }

    @Override
    public String same(long number) {
        return "long " + number;
    }

    @Override
    public Instant later(Instant start, Duration by) {
        return start.plus(by);
    }

    @Override
    public LocalDate day(LocalDate day) {
        return day.plusDays(1);
    }

    @Override
    public byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    @Override
    public BigInteger square(BigInteger number) {
        return number.multiply(number);
    }

    @Override
    public Optional<String> find(Optional<String> key) {
        return key.map(found -> "found " + found);
    }

    @Override
    public Map<Currency, List<Money>> group(Map<Currency, List<Money>> by) {
        return by;
    }

    @Override
    public Object anything(Object any) {
        return any;
    }

    @Override
    public <T extends Comparable<T>> Collection<T> sorted(Collection<T> values) {
        return values.stream().sorted().toList();
    }

    @Override
    public CompletableFuture<UUID> id(UUID id) {
        return CompletableFuture.completedFuture(id);
    }

    @Override
    public Teller teller() {
        return () -> "Ada";
    }

    @Override
    public String greet(Teller teller) {
        return teller == null ? "nobody" : teller.name();
    }

    @Override
    public void withdraw(long cents) throws Overdrawn {
        throw new Overdrawn("only 1250 cents left");
    }

    @Override
    public void crash() {
        throw new IllegalThreadStateException("crashed \u001b[31mred");
    }

    @Override
    public void sleep(long millis) throws InterruptedException {
        notes.add("sleeping");
        Thread.sleep(millis);
    }

    @Override
    public String tenant() {
        return Calls.context(TENANT).orElse("none");
    }

    @Override
    public void note(String text) {
        notes.add(text);
    }

    @Override
    public List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public String joined(String... parts) {
        return String.join("+", parts);
    }
}
