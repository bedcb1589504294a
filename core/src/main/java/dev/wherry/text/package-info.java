/** Text of peers, made safe for logs and messages, and a limit of lines that peers cause in a log. */
package dev.wherry.text;
