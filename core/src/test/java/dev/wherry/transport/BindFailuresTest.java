package dev.wherry.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import java.net.BindException;
import java.net.InetAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listening at an address that this machine cannot have. */
class BindFailuresTest {
    @TempDir
    Path folder;

    private static AbstractThrowableAssert<?, ?> listening(String address) {
        return assertThatThrownBy(() -> Endpoint.listen(address).close())
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.UNAVAILABLE))
                .hasMessageStartingWith("Cannot listen at " + address + ": ");
    }

    @Test
    void saysThatNoInterfaceHasAnAddress() {
        listening("tcp://203.0.113.7:4999")
                .hasMessageContaining("no network interface of this machine has that address")
                .hasMessageContaining("tcp://0.0.0.0:4999");
    }

    @Test
    void namesTheInterfaceThatIsNotThere() {
        listening("tcp://[fe80::1%nodevice0]:4999").hasMessageContaining("no network interface 'nodevice0'");
    }

    @Test
    void saysThatAPortIsInUse() {
        try (Endpoint first = Endpoint.listen("tcp://127.0.0.1:0")) {
            String address = first.address().toString();
            listening(address)
                    .hasMessageContaining(
                            "another socket uses port " + first.address().getPort());
        }
    }

    @Test
    void saysThatAPortNeedsAPrivilege() throws Exception {
        BindException denied = new BindException("Permission denied");
        assertThat(BindFailures.ofTcp(InetAddress.getLoopbackAddress(), 80, denied))
                .hasMessage("Permission denied: ports below 1024 need a privilege of the system. Use a higher one")
                .hasCause(denied);
    }

    @Test
    void saysThatAPathIsTooLong() {
        listening("unix:" + folder.resolve("x".repeat(200))).hasMessageContaining("too long: it has ");
    }

    @Test
    void namesTheDirectoryThatIsNotThereOrNoDirectory() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        listening("unix:" + folder.resolve("absent/socket"))
                .hasMessageContaining(folder.resolve("absent") + ": no such directory. Create it");
        listening("unix:" + file.resolve("socket")).hasMessageContaining(file + " is not a directory");
    }

    @Test
    void saysThatNoFileCanBeCreated() {
        listening("unix:/proc/socket").hasMessageContaining("Cannot create a file in /proc. Use a directory");
        Path path = folder.resolve("socket");
        assertThat(BindFailures.ofPath(path, new AccessDeniedException("lock")))
                .hasMessage("Cannot create a file in " + folder
                        + ": permission denied. Use a directory that this user may write to");
    }
}
