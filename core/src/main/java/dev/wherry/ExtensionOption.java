package dev.wherry;

/**
 * An option of a module that extends endpoints. It is set by {@link EndpointOptions.Builder#with}, and the module reads it by
 * {@link EndpointOptions#extension}. An implementation is a final and immutable class.
 */
public interface ExtensionOption {
    /** Returns whether an endpoint with this option accepts code of peers, such as the class of a lambda (default false). */
    default boolean acceptsCode() {
        return false;
    }
}
