package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Promises that calling the method twice has the same effect as calling it once. If the outcome of a call is unknown, Wherry may
 * then make it again within the same deadline. It makes calls of a bound name again up to three times, and those of a reference
 * once if their caller waits. On an interface the annotation covers every method. {@link CallOptions.Builder#idempotent} promises the
 * same for the calls of one variant of a stub.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Idempotent {}
