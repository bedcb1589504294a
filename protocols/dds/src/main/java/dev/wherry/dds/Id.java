package dev.wherry.dds;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Sets the id of a member of a structure. By default it is one more than that of the member before it; the first has 0. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Id {
    /** Returns the id, from 0 to 268,435,455. */
    int value();
}
