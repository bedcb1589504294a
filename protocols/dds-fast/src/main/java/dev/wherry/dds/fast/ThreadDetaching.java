package dev.wherry.dds.fast;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Detaches threads of the library from the JVM when they end. The binding attaches each one that calls Java and never detaches it, so the JVM
 * would keep a dead thread for each. POSIX calls a function at the end of a thread for each value that the thread has set: here {@code
 * DetachCurrentThread} of JNI, with the JVM as the value. HotSpot is made for this. With other JVMs, and on Windows, nothing is done.
 */
final class ThreadDetaching {
    /** Of {@code JNIInvokeInterface_}: three reserved pointers and {@code DestroyJavaVM} are before it, and {@code AttachCurrentThread}. */
    private static final long DETACH = 5 * ADDRESS.byteSize();

    private static final @Nullable ThreadDetaching INSTANCE = create();
    private static final ThreadLocal<Boolean> DONE = ThreadLocal.withInitial(() -> false);

    private final MethodHandle setSpecific;
    private final Object key;
    private final MemorySegment jvm;

    private ThreadDetaching(MethodHandle setSpecific, Object key, MemorySegment jvm) {
        this.setSpecific = setSpecific;
        this.key = key;
        this.jvm = jvm;
    }

    /** Prepares what {@link #detachThisThreadAtItsEnd} needs, so that it does not fail in a thread of the library. */
    static void prepare() {
        DONE.get();
    }

    /** Has the calling thread, which is one of the library, detached when it ends. */
    static void detachThisThreadAtItsEnd() {
        if (!DONE.get()) {
            DONE.set(true);
            ThreadDetaching detaching = INSTANCE;
            if (detaching != null) {
                detaching.set();
            }
        }
    }

    private void set() {
        try {
            int failed = (int) setSpecific.invoke(key, jvm);
            if (failed != 0) {
                throw new IllegalStateException("pthread_setspecific returned " + failed);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted") // the JVM's own functions
    private static @Nullable ThreadDetaching create() {
        boolean isMac =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
        Path library =
                Path.of(System.getProperty("java.home", ""), "lib", "server", isMac ? "libjvm.dylib" : "libjvm.so");
        Linker linker = Linker.nativeLinker();
        SymbolLookup posix = linker.defaultLookup();
        boolean isHotSpot = System.getProperty("java.vm.name", "").matches(".*(OpenJDK|HotSpot).*");
        if (!isHotSpot
                || !Files.exists(library)
                || posix.find("pthread_setspecific").isEmpty()) {
            return null;
        }
        MemoryLayout keyType = isMac ? JAVA_LONG : JAVA_INT;
        SymbolLookup jvmLibrary = SymbolLookup.libraryLookup(library, Arena.global());
        MethodHandle jvms = linker.downcallHandle(
                jvmLibrary.findOrThrow("JNI_GetCreatedJavaVMs"),
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS));
        MethodHandle createKey = linker.downcallHandle(
                posix.findOrThrow("pthread_key_create"), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
        MethodHandle setSpecific = linker.downcallHandle(
                posix.findOrThrow("pthread_setspecific"), FunctionDescriptor.of(JAVA_INT, keyType, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            MemorySegment number = arena.allocate(JAVA_LONG);
            if ((int) jvms.invoke(pointer, 1, number) != 0) {
                return null;
            }
            MemorySegment jvm = pointer.get(ADDRESS, 0);
            MemorySegment functions =
                    jvm.reinterpret(ADDRESS.byteSize()).get(ADDRESS, 0).reinterpret(DETACH + ADDRESS.byteSize());
            if ((int) createKey.invoke(number, functions.get(ADDRESS, DETACH)) != 0) {
                return null;
            }
            return new ThreadDetaching(
                    setSpecific, isMac ? (Object) number.get(JAVA_LONG, 0) : number.get(JAVA_INT, 0), jvm);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
