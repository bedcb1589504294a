package dev.wherry.dds;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a record as a case of a union, whose value is its only component. All classes of the sealed type need it then. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Case {
    /** Returns the values of the discriminator that choose the case; none if it is the default. The first one is sent. */
    int[] value() default {};
}
