/** Calls by OMG DDS-RPC: bound objects as services, and the connections of stubs to services. */
package dev.wherry.dds.rpc;
