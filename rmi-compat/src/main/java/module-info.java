import org.jspecify.annotations.NullMarked;

/** The classes of Java RMI by which programs publish and find remote objects, over Wherry. */
@NullMarked
module dev.wherry.rmi {
    requires transitive dev.wherry;
    requires dev.wherry.codec.java;
    requires transitive java.rmi;
    requires static org.jspecify;

    exports dev.wherry.rmi;
    exports dev.wherry.rmi.registry to
            dev.wherry;
}
