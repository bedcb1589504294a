/** eProsima Fast DDS as an engine, by the native classes of the binding {@code ihmc-pub-sub}. */
@org.jspecify.annotations.NullMarked
package dev.wherry.dds.fast;
