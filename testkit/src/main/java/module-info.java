import org.jspecify.annotations.NullMarked;

/** Contracts of Wherry's seams as JUnit tests to inherit, and the faults and the clock that such tests need. */
@NullMarked
module dev.wherry.testkit {
    requires transitive dev.wherry;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;
    requires static transitive org.jspecify;

    uses dev.wherry.spi.Transport;

    exports dev.wherry.testkit;

    opens dev.wherry.testkit to
            org.junit.platform.commons;
}
