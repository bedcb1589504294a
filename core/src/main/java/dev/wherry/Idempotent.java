package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Promises that calling the method twice has the same effect as calling it once. If the outcome of a call is unknown, Wherry
 * may then send it again, once and within the same deadline. It does so for calls whose caller waits, not for those that
 * return a future. On an interface the annotation covers every method.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Idempotent {}
