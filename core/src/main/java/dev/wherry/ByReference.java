package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an interface whose objects are passed by reference and never copied. If it is the declared type of a parameter, a
 * result, a field or an element, the other side gets a stub that calls back over the same session. Interfaces that extend
 * {@link java.rmi.Remote} do not need this annotation.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ByReference {}
