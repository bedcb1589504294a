/** Where the processes of systems run: on this host, in network namespaces of it, or, for servers, on another. */
package dev.wherry.lab.site;
