/** State that processes share: values in a keyed topic, of which each process has the last version. */
package dev.wherry.dds.state;
