/** The places where the processes of systems run: this host, its network namespaces or, for servers, another host. */
package dev.wherry.lab.site;
