/** Three components, each in a process of its own, that a file wires together. See the page on components in the guide. */
package dev.wherry.examples.components;
