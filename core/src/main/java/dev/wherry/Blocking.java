package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that a method waits: for a lock, a file, another service. It always runs on a thread of its own. Without this
 * annotation, a method that has been fast many times runs on the thread that reads for its caller and others. If it then runs
 * long, Wherry notices that within two milliseconds, and another thread serves the others.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Blocking {}
