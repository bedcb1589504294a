package dev.wherry.lab.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the real git. */
class CheckoutTest {
    @TempDir
    Path root;

    private void shell(String script) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-ec", script)
                .directory(root.toFile())
                .inheritIO()
                .start();
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void isItsCommitUntilAFileIsChangedOrAdded() throws Exception {
        shell("git init -q . && echo ignored > .gitignore && echo 1 > known && git add -A"
                + " && git -c user.name=t -c user.email=t@example.org commit -q -m t");
        String commit = Checkout.of(root);
        assertThat(commit).matches("[0-9a-f]{40}");

        Files.writeString(root.resolve("ignored"), "1");
        assertThat(Checkout.of(root)).isEqualTo(commit);

        Files.writeString(root.resolve("known"), "2");
        String changed = Checkout.of(root);
        assertThat(changed).startsWith(commit + " with changes ");

        Path added = Files.writeString(root.resolve("an added file"), "1");
        String more = Checkout.of(root);
        assertThat(more).startsWith(commit + " with changes ").isNotEqualTo(changed);
        Files.writeString(added, "2");
        assertThat(Checkout.of(root)).startsWith(commit + " with changes ").isNotEqualTo(more);

        Files.delete(added);
        shell("git checkout -q known");
        assertThat(Checkout.of(root)).isEqualTo(commit);
    }

    @Test
    void isTheSameWhateverIsWrittenForPeople() throws Exception {
        String commit = "git add -A && git -c user.name=t -c user.email=t@example.org commit -q -m t";
        shell("git init -q . && mkdir docs lab && echo 1 > known && echo 1 > docs/page && echo 1 > lab/README.md && "
                + commit);
        String sources = Checkout.of(root);
        assertThat(sources).matches("[0-9a-f]{40}");

        shell("echo 2 > docs/page && echo 2 > lab/README.md && echo 1 > docs/added && echo 1 > ADDED.md");
        assertThat(Checkout.of(root)).isEqualTo(sources);
        shell(commit);
        assertThat(Checkout.of(root)).isEqualTo(sources);

        shell("echo 1 > lab/docs && " + commit);
        assertThat(Checkout.of(root)).matches("[0-9a-f]{40}").isNotEqualTo(sources);
    }

    @Test
    void isUnknownWhereThereIsNoRepository() throws Exception {
        assertThat(Checkout.of(root)).isEqualTo(Checkout.UNKNOWN);
        shell("git init -q .");
        assertThat(Checkout.of(root)).as("nothing committed").isEqualTo(Checkout.UNKNOWN);
    }
}
