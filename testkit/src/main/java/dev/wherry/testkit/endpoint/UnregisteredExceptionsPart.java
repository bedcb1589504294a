package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.INTERNAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.testkit.sample.Overdrawn;
import dev.wherry.testkit.sample.Registered;
import dev.wherry.testkit.sample.Teller;
import dev.wherry.testkit.sample.Unregistered;
import org.junit.jupiter.api.Test;

/** An exception that may not travel is described by the exception that the caller gets. */
interface UnregisteredExceptionsPart extends ExceptionsPart {
    @Test
    default void describesAnUnregisteredException() {
        CallException failure = Failing.withCode(
                INTERNAL, () -> throwing(new Unregistered("the reason")).withdraw(1));
        assertThat(failure.remoteClass()).isEqualTo(Unregistered.class.getName());
        assertThat(failure.id()).isNotBlank();
        assertThat(failure).hasMessageContaining("the reason").hasMessageContaining(Unregistered.class.getName());
    }

    @Test
    default void describesAnUnregisteredCause() {
        assertThatThrownBy(() -> throwing(new Registered("top", new Unregistered("inside")))
                        .withdraw(1))
                .isExactlyInstanceOf(Registered.class)
                .cause()
                .isInstanceOfSatisfying(CallException.class, e -> {
                    assertThat(e.remoteClass()).isEqualTo(Unregistered.class.getName());
                    assertThat(e).hasMessageContaining("inside");
                });
    }

    @Test
    default void describesAnonymousSubclassesOfRegisteredExceptions() {
        CallException failure = Failing.withCode(
                INTERNAL, () -> throwing(new IllegalStateException("odd") {}).withdraw(1));
        assertThat(failure).hasMessageContaining("odd");
    }

    @Test
    default void survivesAnExceptionThatCannotBeEncoded() {
        Teller stub = throwing(new Overdrawn(1) {
            @Override
            public String getMessage() {
                throw new IllegalStateException("a bad exception");
            }
        });
        assertThat(Failing.thrownBy(() -> stub.withdraw(1))).isInstanceOf(CallException.class);
        assertThat(Failing.thrownBy(() -> stub.withdraw(1))).isInstanceOf(CallException.class);
    }
}
