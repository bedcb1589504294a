package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code void} method whose caller does not wait for its outcome. A failure on the way or in the method is
 * logged where it happens and never reaches the caller.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OneWay {
    /** How far the call has come when the method returns to its caller. */
    Delivery value() default Delivery.SENT;
}
