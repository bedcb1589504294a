/** Values by JBoss Marshalling, within what an interface allows. */
package dev.wherry.codec.jboss;
