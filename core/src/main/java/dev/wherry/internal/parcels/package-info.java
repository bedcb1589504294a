/**
 * Calls whose values are of classes that one side may lack, as bytes that explain themselves: {@code ChannelTarget} makes
 * a {@code Parcel} of a call and {@code ChannelServer} runs what has come in one, each by its side of a {@code Channel}.
 * {@code Packing} and {@code Unpacking} are the bytes. Knows no host of tasks, and no child.
 */
package dev.wherry.internal.parcels;
