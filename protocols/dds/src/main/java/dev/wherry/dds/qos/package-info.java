/** The policies of services and operations, from XML and annotations. */
package dev.wherry.dds.qos;
