/** What a registry says to other JVMs. */
package dev.wherry.rmi.registry;
