package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a method waits: for a lock, a file, another service. It always runs on a thread of its own. Without this, a
 * method that has been quick many times runs on the thread that reads for its caller and others; should it last then, that
 * is noticed within two milliseconds and the others are served by another thread.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Blocking {}
