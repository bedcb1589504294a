/** Small services and values that the contracts call and carry. They are examples of what users write. */
package dev.wherry.testkit.sample;
