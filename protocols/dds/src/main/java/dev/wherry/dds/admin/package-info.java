/** What is in a domain, for people who look at it: services, mismatched policies, and messages. */
package dev.wherry.dds.admin;
