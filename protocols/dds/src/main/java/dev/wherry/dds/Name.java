package dev.wherry.dds;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Sets the name in DDS where it differs from that in Java. By default the type {@code bank.Receipt} is {@code bank::Receipt}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT, ElementType.FIELD})
@SuppressWarnings("AvoidCommonTypeNames") // what it sets
public @interface Name {
    /** Returns the name. Of a type it includes the modules, as in {@code bank::Receipt}. */
    String value();
}
