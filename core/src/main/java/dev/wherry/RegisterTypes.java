package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Registers types for the calls of an interface, beside those that its signatures reach. A class may then be sent if the
 * declared type is open: {@code Object}, a type variable, an interface or a class that is not sealed. An exception then arrives
 * as itself. To register types for a whole endpoint use {@link EndpointOptions.Builder#register(Class...)}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RegisterTypes {
    /** Classes, each with the types that its fields reach. */
    Class<?>[] value() default {};

    /** Packages by name: every class of exactly this package that the interface's loader finds. */
    String[] packages() default {};
}
