package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.wherry.spi.CodecException;
import java.io.IOException;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Final fields are set by constructors or by the JDK's support for serialization, never by reflection. */
class FinalFieldsTest {
    private static final String DENY = "--illegal-final-field-mutation=deny";

    @TempDir
    private Path folder;

    /** Its constructor takes the fields in another order, and not all of them. */
    static class Account {
        static int made;

        private final String owner;
        private final long number;
        private int balance;

        Account(long number, String owner) {
            this.owner = Objects.requireNonNull(owner, "owner");
            this.number = number;
            made++;
        }

        Account(String owner) {
            this(0, owner);
        }

        @Override
        public String toString() {
            return owner + " " + number + " " + balance;
        }
    }

    static final class Savings extends Account {
        private final double rate;

        Savings(String owner, long number, double rate) {
            super(number, owner);
            this.rate = rate;
        }

        @Override
        public String toString() {
            return super.toString() + " " + rate;
        }
    }

    record Portfolio(Account first, List<Savings> others) {}

    static final class Box<T> {
        private final T held;

        Box(T held) {
            this.held = held;
        }
    }

    /** Computes its field from others, and so has no constructor that sets it. */
    static final class Area {
        private final int squareMetres;

        Area(int width, int height) {
            squareMetres = width * height;
        }
    }

    record Plot(String street, List<Area> areas) {}

    static final class SerialArea implements Serializable {
        private static final long serialVersionUID = 1;
        static int made;

        private final int squareMetres;
        private final byte floors;
        private String name;
        private final List<Object> parts = new ArrayList<>();

        SerialArea(int width, int height) {
            squareMetres = width * height;
            floors = 3;
            made++;
        }
    }

    /** Has a matching constructor, and can come to hold itself. */
    static final class Employee implements Serializable {
        private static final long serialVersionUID = 1;

        private final String name;
        private final List<Employee> reports;

        Employee(String name, List<Employee> reports) {
            this.name = name;
            this.reports = reports;
        }
    }

    static final class Overdrawn extends Exception {
        private static final long serialVersionUID = 1;

        private final long cents;
        private final List<String> hints;

        Overdrawn(long euros) {
            super(euros + " euros");
            cents = 100 * euros;
            hints = new ArrayList<>(List.of("pay"));
        }
    }

    private static <T> T send(CodeGeneration generation, T value) {
        Messages messages = new Messages(new CompactCodec(generation));
        return messages.send(
                value,
                Object.class,
                Allowed.of(
                        Account.class,
                        Savings.class,
                        Portfolio.class,
                        Box.class,
                        SerialArea.class,
                        Employee.class,
                        Overdrawn.class));
    }

    @ParameterizedTest
    @EnumSource
    void aMatchingConstructorTakesThemAndTheOtherFieldsAreSet(CodeGeneration generation) {
        Account sent = new Account(7, "Ann");
        sent.balance = -5;
        Savings savings = new Savings("Bob", 1L << 40, 1.5);
        ((Account) savings).balance = 9;
        int made = Account.made;
        assertThat((Object) send(generation, sent)).hasToString("Ann 7 -5");
        assertThat(Account.made).isEqualTo(made + 1);
        Portfolio arrived = send(generation, new Portfolio(sent, List.of(savings, savings)));
        assertThat(arrived.toString()).isEqualTo(new Portfolio(sent, List.of(savings, savings)).toString());
        assertThat(send(generation, new Box<>(List.of("x"))).held).containsExactly("x");
    }

    @ParameterizedTest
    @EnumSource
    void whatTheConstructorThrowsIsTheReasonOfTheFailure(CodeGeneration generation) throws Exception {
        Account nameless = new Account(7, "Ann");
        Messages messages = new Messages(new CompactCodec(generation));
        Allowed types = Allowed.of(Account.class);
        byte[] bytes = messages.encode(messages.coder(Object.class, types), nameless);
        messages.changing("owner", "ovner");
        assertThatThrownBy(() -> messages.decode(messages.coder(Object.class, types), bytes))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Making a " + Account.class.getName() + " without [owner]")
                .hasRootCauseMessage("owner");
    }

    @ParameterizedTest
    @EnumSource
    void theJdkSetsThoseOfSerializableClassesAndNoConstructorRuns(CodeGeneration generation) {
        SerialArea sent = new SerialArea(2, 3);
        sent.name = "hall";
        sent.parts.add(sent);
        int made = SerialArea.made;
        SerialArea arrived = send(generation, sent);
        assertThat(arrived.squareMetres).isEqualTo(6);
        assertThat(arrived.floors).isEqualTo((byte) 3);
        assertThat(arrived.name).isEqualTo("hall");
        assertThat(arrived.parts).hasSize(1).first().isSameAs(arrived);
        assertThat(SerialArea.made).isEqualTo(made);
    }

    @ParameterizedTest
    @EnumSource
    void serializableObjectsThatHoldThemselvesArrive(CodeGeneration generation) {
        Employee sent = new Employee("Cy", new ArrayList<>());
        sent.reports.add(sent);
        Employee arrived = send(generation, sent);
        assertThat(arrived.name).isEqualTo("Cy");
        assertThat(arrived.reports.getFirst()).isSameAs(arrived);
    }

