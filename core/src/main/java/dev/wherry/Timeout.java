package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How long a call may take, unless its {@link CallOptions} say otherwise: on a method, or on an interface for all its
 * methods. Without it the endpoint's default holds (30 seconds).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Timeout {
    /** Milliseconds, above 0. */
    long millis();
}
