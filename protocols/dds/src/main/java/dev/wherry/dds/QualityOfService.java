package dev.wherry.dds;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets policies of DDS: of an operation, of all operations of an interface, or of the topics of a type. What is not set here is left as it
 * is, and {@link DdsOptions.Builder#qos} is stronger.
 *
 * <p>A method with this annotation has a pair of topics of its own, {@code <name>:<operation>_Request} and {@code ..._Reply}. Both ends
 * need the same annotation. One end alone is reported at look-up.
 *
 * <p>The effects on calls:
 * <ul>
 *   <li>With {@link Reliability#BEST_EFFORT} or a {@link #depth()} above 0, a request or reply may be lost, and the call ends at its
 *       deadline.
 *   <li>A request or reply that is older than {@link #lifespanMillis()} is dropped, and the call ends at its deadline.
 *   <li>With a {@link #priority()}, the calls of a listener that wait for a thread start in the order of their priorities.
 *   <li>With {@link Durability#TRANSIENT_LOCAL}, a server that joins later runs the requests that the writer keeps.
 *   <li>With {@link Ownership#EXCLUSIVE}, several servers may have one name. Each runs every call, and only the replies of the living one
 *       with the largest {@link #strength()} are received. Requests are not sent again: if that server dies, its calls end at their
 *       deadlines, until its lease ends and the next one owns the replies. {@link Replication#exclusive} sends them again. Requests have
 *       no owner. Several servers are refused unless all operations have this.
 *   <li>Writers that keep as many samples as the limits allow block for the write timeout, and the call fails with {@code UNAVAILABLE}.
 *   <li>{@link #deadlineMillis()} and {@link #latencyBudgetMillis()} take part in matching and have no other effect on calls.
 * </ul>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface QualityOfService {
    /** The value of a number that is not set. */
    int UNSET = Integer.MIN_VALUE;

    /** Whether a lost sample is sent again. */
    enum Reliability {
        UNSET,
        BEST_EFFORT,
        RELIABLE
    }

    /** How long samples are kept for readers that join later. */
    enum Durability {
        UNSET,
        VOLATILE,
        TRANSIENT_LOCAL,
        TRANSIENT,
        PERSISTENT
    }

    /** Whether each writer may update an instance, or the strongest alone. */
    enum Ownership {
        UNSET,
        SHARED,
        EXCLUSIVE
    }

    /** The source of the signs of life of a writer. */
    enum Liveliness {
        UNSET,
        AUTOMATIC,
        MANUAL_BY_PARTICIPANT,
        MANUAL_BY_TOPIC
    }

    /** The clock that orders the samples of several writers. */
    enum DestinationOrder {
        UNSET,
        BY_RECEPTION,
        BY_SOURCE
    }

    Reliability reliability() default Reliability.UNSET;

    /** Returns how many samples of each instance are kept; 0: all. */
    int depth() default UNSET;

    Durability durability() default Durability.UNSET;

    Ownership ownership() default Ownership.UNSET;

    /**
     * Returns the strength of a writer. The owner is the one with the largest. {@link DdsOptions.Builder#qos} wins over it, and the strength
     * of {@link Replication#exclusive} over both.
     */
    int strength() default UNSET;

    Liveliness liveliness() default Liveliness.UNSET;

    /** Returns how long a writer counts as alive without a sign of life. */
    int leaseMillis() default UNSET;

    /** Returns the longest time between two samples of an instance. */
    int deadlineMillis() default UNSET;

    /** Returns how long a sample may be held back to be sent with others. */
    int latencyBudgetMillis() default UNSET;

    /** Returns after which time a sample is not delivered any more. */
    int lifespanMillis() default UNSET;

    /** Returns the partitions, instead of that of the address. */
    String[] partitions() default {};

    /** Returns the transport priority. Larger is more urgent; the default is 0. */
    int priority() default UNSET;

    DestinationOrder destinationOrder() default DestinationOrder.UNSET;

    /** Returns the most samples that a writer or reader keeps; -1: no limit. */
    int maxSamples() default UNSET;

    /** Returns the most instances; -1: no limit. */
    int maxInstances() default UNSET;

    /** Returns the most samples of one instance; -1: no limit. */
    int maxSamplesPerInstance() default UNSET;
}
