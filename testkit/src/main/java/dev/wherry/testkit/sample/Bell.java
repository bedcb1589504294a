package dev.wherry.testkit.sample;

import dev.wherry.Delivery;
import dev.wherry.OneWay;

/** A service with a one-way method of each delivery mode, and a two-way method. */
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
