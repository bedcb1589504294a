package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Promises that calling the method twice does no more than calling it once, so that Wherry may send a call again whose
 * outcome it cannot know, once and within the same deadline; a call whose caller waits for it, not one with a future.
 * On an interface it covers every method.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Idempotent {}
