import dev.wherry.spi.Codec;
import dev.wherry.spi.Transport;
import org.jspecify.annotations.NullMarked;

/** Contracts of Wherry's extension points as JUnit tests to extend, with links that inject faults and a fake clock. */
@NullMarked
module dev.wherry.testkit {
    requires transitive dev.wherry;
    requires dev.wherry.ledger;
    requires dev.wherry.mobility;
    requires java.rmi;
    requires static java.management;
    requires static jdk.management;
    requires static transitive org.jspecify;
    // Classes that extend a contract need these modules; the lab, which uses only the relay, does not.
    requires static org.assertj.core;
    requires static org.junit.jupiter.api;

    uses Codec;
    uses Transport;

    exports dev.wherry.testkit;
    exports dev.wherry.testkit.codec;
    exports dev.wherry.testkit.endpoint;
    exports dev.wherry.testkit.faults;
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
