/** What tasks print, for those who have sent them: streams that are others for each thread. Knows nothing of how tasks travel. */
package dev.wherry.mobility.internal.prints;
