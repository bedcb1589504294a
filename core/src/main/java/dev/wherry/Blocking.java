package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that a method waits: for a lock, a file, another service. It always runs on a separate thread. Without this
 * annotation, a method that was fast many times runs on the thread that reads for its caller and others. If it then
 * runs long, the server notices within two milliseconds and serves the others by another thread.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Blocking {}
