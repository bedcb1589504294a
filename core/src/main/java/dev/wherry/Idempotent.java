package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Promises that calling the method twice has the same effect as calling it once. Wherry may then send a call again
 * whose outcome is unknown, once and within the same deadline, if its caller waits for it. Calls that return a future
 * are not sent again. On an interface the promise covers every method.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Idempotent {}
