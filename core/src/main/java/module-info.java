import org.jspecify.annotations.NullMarked;

/** Remote method invocation on plain Java interfaces. */
@NullMarked
module dev.wherry {
    requires static org.jspecify;

    exports dev.wherry;
}
