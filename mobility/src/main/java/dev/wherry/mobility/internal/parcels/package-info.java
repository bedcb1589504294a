/**
 * Calls with values of classes that one side may lack. {@code ChannelTarget} makes a {@code Parcel} of a call and
 * {@code ChannelServer} runs the call in a parcel, each at its side of a {@code Channel}. {@code Packing} and {@code Unpacking}
 * write and read the bytes. This package knows neither the host of tasks nor its children.
 */
package dev.wherry.mobility.internal.parcels;
