package dev.wherry.dds;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Limits a {@code String}, collection, map or array. A limited array is written {@code byte @Bound(4) []}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface Bound {
    /** Returns the most elements; of a text the most bytes in UTF-8. */
    int value();
}
