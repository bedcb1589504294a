/** A user's module: it opens nothing, because a public record in an exported package needs no opens. */
module dev.wherry.consumers {
    requires dev.wherry;

    exports dev.wherry.consumers;
}
