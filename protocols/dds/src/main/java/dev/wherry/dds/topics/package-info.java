/** Publish and subscribe: the implementation of {@link dev.wherry.dds.DataTopic}. */
package dev.wherry.dds.topics;
