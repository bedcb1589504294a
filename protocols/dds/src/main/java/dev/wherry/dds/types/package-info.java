/** Types as DDS describes them. */
package dev.wherry.dds.types;
