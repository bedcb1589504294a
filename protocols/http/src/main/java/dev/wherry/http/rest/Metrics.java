package dev.wherry.http.rest;

import dev.wherry.http.message.HttpNames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Stream;

/** The counters of requests, in the text format of Prometheus. For any thread. */
public final class Metrics {
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Map<Integer, LongAdder> byStatus = new ConcurrentSkipListMap<>();
    private final Map<RestMethod, Calls> byMethod = new ConcurrentHashMap<>();
    private final AtomicInteger connections = new AtomicInteger();

    /** The calls of one method. */
    private static final class Calls {
        final LongAdder count = new LongAdder();
        final LongAdder failures = new LongAdder();
        final LongAdder nanos = new LongAdder();
    }

    /** Counts an answer. */
    public void answered(int status) {
        LongAdder count = byStatus.get(status);
        (count != null ? count : byStatus.computeIfAbsent(status, _ -> new LongAdder())).increment();
    }

    /** Counts a call. */
    void called(RestMethod method, long nanos, boolean failed) {
        Calls known = byMethod.get(method);
        Calls calls = known != null ? known : byMethod.computeIfAbsent(method, _ -> new Calls());
        calls.count.increment();
        calls.nanos.add(nanos);
        if (failed) {
            calls.failures.increment();
        }
    }

    private long sum(List<RestMethod> methods, Function<Calls, LongAdder> of) {
        return methods.stream()
                .flatMap(each -> Stream.ofNullable(byMethod.get(each)))
                .mapToLong(each -> of.apply(each).sum())
                .sum();
    }

    /** Counts a connection that was opened (1) or closed (-1). */
    public void connections(int change) {
        connections.addAndGet(change);
    }

    RestResponse answer(Map<String, RestInterface> interfaces) {
        StringBuilder text = new StringBuilder();
        text.append("# TYPE wherry_http_connections gauge\nwherry_http_connections ")
                .append(connections.get())
                .append("\n# TYPE wherry_http_requests_total counter\n");
        byStatus.forEach((status, count) -> text.append("wherry_http_requests_total{status=\"")
                .append(status)
                .append("\"} ")
                .append(count.sum())
                .append('\n'));
        StringBuilder failures = new StringBuilder("# TYPE wherry_http_call_failures_total counter\n");
        text.append("# TYPE wherry_http_call_seconds summary\n");
        interfaces.values().stream().distinct().forEach(each -> {
            for (List<RestMethod> same : each.methods().values()) {
                String labels = "{interface=\"" + each.type().getName() + "\",method=\""
                        + same.getFirst().method().getName() + "\"} ";
                double seconds = sum(same, calls -> calls.nanos) / 1e9;
                text.append("wherry_http_call_seconds_count")
                        .append(labels)
                        .append(sum(same, calls -> calls.count))
                        .append('\n');
                text.append("wherry_http_call_seconds_sum")
                        .append(labels)
                        .append(seconds)
                        .append('\n');
                failures.append("wherry_http_call_failures_total")
                        .append(labels)
                        .append(sum(same, calls -> calls.failures))
                        .append('\n');
            }
        });
        return RestResponse.of(200, TYPE, text.append(failures).toString().getBytes(StandardCharsets.UTF_8))
                .with(HttpNames.CACHE_CONTROL, "no-store");
    }
}
