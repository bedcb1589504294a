package dev.wherry;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes each call of the method run at most once, also if its caller makes it again, and also across restarts of the server. The server
 * records the call and its answer in a {@link CallLedger}, without which it binds no such method. If the outcome of a call is unknown,
 * Wherry makes it again within the same deadline, as it does for {@link Idempotent} methods. The server then sends the recorded answer,
 * be it a result or a failure, and does not run the method again.
 *
 * <p>All attempts of a call have the same {@link ContextKey#CALL_KEY}. The annotation covers calls of a bound name whose caller waits for
 * the outcome or has its future. One-way calls, and calls of references, are not recorded and not made again. Nor are requests
 * over HTTP: each one is a call of its own. On an interface it covers every method.
 *
 * <p>The method runs to its end when the connection of its caller ends, since the caller may ask for the answer through another one.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Once {}
