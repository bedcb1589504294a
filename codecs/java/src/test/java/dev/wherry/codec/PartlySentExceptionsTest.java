package dev.wherry.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.RegisterTypes;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exceptions that hold a value which cannot travel are caught as what they are, without that value. */
class PartlySentExceptionsTest {
    @RegisterTypes(Unwritable.class)
    interface Shop {
        void sell(String how) throws SaleException, ReturnException;

        Object echo(Object value);
    }

    static class SaleException extends Exception {
        private static final long serialVersionUID = 1;
        final int code;
        final @Nullable Object detail;
        final Map<String, Object> more = new HashMap<>();

        SaleException(int code, @Nullable Object detail, @Nullable Throwable cause) {
            super("sale " + code, cause);
            this.code = code;
            this.detail = detail;
            more.put("code", code);
        }
    }

    static final class UnknownSaleException extends SaleException {
        private static final long serialVersionUID = 1;

        UnknownSaleException(int code, Object detail) {
            super(code, detail, null);
        }
    }

    /** Its message is made of the field that cannot travel. */
    static final class ReturnException extends Exception {
        private static final long serialVersionUID = 1;
        private final Object detail = new Unlisted();

        @Override
        public String getMessage() {
            return "returned " + detail.getClass().getSimpleName();
        }
    }

    static final class Unlisted {}

    static final class Mute extends Exception {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    /** May travel, but does not want to. */
    static final class Unwritable extends Exception {
        private static final long serialVersionUID = 1;

        Unwritable(@Nullable Throwable cause) {
            super("kept back", cause);
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new NotSerializableException("never");
        }
    }

    /** Registered at the server alone. */
    static final class Internal extends Exception {
        private static final long serialVersionUID = 1;
        final Internals more = new Internals(1);

        Internal(@Nullable Throwable cause) {
            super("internal", cause);
        }
    }

    record Internals(int number) implements Serializable {}

    private final List<Endpoint> endpoints = new ArrayList<>();

    @AfterEach
    void close() {
        endpoints.forEach(Endpoint::close);
    }

    private Shop shop(String codec) {
        EndpointOptions options = EndpointOptions.builder().codecs(codec).build();
        Endpoint server = Endpoint.listen(
                "tcp://127.0.0.1:0",
                options.toBuilder().register(Internal.class, Internals.class).build());
        Endpoint client = Endpoint.create(options);
        endpoints.addAll(List.of(client, server));
        server.bind("shop", Shop.class, new Shop() {
            @Override
            public void sell(String how) throws SaleException, ReturnException {
                SaleException refused = new SaleException(5, List.of(new Unlisted()), null);
                switch (how) {
                    case "itself" -> throw refused;
                    case "cause" -> throw new IllegalStateException("state", refused);
                    case "return" -> throw new ReturnException();
                    case "mute" -> throw new SaleException(5, "detail", new Mute());
                    case "unwritable" -> throw new SaleException(5, "detail", new Unwritable(refused));
                    case "unwritable suppressed" -> {
                        SaleException whole = new SaleException(7, "detail", null);
                        whole.addSuppressed(new Unwritable(refused));
                        throw whole;
                    }
                    case "internal" -> {
                        SaleException top =
                                new SaleException(8, "detail", new Internal(new SaleException(9, "d", null)));
                        top.addSuppressed(new Internal(null));
                        top.addSuppressed(top.getCause());
                        throw top;
                    }
                    case "long" -> throw chain(5_000);
                    case "long, of exceptions with a field that cannot travel" -> {
                        SaleException chain = chain(200);
                        Objects.requireNonNull(ExceptionDescription.rootCause(chain))
                                .addSuppressed(refused);
                        throw chain;
                    }
                    case "tangle" -> throw tangled(refused);
                    case "suppressed" -> {
                        SaleException whole = new SaleException(7, "detail", null);
                        whole.addSuppressed(refused);
                        throw whole;
                    }
                    default -> throw new UnknownSaleException(6, new Unlisted());
                }
            }

            @Override
            public Object echo(Object value) {
                return value;
            }
        });
        return client.lookup(server.address() + "/shop", Shop.class);
    }

    private static SaleException chain(int links) {
        SaleException chain = new SaleException(0, "detail", null);
        for (int i = 1; i < links; i++) {
            chain = new SaleException(i, "detail", chain);
        }
        return chain;
    }

    /** Each holds the one before in two places. */
    private static SaleException tangled(SaleException innermost) {
        SaleException tangle = innermost;
        for (int i = 0; i < 14; i++) {
            SaleException next = new SaleException(i, "detail", tangle);
            next.addSuppressed(tangle);
            tangle = next;
        }
        return tangle;
    }

