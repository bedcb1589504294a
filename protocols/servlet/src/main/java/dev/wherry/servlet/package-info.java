/** Bound objects as JSON within a servlet container. */
package dev.wherry.servlet;
