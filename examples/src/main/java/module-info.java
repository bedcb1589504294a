import org.jspecify.annotations.NullMarked;

/** The examples. The package is exported because Wherry calls its interfaces. */
@NullMarked
module dev.wherry.examples {
    requires dev.wherry;
    requires dev.wherry.access;
    requires dev.wherry.dds;
    requires dev.wherry.mobility;
    requires dev.wherry.rmi;
    requires java.logging;
    requires java.rmi;
    requires static org.jspecify;

    exports dev.wherry.examples;
    exports dev.wherry.examples.components;
    exports dev.wherry.examples.hello;
}
