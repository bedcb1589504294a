/** Classes made from what a peer says of its interfaces, in a loader of their own. */
package dev.wherry.cli.types;