    private static void assertHasAllButTheDetail(@Nullable Throwable thrown, int code) {
        assertThat(thrown)
                .isExactlyInstanceOf(SaleException.class)
                .hasMessage("sale " + code)
                .isInstanceOfSatisfying(SaleException.class, sale -> {
                    assertThat(sale.code).isEqualTo(code);
                    assertThat(sale.more).containsEntry("code", code);
                    assertThat(sale.detail).isNull();
                    assertThat(sale.getStackTrace()[0].getClassName())
                            .startsWith(PartlySentExceptionsTest.class.getName());
                    assertThat(sale.getSuppressed())
                            .singleElement()
                            .satisfies(why -> assertThat(why)
                                    .isInstanceOf(CallException.class)
                                    .hasMessageContaining("The field 'detail' of " + SaleException.class.getName())
                                    .hasMessageContaining(Unlisted.class.getName() + " may not travel"));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void arriveWithoutTheFieldThatCannotTravel(String codec) {
        assertHasAllButTheDetail(
                catchThrowableOfType(SaleException.class, () -> shop(codec).sell("itself")), 5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void arriveSoInChains(String codec) {
        Shop shop = shop(codec);
        assertHasAllButTheDetail(
                catchThrowableOfType(IllegalStateException.class, () -> shop.sell("cause"))
                        .getCause(),
                5);
        SaleException whole = catchThrowableOfType(SaleException.class, () -> shop.sell("suppressed"));
        assertThat(whole.detail).isEqualTo("detail");
        assertHasAllButTheDetail(whole.getSuppressed()[0], 5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void arriveSoHoweverOftenTheyAreReached(String codec) {
        SaleException tangle =
                catchThrowableOfType(SaleException.class, () -> shop(codec).sell("tangle"));
        assertThat(tangle.code).isEqualTo(13);
        assertThat(tangle.getCause()).isSameAs(tangle.getSuppressed()[0]);
        assertHasAllButTheDetail(ExceptionDescription.rootCause(tangle), 5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void arriveSoAsTheNearestThatMayTravel(String codec) {
        SaleException nearest =
                catchThrowableOfType(SaleException.class, () -> shop(codec).sell("unknown"));
        assertHasAllButTheDetail(nearest, 6);
        assertThat(nearest.getCause())
                .isInstanceOf(CallException.class)
                .hasMessageContaining(UnknownSaleException.class.getName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void areDescribedWhereTheirMessageNeedsTheField(String codec) {
        assertThatThrownBy(() -> shop(codec).sell("return"))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("returned Unlisted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void arriveWholeWithACauseThatCannotBeDescribed(String codec) {
        SaleException sale =
                catchThrowableOfType(SaleException.class, () -> shop(codec).sell("mute"));
        assertThat(sale.detail).isEqualTo("detail");
        assertThat(sale.getCause())
                .isInstanceOf(CallException.class)
                .hasMessageContaining(Mute.class.getName() + " (its getMessage threw java.lang.IllegalStateException)");
    }

    /** Codec compact asks no exception to write itself. */
    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void arriveWithTheTextOfALinkThatCannotBeWritten(String codec) {
        Shop shop = shop(codec);
        SaleException sale = catchThrowableOfType(SaleException.class, () -> shop.sell("unwritable"));
        assertThat(sale.detail).isEqualTo("detail");
        assertThat(sale.getCause()).hasMessageContaining("kept back");
        assertHasAllButTheDetail(sale.getCause().getCause(), 5);
        SaleException whole = catchThrowableOfType(SaleException.class, () -> shop.sell("unwritable suppressed"));
        assertThat(whole.code).isEqualTo(7);
        assertThat(whole.getSuppressed()[0]).hasMessageContaining("kept back");
        assertHasAllButTheDetail(whole.getSuppressed()[0].getCause(), 5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void arriveWithTheTextOfALinkWhoseClassTheCallerLacks(String codec) {
        SaleException sale =
                catchThrowableOfType(SaleException.class, () -> shop(codec).sell("internal"));
        assertThat(sale.code).isEqualTo(8);
        assertThat(sale.detail).isEqualTo("detail");
        assertThat(sale.getCause())
                .isInstanceOfSatisfying(
                        CallException.class,
                        link -> assertThat(link.remoteClass()).isEqualTo(Internal.class.getName()))
                .hasMessageContaining("internal");
        assertThat(sale.getCause().getStackTrace()[0].getClassName())
                .startsWith(PartlySentExceptionsTest.class.getName());
        assertThat(sale.getCause().getCause())
                .isInstanceOfSatisfying(
                        SaleException.class, below -> assertThat(below.code).isEqualTo(9));
        assertThat(sale.getSuppressed()).hasSize(2);
        assertThat(sale.getSuppressed()[0]).hasMessageContaining("internal");
        assertThat(sale.getSuppressed()[1]).isSameAs(sale.getCause());
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void arriveWithAsManyLinksAsCanTravel(String codec) {
        Shop shop = shop(codec);
        SaleException head = catchThrowableOfType(SaleException.class, () -> shop.sell("long"));
        assertThat(head.code).isEqualTo(4_999);
        assertThat(head.detail).isEqualTo("detail");
        assertThat(head.getCause()).hasMessageContaining("sale 4998");
        SaleException partly = catchThrowableOfType(
                SaleException.class, () -> shop.sell("long, of exceptions with a field that cannot travel"));
        assertThat(partly.code).isEqualTo(199);
        assertThat(partly.getCause()).hasMessageContaining("sale 198");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void areRefusedWholeWhereTheyAreArguments(String codec) {
        SaleException sale = new SaleException(5, new Unlisted(), null);
        assertThatThrownBy(() -> shop(codec).echo(sale))
                .isInstanceOf(CallException.class)
                .hasMessageContaining(Unlisted.class.getName());
    }
}
