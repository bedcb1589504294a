/** The remote interface of registries. */
package dev.wherry.rmi.registry;
