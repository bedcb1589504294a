package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.ExtensionOption;
import java.rmi.Remote;
import java.rmi.RemoteException;
import org.junit.jupiter.api.Test;

/** The remedies in the refusal of a name that a peer has sent. */
class RemediesTest {
    interface Service {
        Object echo(Object value);
    }

    interface OfRmi extends Remote {
        Object echo(Object value) throws RemoteException;
    }

    record Order() {}

    private record Hidden() {}

    private static String refusal(EndpointOptions options, String className) {
        return TypeClosure.of(Service.class, options).refusal(className).getMessage();
    }

    @Test
    void namesTheLineToAddAndTheRunThatFindsAll() {
        assertThat(refusal(EndpointOptions.defaults(), "com.acme.Order"))
                .startsWith("Refused: com.acme.Order may not travel here. Add it:")
                .contains("register(com.acme.Order.class)")
                .contains("-Dwherry.learn=FILE). If");
    }

    @Test
    void namesThePropertyOfProgramsOfJavaRmi() {
        for (Class<?> type : new Class<?>[] {Order.class, Hidden.class}) {
            assertThat(TypeClosure.of(OfRmi.class, EndpointOptions.defaults())
                            .refusal(type)
                            .getMessage())
                    .contains("or with wherry-rmi-compat its name in the file of -Dwherry.rmi.register=FILE");
            assertThat(TypeClosure.of(Service.class, EndpointOptions.defaults())
                            .refusal(type)
                            .getMessage())
                    .doesNotContain("rmi");
        }
    }

    @Test
    void distinguishesMissingClassesFromUnregisteredOnes() {
        for (EndpointOptions options : new EndpointOptions[] {
            EndpointOptions.builder().registerPackage("com.acme").build(),
            EndpointOptions.builder().registerPackagesUnder("com").build()
        }) {
            assertThat(refusal(options, "com.acme.Order"))
                    .contains("There is no such class on the class path here")
                    .doesNotContain("register(");
            assertThat(refusal(options, "org.acme.Order")).contains("register(org.acme.Order.class)");
        }
    }

    @Test
    void namesTheVersionWhereAPeerHasNamedTheClass() {
        assertThat(refusal(EndpointOptions.defaults(), "com.acme.Order"))
                .contains("register(com.acme.Order.class)")
                .endsWith("If this end has no such class, bring both sides to the same version.");
    }

    @Test
    void namesTasksWhereCodeIsAccepted() {
        assertThat(refusal(EndpointOptions.builder().with(new AcceptsCode()).build(), "com.acme.Order"))
                .contains("register(com.acme.Order.class)")
                .endsWith("Calls bring no classes along: if this end does not have it, send a task instead.");
    }

    @Test
    void namesTheDimensionsOfAnArrayThatHasTooMany() {
        TypeClosure types = TypeClosure.of(Service.class, EndpointOptions.defaults());
        assertThat(types.refusal(int[][][][].class))
                .hasMessageStartingWith("Refused: an array of 4 dimensions")
                .hasMessageContaining("declare or register such an array");
        assertThat(types.refusal("[[[[I"))
                .hasMessage(types.refusal(int[][][][].class).getMessage());
    }

    private static final class AcceptsCode implements ExtensionOption {
        @Override
        public boolean acceptsCode() {
            return true;
        }
    }
}
