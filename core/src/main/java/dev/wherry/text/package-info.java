/** Text of peers, made safe for logs and messages. */
package dev.wherry.text;
