/** Values as DDS sends them: Common Data Representation (CDR) of OMG XTypes 1.3. */
package dev.wherry.dds.cdr;
