package dev.wherry.dds;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Sets the type of the discriminator of a sealed type whose classes have {@link Case}. By default it is {@code int}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Discriminator {
    /** Returns an enum, {@code boolean}, {@code char} (one byte), {@code byte} (an octet), {@code short}, {@code int} or {@code long}. */
    Class<?> value();

    /** Returns whether it is the unsigned number of that size. */
    boolean unsigned() default false;
}
