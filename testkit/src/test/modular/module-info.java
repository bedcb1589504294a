/** A user's program as a module. */
module acme.shop {
    requires dev.wherry;
    requires dev.wherry.testkit;
    requires org.assertj.core;
    requires org.junit.jupiter.api;
    requires org.junit.platform.launcher;
    requires static org.jspecify;

    exports acme.shop;

    opens acme.shop to
            org.junit.platform.commons;
}
