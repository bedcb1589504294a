/** A user's module. It opens nothing, because a public record in an exported package needs no opens. */
// @start region=module
module dev.wherry.consumers {
    requires dev.wherry;

    exports dev.wherry.consumers;
}
// @end
