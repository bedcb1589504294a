package dev.wherry.tasks.reach;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Class files that no compiler writes. */
final class Generated extends ClassLoader {
    private static final String PREFIX = "generated.C";

    /** The first class. */
    static final String NAME = PREFIX + 0;

    private final Map<String, byte[]> files = new HashMap<>();

    private Generated() {
        super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String path) {
        byte[] bytes = files.get(path);
        return bytes == null ? super.getResourceAsStream(path) : new ByteArrayInputStream(bytes);
    }

    private void add(int number, byte[] bytes) {
        files.put((PREFIX + number).replace('.', '/') + ".class", bytes);
    }

    /** So many classes of which each calls the next one. */
    static Generated chain(int length) {
        Generated all = new Generated();
        for (int i = 0; i < length; i++) {
            ClassDesc next = ClassDesc.of(PREFIX + (i + 1));
            all.add(i, file(i, code -> code.invokestatic(next, "go", ConstantDescs.MTD_void)));
        }
        return all;
    }

    /** A class that loads a constant whose bootstrap method is given this very constant. */
    static Generated ofItself() {
        Generated all = new Generated();
        DynamicConstantDesc<?> constant = DynamicConstantDesc.ofNamed(
                ConstantDescs.ofConstantBootstrap(ConstantDescs.CD_Object, "bootstrap", ConstantDescs.CD_Object),
                "constant",
                ConstantDescs.CD_Object,
                1_234_567);
        byte[] bytes = file(0, code -> code.loadConstant(constant).pop());
        ConstantDynamicEntry entry = StreamSupport.stream(
                        ClassFile.of().parse(bytes).constantPool().spliterator(), false)
                .filter(ConstantDynamicEntry.class::isInstance)
                .map(ConstantDynamicEntry.class::cast)
                .findFirst()
                .orElseThrow();
        PoolEntry argument = entry.bootstrap().arguments().getFirst();
        int handle = entry.bootstrap().bootstrapMethod().index();
        ByteBuffer file = ByteBuffer.wrap(bytes);
        for (int at = bytes.length - 3 * Short.BYTES; at > 0; at--) {
            if (file.getShort(at) == handle
                    && file.getShort(at + 2) == 1
                    && file.getShort(at + 4) == argument.index()) {
                file.putShort(at + 4, (short) entry.index());
                all.add(0, bytes);
                return all;
            }
        }
        throw new IllegalStateException("The bootstrap method has no such argument");
    }

    private static byte[] file(int number, Consumer<CodeBuilder> content) {
        return ClassFile.of()
                .build(
                        ClassDesc.of(PREFIX + number),
                        type -> type.withMethodBody(
                                        ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, code -> {
                                            code.aload(0)
                                                    .invokespecial(
                                                            ConstantDescs.CD_Object, "<init>", ConstantDescs.MTD_void);
                                            content.accept(code);
                                            code.return_();
                                        })
                                .withMethodBody(
                                        "go",
                                        ConstantDescs.MTD_void,
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                        code -> {
                                            content.accept(code);
                                            code.return_();
                                        }));
    }
}
