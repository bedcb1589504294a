package dev.wherry.dds;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks an array of a fixed length, as in {@code double @Length(3) []}. Two dimensions are {@code int @Length(2) [] @Length(3) []}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Length {
    /** Returns the number of elements. */
    int value();
}
