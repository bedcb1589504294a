package dev.wherry.dds;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record that methods return for several results: its components are the {@code out} and {@code inout} parameters of the operation.
 * A component with the name {@code return_} is the result in IDL.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OutParameters {}
