package dev.wherry.dds.admin;

import java.time.Instant;

/**
 * A request or a reply of a service that another participant has sent. Texts are those of other programs, and may have any
 * characters.
 *
 * @param time of its writer's clock
 * @param caller the GUID of the writer of the request, 32 hexadecimal digits
 * @param number which the caller gave to the request
 * @param operation its name, or its hash if no description of the type has it
 * @param values the arguments, the result, the exception, or why there is none; empty if they are not known
 * @param bytes its length
 */
public record SpiedMessage(
        Instant time, boolean isRequest, String caller, long number, String operation, String values, long bytes) {}
