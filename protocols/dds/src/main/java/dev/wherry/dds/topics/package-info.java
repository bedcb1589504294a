/** Publish and subscribe: topics of the data space as {@link java.util.concurrent.Flow} publishers and subscribers. */
package dev.wherry.dds.topics;
