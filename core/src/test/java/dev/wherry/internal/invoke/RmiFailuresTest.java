package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.spi.CodecException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.rmi.ConnectException;
import java.rmi.ConnectIOException;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RmiFailuresTest {
    interface Bank extends Remote {
        void pay() throws java.rmi.RemoteException, FileNotFoundException;
    }

    interface Wide extends Remote {
        void pay() throws IOException;
    }

    interface NotRemote {
        void pay() throws IOException;
    }

    private static final RemoteMethod PAY = Loop.parsed(Bank.class).methods().getFirst();

    static Stream<Arguments> table() {
        return Stream.of(
                Arguments.of(new CallException(Code.UNAVAILABLE, "the one sentence"), ConnectException.class),
                Arguments.of(new CallException(Code.REFUSED, "the one sentence"), ConnectIOException.class),
                Arguments.of(new CallException(Code.NOT_FOUND, "the one sentence"), NoSuchObjectException.class),
                Arguments.of(new CallException(Code.DEADLINE_EXCEEDED, "the one sentence"), UnmarshalException.class),
                Arguments.of(new CallException(Code.CANCELLED, "the one sentence"), UnmarshalException.class),
                Arguments.of(new CallException(Code.UNKNOWN_OUTCOME, "the one sentence"), UnmarshalException.class),
                Arguments.of(
                        new CallException(
                                Code.CODEC,
                                "the one sentence",
                                CodecException.impossible("x").at("parameter 'a'")),
                        MarshalException.class),
                Arguments.of(
                        new CallException(
                                Code.CODEC,
                                "the one sentence",
                                CodecException.impossible("x").at("result")),
                        UnmarshalException.class),
                Arguments.of(new CallException(Code.CODEC, "the one sentence"), ServerException.class),
                Arguments.of(new CallException(Code.INVALID_CALL, "the one sentence"), ServerException.class),
                Arguments.of(
                        new CallException(Code.INTERNAL, "the one sentence", null, "acme.Fatal", "1").withRemoteError(),
                        ServerError.class),
                Arguments.of(
                        new CallException(Code.INTERNAL, "the one sentence", null, "acme.ParseError", "1"),
                        ServerException.class),
                Arguments.of(
                        new CallException(Code.INTERNAL, "the one sentence", null, "acme.Bad", "1"),
                        ServerException.class));
    }

    @ParameterizedTest
    @MethodSource("table")
    void becomesWhatCallersOfRmiCatch(CallException ours, Class<?> expected) {
        Throwable theirs = Failures.asDeclared(ours, PAY);
        assertThat(theirs).isExactlyInstanceOf(expected).message().containsOnlyOnce("the one sentence");
        assertThat(theirs.getStackTrace()).isEqualTo(ours.getStackTrace());
        Throwable link = theirs;
        while (link != ours) {
            link = link.getCause();
            assertThat(link).as("ours among the causes").isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAVAILABLE", "REFUSED", "NOT_FOUND"})
    void allowsNoSecondCallAfterOneThatMayHaveRun(Code code) {
        for (Outcome outcome : List.of(Outcome.RAN, Outcome.UNKNOWN)) {
            CallException ours = new CallException(code, "the one sentence").withOutcome(outcome);
            becomesWhatCallersOfRmiCatch(ours, UnmarshalException.class);
        }
    }

    @Test
    void holdsForWiderDeclarationsOfRemoteInterfacesOnly() {
        CallException ours = new CallException(Code.UNAVAILABLE, "down");
        assertThat(Failures.asDeclared(ours, Loop.parsed(Wide.class).methods().getFirst()))
                .isInstanceOf(ConnectException.class);
        assertThat(Failures.asDeclared(
                        ours, Loop.parsed(NotRemote.class).methods().getFirst()))
                .isSameAs(ours);
    }

    @Test
    void letsDeclaredAndUncheckedOnesPass() {
        FileNotFoundException declared = new FileNotFoundException();
        IllegalStateException unchecked = new IllegalStateException();
        assertThat(Failures.asDeclared(declared, PAY)).isSameAs(declared);
        assertThat(Failures.asDeclared(unchecked, PAY)).isSameAs(unchecked);
    }

    @Test
    void wrapsWhatTheMethodThrewAsRmiDoes() {
        java.rmi.RemoteException own = new ConnectException("of the server's own call");
        assertThat(Failures.asDeclared(own, PAY))
                .isExactlyInstanceOf(ServerException.class)
                .hasCause(own);
        IOException undeclared = new IOException("disk");
        assertThat(Failures.asDeclared(undeclared, PAY))
                .isExactlyInstanceOf(UnexpectedException.class)
                .hasCause(undeclared);
    }

    static final class Fatal extends Error {}

    @Test
    void reachesTheCallerThroughAStub() {
        Bank stub = Loop.stub(Bank.class, () -> {
            throw new Fatal();
        });
        assertThatThrownBy(stub::pay)
                .isExactlyInstanceOf(ServerError.class)
                .hasCauseInstanceOf(Error.class)
                .rootCause()
                .isInstanceOf(CallException.class);
    }
}
