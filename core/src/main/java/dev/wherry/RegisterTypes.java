package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * RegisterTypes types for an interface's calls beside those that its signatures reach: the classes that may stand where the
 * declared type is open ({@code Object}, a type variable, an interface or a class that is not sealed), and exceptions
 * that shall arrive as themselves. The same can be said per endpoint with {@link EndpointOptions.Builder#register(Class...)}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RegisterTypes {
    /** Classes, each with what its own fields reach. */
    Class<?>[] value() default {};

    /** Packages by name: every class of exactly this package, of the interface's own loader. */
    String[] packages() default {};
}