    @Test
    void aMemberThatThePeerDoesNotSendIsZeroOrNull() {
        Messages messages = new Messages();
        Allowed types = Allowed.of(SerialArea.class, Savings.class);
        byte[] area = messages.encode(messages.coder(Object.class, types), new SerialArea(2, 3));
        byte[] savings = messages.encode(messages.coder(Object.class, types), new Savings("Bob", 1, 1.5));
        messages.changing("floors", "flours").changing("rate", "late");
        SerialArea arrived = (SerialArea) messages.decode(messages.coder(Object.class, types), area);
        assertThat(arrived.floors).isZero();
        assertThat(arrived.squareMetres).isEqualTo(6);
        assertThat(messages.decode(messages.coder(Object.class, types), savings))
                .hasToString("Bob 1 0 0.0");
    }

    @Test
    void exceptionsKeepTheirs() {
        Overdrawn arrived = send(CodeGeneration.LAZY, new Overdrawn(12));
        assertThat(arrived).hasMessage("12 euros");
        assertThat(arrived.cents).isEqualTo(1200);
        assertThat(arrived.hints).containsExactly("pay");
    }

    @Test
    void aCopyOfAnExceptionKeepsTheFieldsThatCanTravel() {
        Overdrawn original = new Overdrawn(12);
        Throwable copy = ExceptionCopies.travelling(
                original, each -> ((Overdrawn) each).hints == null ? null : new IllegalStateException("hints"));
        assertThat(copy).isInstanceOf(Overdrawn.class).hasMessage("12 euros");
        assertThat(((Overdrawn) copy).cents).isEqualTo(1200);
        assertThat(((Overdrawn) copy).hints).isNull();
        assertThat(original.hints).containsExactly("pay");
    }

    @Test
    void aClassThatNothingCanMakeIsRefusedAtBindAlsoWithinOthers() {
        for (Class<?> declared : List.of(Area.class, Plot.class, Area[].class)) {
            assertThatThrownBy(() -> new Messages().coder(declared, Allowed.of(Area.class, Plot.class)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Area.class.getName())
                    .hasMessageContaining("No constructor sets its final field 'squareMetres'")
                    .hasMessageContaining("-parameters or -g; or make it a record or java.io.Serializable");
        }
        assertThatThrownBy(() -> new Messages().send(new Area(2, 3), Object.class, Allowed.of(Area.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("'squareMetres'");
    }

    private static final String IMMUTABLE = """
        public final class Money {
            private final String currency;
            private final long cents;
            public Money(final String currency, final long cents) { this.currency = currency; this.cents = cents; }
            @Override public String toString() { return "Money(currency=" + currency + ", cents=" + cents + ")"; }
        }
        """;

    private Class<?> compiled(String source, String... options) throws ReflectiveOperationException, IOException {
        Path to = Files.createTempDirectory(folder, "classes");
        Compiled.into(to, List.of(options), "Money.java", source);
        return new URLClassLoader(new URL[] {to.toUri().toURL()}, getClass().getClassLoader()).loadClass("Money");
    }

    private static void assertMoneyArrives(Class<?> type) throws ReflectiveOperationException {
        Object sent = type.getConstructor(String.class, long.class).newInstance("CHF", 1L << 40);
        assertThat(new Messages().send(sent, type, Allowed.of(type)))
                .hasToString("Money(currency=CHF, cents=1099511627776)")
                .isNotSameAs(sent);
    }

    /** A data class of Kotlin with a default argument, and a {@code @Value} class of Lombok. */
    @ParameterizedTest
    @ValueSource(strings = {"fixtures.kotlin.Money", "fixtures.lombok.Money"})
    void immutableClassesOfOtherCompilersArrive(String name) throws ReflectiveOperationException {
        assertMoneyArrives(Class.forName(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-g", "-parameters"})
    void immutableClassesArriveWhereTheirParametersHaveNames(String option) throws Exception {
        assertMoneyArrives(compiled(IMMUTABLE, option));
    }

    @Test
    void parametersWithoutNamesAreNotGuessed() throws Exception {
        Class<?> type = compiled(IMMUTABLE, "-g:none");
        assertThatThrownBy(() -> new Messages().coder(type, Allowed.of(type)))
                .hasMessageContaining("No constructor sets its final field 'currency'");
    }

    @Test
    void noReflectionSetsOneWhereTheJdkDeniesIt() throws Exception {
        assumeThat(run(DENY, "-version") == 0)
                .as("needs JDK 26 or later for " + DENY)
                .isTrue();
        assertThat(run(DENY, "-cp", System.getProperty("java.class.path"), Program.class.getName()))
                .isZero();
    }

    private static int run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
            System.out.println(output);
        }
        return code;
    }

    /** Sends an object of each kind of class; this class also runs with the present JDK. */
    static final class Program {
        public static void main(String[] arguments) {
            new FinalFieldsTest().eachKindArrives();
        }
    }

    @Test
    void eachKindArrives() {
        for (CodeGeneration generation : CodeGeneration.values()) {
            aMatchingConstructorTakesThemAndTheOtherFieldsAreSet(generation);
            theJdkSetsThoseOfSerializableClassesAndNoConstructorRuns(generation);
            serializableObjectsThatHoldThemselvesArrive(generation);
        }
        exceptionsKeepTheirs();
        aCopyOfAnExceptionKeepsTheFieldsThatCanTravel();
    }
}
