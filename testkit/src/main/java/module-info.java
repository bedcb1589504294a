import dev.wherry.spi.Codec;
import dev.wherry.spi.Transport;
import org.jspecify.annotations.NullMarked;

/** Contracts of Wherry's seams as JUnit tests to inherit, and the faults and the clock that such tests need. */
@NullMarked
module dev.wherry.testkit {
    requires transitive dev.wherry;
    requires dev.wherry.mobility;
    requires java.rmi;
    requires static java.management;
    requires static jdk.management;
    requires static transitive org.jspecify;
    // Whoever inherits a contract has these; whoever uses the relay alone, such as the lab, needs neither.
    requires static org.assertj.core;
    requires static org.junit.jupiter.api;

    uses Codec;
    uses Transport;

    exports dev.wherry.testkit;
    exports dev.wherry.testkit.codec;
    exports dev.wherry.testkit.endpoint;
    exports dev.wherry.testkit.fuzz;
    exports dev.wherry.testkit.hostile;
    exports dev.wherry.testkit.sample;

    opens dev.wherry.testkit to
            org.junit.platform.commons;
    opens dev.wherry.testkit.codec to
            dev.wherry,
            org.junit.platform.commons;
    opens dev.wherry.testkit.endpoint to
            dev.wherry,
            org.junit.platform.commons;
    opens dev.wherry.testkit.fuzz to
            dev.wherry,
            org.junit.platform.commons;
    opens dev.wherry.testkit.hostile to
            dev.wherry,
            org.junit.platform.commons;
    opens dev.wherry.testkit.sample to
            dev.wherry;
}
