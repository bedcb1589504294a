/**
 * Calls whose values are of classes that one side may lack, as bytes that explain themselves: {@code ChannelTarget} makes
 * a {@code Parcel} of a call and {@code ChannelServer} runs what has come in one, each by its side of a {@code Channel}.
 * {@code Packing} and {@code Unpacking} are the bytes. Knows no host of tasks, and no child.
 */
package dev.wherry.mobility.internal.parcels;

import dev.wherry.mobility.internal.parcels.Unpacking;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Packing;
import dev.wherry.mobility.internal.parcels.ChannelTarget;
import dev.wherry.mobility.internal.parcels.ChannelServer;
import dev.wherry.mobility.internal.parcels.Channel;
