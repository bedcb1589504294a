package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ContextKey;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The examples of docs/protocol.md, read from that page: encoded and decoded, both ways. */
final class GoldenBytesTest {
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

    /** How an example is written, how it is read, and what reading it gives. */
    private record Example(Consumer<Out> write, Function<In, Object> read, Object value) {}

    private record Seen(int type, int flags, long id, Object body) {}

    private static final Map<String, Example> EXAMPLES = new LinkedHashMap<>();
    private static final MemoryOffer OFFER = new MemoryOffer(4711, 9, 135_168, new Nonce(5, 6), new Nonce(7, 8));

    static {
        EXAMPLES.put("preamble", new Example(Preamble::write, GoldenBytesTest::preamble, "version 1"));
        frame("Ping, id 7", Frame.PING, 0, 7, out -> {}, in -> "", "");
        frame(
                "its answer at 300 ms",
                Frame.PING,
                Frame.ANSWER,
                7,
                out -> out.writeLongSize(300),
                In::readLongSize,
                300L);
        CallHead head = new CallHead(0, 2, 0, 300, 1, Map.of());
        frame(
                "Call 3 of object 2, method of definition 0, 300 ms left, sent at 1 ms, no context, no arguments",
                Frame.CALL,
                0,
                3,
                head::write,
                body -> CallHead.read(body, 0),
                head);
        Map<ContextKey<?>, Object> context = Map.of(ContextKey.number("cost"), 7L);
        frame(
                "Reply to call 3 with the context entry cost 7, and without a result",
                Frame.REPLY,
                Frame.CONTEXT,
                3,
                out -> ContextEntries.write(out, context),
                ContextEntries::read,
                context);
        frame("Cancel of call 3 of lane 1", Frame.CANCEL, 0, (1L << 40) + 3, out -> {}, in -> "", "");
        frame("Settle of call 3 of lane 1", Frame.SETTLE, 0, (1L << 40) + 3, out -> {}, in -> "", "");
        frame("Credit for 300 one-way calls", Frame.CREDIT, 0, 0, out -> out.writeSize(300), In::readSize, 300);
        frame("Release of 2 references to object 5", Frame.RELEASE, 0, 5, out -> out.writeSize(2), In::readSize, 2);
        goAway("GoAway(CLOSING, \"bye\")", new GoAway(GoAway.Reason.CLOSING, "bye"));
        goAway("GoAway(DRAINED, \"bye\")", new GoAway(GoAway.Reason.DRAINED, "bye"));
        hello("Hello of lane 2 that offers memory", OFFER);
        hello("its answer: taken", OFFER.taken());
        text("text \"hé\"", "hé");
        text("text \"€\"", "€");
        EXAMPLES.put("text null", new Example(out -> out.writeText(null), in -> String.valueOf(in.readText()), "null"));
    }

    private static void hello(String name, MemoryOffer memory) {
        Hello hello = new Hello(2, new Id128(1, 2), new Id128(3, 4), List.of(), 1 << 20, 64, 8, "w").with(memory);
        EXAMPLES.put(name, new Example(hello::write, GoldenBytesTest::hello, hello));
    }

    private static Object hello(In in) {
        Seen seen = (Seen) seen(in, body -> Hello.read(2, body));
        assertThat(seen).isEqualTo(new Seen(Frame.HELLO, 0, 2, seen.body()));
        return seen.body();
    }

    private static void goAway(String name, GoAway why) {
        EXAMPLES.put(name, new Example(why::write, in -> seen(in, GoAway::read), new Seen(Frame.GOAWAY, 0, 0, why)));
    }

    private static void text(String name, String text) {
        EXAMPLES.put(name, new Example(out -> out.writeText(text), In::readText, text));
    }

    private static void frame(
            String name, int type, int flags, long id, Consumer<Out> write, Function<In, Object> read, Object body) {
        Consumer<Out> whole = out -> {
            int start = Frame.begin(out, type, flags, id);
            write.accept(out);
            Frame.end(out, start);
        };
        EXAMPLES.put(name, new Example(whole, in -> seen(in, read), new Seen(type, flags, id, body)));
    }

    private static Object preamble(In in) {
        Preamble.read(in);
        return "version " + Preamble.VERSION;
    }

    private static Object seen(In in, Function<In, Object> read) {
        List<Seen> all = new ArrayList<>();
        FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {})
                .parse(
                        new ReadBuffer(in.array(), in.position(), in.position() + in.remaining()),
                        (type, flags, id, body) -> {
                            all.add(new Seen(type, flags, id, read.apply(body)));
                            assertThat(body.remaining()).isZero();
                        });
        in.skip(in.remaining());
        return all.getFirst();
    }

    /** The rows of the page's last table. */
    private static Map<String, String> page() throws IOException {
        List<String> lines = Files.readAllLines(Checkout.root().resolve("docs/protocol.md"));
        Map<String, String> rows = new LinkedHashMap<>();
        for (String line : lines.subList(lines.indexOf("## Examples"), lines.size())) {
            String[] cells = line.split("\\|");
            if (cells.length == 3 && cells[2].strip().startsWith("`")) {
                rows.put(cells[1].strip(), cells[2].strip().replace("`", ""));
            }
        }
        return rows;
    }

    @Test
    void knowsEveryExampleOfThePage() throws IOException {
        assertThat(page().keySet()).containsExactlyInAnyOrderElementsOf(EXAMPLES.keySet());
    }

    @TestFactory
    List<DynamicTest> writesAndReadsWhatThePageSays() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        page().forEach((name, hex) -> tests.add(DynamicTest.dynamicTest(name, () -> {
            Example example = EXAMPLES.get(name);
            Out out = new Out(16);
            example.write().accept(out);
            assertThat(HEX.formatHex(out.copy())).isEqualTo(hex);
            In in = new In(HEX.parseHex(hex));
            assertThat(example.read().apply(in)).isEqualTo(example.value());
            assertThat(in.remaining()).isZero();
        })));
        return tests;
    }
}
