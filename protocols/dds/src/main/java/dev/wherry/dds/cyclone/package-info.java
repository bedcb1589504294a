/**
 * A binding to the C library of Eclipse Cyclone DDS 11 through the foreign-function API. Samples cross the border as encoded bytes,
 * types are built at run time, and no native thread ever calls into the JVM.
 */
package dev.wherry.dds.cyclone;
