package acme.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testkit.endpoint.EndpointContract;
import dev.wherry.testkit.sample.Person;
import org.junit.jupiter.api.BeforeAll;

/** Runs the contract in a module. The types of the contract are in the testkit's module. */
public class ModularContractTest extends EndpointContract {
    @BeforeAll
    static void typesAreInAModule() {
        assertThat(EndpointContract.class.getModule().isNamed()).isTrue();
        assertThat(Person.class.getModule()).isSameAs(EndpointContract.class.getModule());
    }

    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }
}
