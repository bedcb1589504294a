/** The names of services and their addresses, of which every process that takes part has all. */
package dev.wherry.dds.naming;
