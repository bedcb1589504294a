package dev.wherry.mobility.internal.parcels;

import dev.wherry.ByReference;
import dev.wherry.OneWay;
import dev.wherry.internal.invoke.Own;

/** An object that is called by parcels, since its interface may be one that only its users have. */
@ByReference
public interface RemoteObject extends Own.OfCallbacks {
    /**
     * @param type the interface's name
     * @param method by name and descriptor
     */
    Parcel.Reply call(String type, String method, Parcel arguments);

    /** The same for a method that is one-way. */
    @OneWay
    void send(String type, String method, Parcel arguments);
}
