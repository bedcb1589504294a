package dev.wherry.testkit.sample;

import dev.wherry.Delivery;
import dev.wherry.OneWay;

/** One-way calls of each delivery, and one that is not. */
public interface Bell {
    @OneWay
    void ring(Object sound);

    @OneWay(Delivery.QUEUED)
    void ringSoon(Object sound);

    @OneWay(Delivery.ACCEPTED)
    void ringSurely(Object sound);

    void strike(int number);

    int count();
}
