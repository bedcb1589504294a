/** IDL, for services that other languages serve or call. */
package dev.wherry.dds.idl;
