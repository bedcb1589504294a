/** Helpers that the tests of several modules share. */
module dev.wherry.testsupport {
    requires transitive java.logging;

    exports dev.wherry.testsupport;
}
