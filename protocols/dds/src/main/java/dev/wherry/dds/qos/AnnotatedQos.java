package dev.wherry.dds.qos;

import dev.wherry.dds.QualityOfService;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Qos.ResourceLimits;
import dev.wherry.dds.engine.QosBuilder;
import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.util.function.Consumer;

/** Applies the policies of a {@link QualityOfService}. */
public final class AnnotatedQos {
    private AnnotatedQos() {}

    /** Returns whether a method or type has policies. */
    static boolean isOn(AnnotatedElement element) {
        return element.isAnnotationPresent(QualityOfService.class);
    }

    /**
     * Returns the policies of a method or type, and those of a base for the others.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static Qos of(AnnotatedElement element, Qos base) {
        QualityOfService set = element.getAnnotation(QualityOfService.class);
        if (set == null) {
            return base;
        }
        QosBuilder to = base.toBuilder();
        constant(set.reliability(), Qos.Reliability.class, to::reliability);
        constant(set.durability(), Qos.Durability.class, to::durability);
        constant(set.ownership(), Qos.Ownership.class, to::ownership);
        constant(set.liveliness(), Qos.Liveliness.class, to::liveliness);
        constant(set.destinationOrder(), Qos.DestinationOrder.class, to::destinationOrder);
        number(set.depth(), to::depth);
        number(set.strength(), to::strength);
        number(set.priority(), to::transportPriority);
        number(set.leaseMillis(), millis -> to.lease(Duration.ofMillis(millis)));
        number(set.deadlineMillis(), millis -> to.deadline(Duration.ofMillis(millis)));
        number(set.latencyBudgetMillis(), millis -> to.latencyBudget(Duration.ofMillis(millis)));
        number(set.lifespanMillis(), millis -> to.lifespan(Duration.ofMillis(millis)));
        if (set.partitions().length > 0) {
            to.partitions(set.partitions());
        }
        ResourceLimits limits = base.limits();
        return to.limits(new ResourceLimits(
                        or(set.maxSamples(), limits.samples()),
                        or(set.maxInstances(), limits.instances()),
                        or(set.maxSamplesPerInstance(), limits.samplesPerInstance())))
                .build();
    }

    /** The constants of both types have the same names. */
    private static <E extends Enum<E>> void constant(Enum<?> value, Class<E> type, Consumer<E> to) {
        if (!value.name().equals("UNSET")) {
            to.accept(Enum.valueOf(type, value.name()));
        }
    }

    private static void number(int value, Consumer<Integer> to) {
        if (value != QualityOfService.UNSET) {
            to.accept(value);
        }
    }

    private static int or(int value, int otherwise) {
        return value == QualityOfService.UNSET ? otherwise : value;
    }
}
