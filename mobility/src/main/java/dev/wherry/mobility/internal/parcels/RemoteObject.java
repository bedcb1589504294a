package dev.wherry.mobility.internal.parcels;

import dev.wherry.ByReference;
import dev.wherry.OneWay;
import dev.wherry.internal.invoke.InternalInterface;

/** An object that is called by parcels, since its interface may be missing where the call is passed on. */
@ByReference
public interface RemoteObject extends InternalInterface.OfCallbacks {
    /**
     * Calls a method.
     *
     * @param type the interface's name
     * @param method the method's name and descriptor
     */
    Parcel.Reply call(String type, String method, Parcel arguments);

    /** Calls a one-way method. */
    @OneWay
    void send(String type, String method, Parcel arguments);
}
