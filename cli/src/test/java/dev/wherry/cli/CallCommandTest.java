package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import acme.Bank;
import acme.LedgerBank;
import dev.wherry.Endpoint;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class CallCommandTest {
    private static final String ACCOUNT =
            "{\"id\":\"a\",\"balances\":[{\"amount\":0.10,\"currency\":\"USD\"}],\"parent\":{\"id\":\"p\",\"balances\":[],\"parent\":null}}";

    private static Endpoint server;

    @BeforeAll
    static void serve() {
        server = Endpoint.listen("tcp://127.0.0.1:0");
        server.bind("bank", Bank.class, new LedgerBank());
    }

    @AfterAll
    static void close() {
        server.close();
    }

    static Stream<Arguments> calls() {
        return Stream.of(
                call(
                        "account main",
                        "{\"id\":\"main\",\"balances\":[{\"amount\":12.50,\"currency\":\"EUR\"}],\"parent\":null}"),
                call("echo " + ACCOUNT, ACCOUNT),
                call("echo null", "null"),
                call(
                        "pair {\"first\":\"x\",\"second\":" + ACCOUNT + "}",
                        "{\"first\":\"x!\",\"second\":" + ACCOUNT + "}"),
                call("area {\"@type\":\"Circle\",\"radius\":2}", "12.0"),
                call("grow {\"@type\":\"Square\",\"side\":2} 1.5", "{\"@type\":\"Square\",\"side\":3.0}"),
                call("plain {\"name\":\"n\",\"count\":1}", "{\"name\":\"n!\",\"count\":2}"),
                call("add 1 2", "3"),
                call("add 1 2 9007199254740993", "9007199254740996"),
                call("same(int) 1", "\"int 1\""),
                call("same(long) 1", "\"long 1\""),
                call("same 5000000000", "\"long 5000000000\""),
                call("later 2026-11-21T10:00:00Z PT1M", "\"2026-11-21T10:01:00Z\""),
                call("day \"2026-12-31\"", "\"2027-01-01\""),
                call("reversed AQID", "\"AwIB\""),
                call(
                        "square 123456789012345678901234567890",
                        "15241578753238836750495351562536198787501905199875019052100"),
                call("find \"it\"", "\"found it\""),
                call("find null", "null"),
                call(
                        "group {\"EUR\":[{\"amount\":1,\"currency\":\"EUR\"}]}",
                        "{\"EUR\":[{\"amount\":1,\"currency\":\"EUR\"}]}"),
                call(
                        "anything [1,5000000000,0.5,\"text\",null,{\"a\":true}]",
                        "[1,5000000000,0.5,\"text\",null,{\"a\":true}]"),
                call("anything {\"@type\":\"Circle\",\"radius\":1}", "{\"radius\":1.0}"),
                call("sorted [3,1,2]", "[1,2,3]"),
                call("id 6f1b0a4e-0000-4000-8000-000000000001", "\"6f1b0a4e-0000-4000-8000-000000000001\""),
                call("greet null", "\"nobody\""),
                call("tenant", "\"none\""),
                call("tenant --context tenant=blue", "\"blue\""),
                call("joined [\"a\",\"b\"]", "\"a+b\""),
                call("joined a b", "\"a+b\""),
                call("joined", "\"\""));
    }

    private static Arguments call(String words, String result) {
        return arguments(words, result);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void printsWhatTheMethodReturns(String words, String result) {
        Ran ran = wherry(words.split(" "));

        assertThat(ran.err()).isEmpty();
        assertThat(ran.line()).isEqualTo(result);
        assertThat(ran.status()).isZero();
    }

    @Test
    void describesAReference() {
        Ran ran = wherry("teller");

        assertThat(ran.line())
                .startsWith("{\"@reference\":\"acme.Bank$Teller\"")
                .contains("tcp://127.0.0.1:");
    }

    @Test
    void waitsOnlyUntilAOneWayCallIsTakenIn() {
        Ran ran = wherry("note", "hello", "--one-way");

        assertThat(ran).isEqualTo(new Ran(0, "", ""));
        assertThat(wherry("notes").line()).contains("hello");
    }

    @Test
    void reportsTheExceptionOfTheMethod() {
        Ran ran = wherry("withdraw", "100");

        assertThat(ran.err())
                .startsWith("wherry: acme.Bank$Overdrawn")
                .contains("only 1250 cents left")
                .hasLineCount(1);
        assertThat(ran.status()).isEqualTo(1);
    }

    @Test
    void keepsControlCharactersOfAPeerFromTheTerminal() {
        Ran ran = wherry("crash");

        assertThat(ran.err())
                .contains("crashed \\u001b[31mred")
                .doesNotContain("\u001b")
                .hasLineCount(1);
        assertThat(ran.status()).isEqualTo(1);
    }

    /** Of a class that may not travel, and that nobody can register. */
    private static final class Spent extends RuntimeException {
        private static final long serialVersionUID = 1;

        Spent(String message) {
            super(message);
        }
    }

    @Test
    void namesAClassThatMayNotTravelOnceAndAdvisesNoProgram() {
        server.bind("spent", Runnable.class, () -> {
            throw new Spent("nothing (really) is left");
        });
        Ran ran = Ran.wherry("call", server.address() + "/spent.run");

        assertThat(ran.err())
                .containsOnlyOnce(Spent.class.getName())
                .containsPattern(
                        "run threw .*Spent: nothing \\(really\\) is left\\. \\(logged there as [0-9a-f]+\\)\\R")
                .doesNotContain("Refused", "EndpointOptions", "@RegisterTypes", "-Dwherry")
                .hasLineCount(1);
        assertThat(ran.status()).isEqualTo(1);
        assertThat(Ran.wherry("call", server.address() + "/spent.run", "--stacktrace")
                        .err())
                .contains("may not travel here");
    }

    @Test
    void printsTheStackTraceWhenAsked() {
        Ran ran = wherry("withdraw", "100", "--stacktrace");

        assertThat(ran.err()).contains("Overdrawn").contains("\tat ");
        assertThat(ran.status()).isEqualTo(1);
    }

    @Test
    void givesUpAtTheDeadline() {
        Ran ran = wherry("sleep", "60000", "--timeout", "50ms");

        assertThat(ran.status()).isEqualTo(5);
        assertThat(ran.err()).hasLineCount(1);
    }

    @Test
    void listsTheOverloadsThatFitAlike() {
        Ran ran = wherry("same", "1");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .contains("fit 2 methods", "same(int)", "same(long)")
                .hasLineCount(1);
    }

    @Test
    void refusesToTurnOneKindOfValueIntoAnother() {
        assertThat(wherry("add", "\"1\"", "2").err()).contains("argument 1, '\"1\"', does not fit int a:");
        assertThat(wherry("add", "1.5", "2").status()).isEqualTo(2);
        assertThat(wherry("account", "12").status()).isEqualTo(2);
        assertThat(wherry("add", "5000000000", "2").status()).isEqualTo(2);
    }

    @Test
    void namesThePartThatATypeDoesNotHave() {
        Ran ran = wherry("plain", "{\"name\":\"n\",\"cuont\":1}");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .contains("argument 1, ", "does not fit Plain plain:", "cuont")
                .hasLineCount(1);
    }

    @Test
    void refusesARecordThatLacksANumber() {
        Ran ran = wherry("area", "{\"@type\":\"Circle\"}");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).contains("does not fit Shape shape:", "radius").hasLineCount(1);
    }

    @Test
    void namesTheTypesThatMayStand() {
        Ran ran = wherry("area", "{\"@type\":\"Triangle\"}");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).contains("Triangle", "Circle", "Square");
    }

    @Test
    void describesInvalidArgumentsWithoutTermsOfTheLibrary() {
        assertThat(wherry("echo", "{\"id\":").err()).contains("this is not JSON");
        for (Ran ran : List.of(
                wherry("echo", "{\"id\":"),
                wherry("add", "x", "2"),
                wherry("add", "{}", "2"),
                wherry("day", "tomorrow"),
                wherry("id", "xyz"),
                wherry("reversed", "***"))) {
            assertThat(ran.status()).isEqualTo(2);
            assertThat(ran.err())
                    .startsWith("wherry: The arguments do not fit ")
                    .doesNotContain("Coercion", "JsonToken", "ignorable", "EXCEEDS_PAD", "Exception", "\tat ")
                    .hasLineCount(1);
        }
    }

    @Test
    void refusesToMakeAMethodWithAResultOneWay() {
        Ran ran = wherry("add", "1", "2", "--one-way");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).contains("--one-way needs a method that returns nothing; add returns int");
    }

    @Test
    void saysThatAReferenceCannotBeGiven() {
        Ran ran = wherry("greet", "{}");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).contains("acme.Bank$Teller is passed by reference");
    }

    @Test
    void listsTheMethodsThereAre() {
        assertThat(wherry("nothing").err()).contains("Unknown method 'nothing' of acme.Bank", "account(String)");
        assertThat(wherry("nothing").status()).isEqualTo(4);
        assertThat(wherry("add", "1").err())
                .contains("No method 'add' takes 1 argument.", "add(int,int)", "add(long,long,long)");
        assertThat(wherry("add", "1").status()).isEqualTo(2);
    }

    @Test
    void listsTheNamesAfterAnUnknownOne() {
        Ran ran = Ran.wherry("call", server.address() + "/bonk.add", "1", "2");

        assertThat(ran.err()).contains("bonk", "bank").hasLineCount(1);
        assertThat(ran.status()).as(ran.err()).isEqualTo(4);
    }

    @Test
    void reportsThatNoEndpointAnswers() {
        Ran ran = Ran.wherry("call", "tcp://127.0.0.1:1/bank.add", "1", "2");

        assertThat(ran.status()).isEqualTo(3);
        assertThat(ran.err()).contains("127.0.0.1:1").hasLineCount(1);
    }

    @Test
    void refusesATargetWithoutMethod() {
        assertThat(Ran.wherry("call", "tcp://127.0.0.1:1/bank").status()).isEqualTo(2);
        assertThat(Ran.wherry("call", "bank.add").err()).contains("no scheme");
    }

    private static Ran wherry(String... words) {
        String[] rest = Arrays.copyOfRange(words, 1, words.length);
        return Ran.wherry(Stream.concat(Stream.of("call", server.address() + "/bank." + words[0]), Arrays.stream(rest))
                .toArray(String[]::new));
    }
}
