/** The threads of an endpoint: event loops that read links, the watcher that keeps deadlines, and the threads of calls. */
package dev.wherry.internal.loop;
