/** Small services and values that the contracts call and carry; an example of what users write. */
package dev.wherry.testkit.sample;
