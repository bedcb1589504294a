package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code void} method whose caller does not wait for its outcome. A failure of the call or of the method is
 * logged where it happens and never reaches the caller.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OneWay {
    /** Returns the progress of the call when the method returns to its caller. */
    Delivery value() default Delivery.SENT;
}
