package dev.wherry.http;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts its calls, so that tests can see that a refused one did not run. */
final class LedgerBank implements Bank {
    final AtomicInteger calls = new AtomicInteger();
    final AtomicInteger interrupted = new AtomicInteger();

    @Override
    public int addOne(int number) {
        calls.incrementAndGet();
        return number + 1;
    }

    @Override
    public String simple(String text, Color color, LocalDate date, UUID id, Optional<Integer> most) {
        calls.incrementAndGet();
        return text + "|" + color + "|" + date + "|" + id + "|"
                + most.map(String::valueOf).orElse("none");
    }

    @Override
    public void nothing() {
        calls.incrementAndGet();
    }

    @Override
    public Everything echo(Everything all) {
        calls.incrementAndGet();
        return all;
    }

    @Override
    public Shape shape(Shape shape) {
        calls.incrementAndGet();
        return shape;
    }

    @Override
    public List<Shape> shapes(List<Shape> shapes) {
        return shapes;
    }

    @Override
    public Page<Money> page(Page<Money> page) {
        return page;
    }

    @Override
    public Node node(Node node) {
        calls.incrementAndGet();
        return node;
    }

    @Override
    public Outcome<Point> outcome(Outcome<Point> outcome) {
        return outcome;
    }

    @Override
    public Person person(Person person) {
        return person;
    }

    @Override
    public Money pay(Money money, Map<String, List<Optional<Money>>> more) throws NoFunds {
        calls.incrementAndGet();
        if (money.amount().compareTo(BigDecimal.TEN) > 0) {
            throw new NoFunds("not enough", money.amount().subtract(BigDecimal.TEN), Color.RED);
        }
        return money;
    }

    @Override
    public CompletableFuture<String> later(String text) {
        return text.equals("relayed")
                ? CompletableFuture.failedFuture(new CallException(Code.UNAVAILABLE, "no connection to another server"))
                : CompletableFuture.supplyAsync(() -> text + " later");
    }

    @Override
    public CompletableFuture<Void> laterNothing() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<String> never() {
        return new CompletableFuture<>();
    }

    @Override
    public String sleep(long millis) throws InterruptedException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            throw e;
        }
        return "awake";
    }

    @Override
    public String fail(String how) throws NoFunds {
        switch (how) {
            case "runtime" -> throw new IllegalStateException("the secret is 42");
            case "declared" -> throw new NoFunds("not enough", BigDecimal.ONE, Color.GREEN);
            case "error" -> throw new AssertionError("the secret is 42");
            default -> throw new CallException(CallException.Code.REFUSED, "a call within the call");
        }
    }

    @Override
    public int sum(int a, int b) {
        return a + b;
    }

    @Override
    public int sum(int a, int b, int c) {
        return a + b + c;
    }

    @Override
    public String same(int value) {
        return "int";
    }

    @Override
    public String same(String value) {
        return "text";
    }

    @Override
    public void watch(Watcher watcher) {
        calls.incrementAndGet();
    }

    @Override
    public Flow.Publisher<String> stream() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object anything(Object value) {
        return value;
    }

    @Override
    public String context() {
        return Calls.context(ContextKey.TRACEPARENT).orElse("none");
    }
}
