package dev.wherry.gauntlet;

import bsh.Interpreter;
import bsh.XThis;
import clojure.lang.IFn;
import clojure.lang.PersistentArrayMap;
import com.mchange.v2.c3p0.impl.PoolBackedDataSourceBase;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.registry.LocateRegistry;
import java.util.Comparator;
import java.util.Map;
import java.util.logging.Logger;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;
import org.apache.commons.fileupload.disk.DiskFileItem;
import org.codehaus.groovy.runtime.ConvertedClosure;
import org.codehaus.groovy.runtime.MethodClosure;

/** Chains of interpreters, of libraries with files and connections, of the JDK alone, and of a program's own classes. */
final class OtherChains {
    private OtherChains() {}

    private static Comparator<?> comparator(InvocationHandler handler) {
        return (Comparator<?>)
                Proxy.newProxyInstance(Canary.class.getClassLoader(), new Class<?>[] {Comparator.class}, handler);
    }

    static Payload beanShell() throws Exception {
        String word = Payload.word();
        Interpreter interpreter = new Interpreter();
        interpreter.eval("compare(Object a, Object b) { new " + Canary.class.getName() + "(\"" + word
                + "\"); return new Integer(1); }");
        XThis script = new XThis(interpreter.getNameSpace(), interpreter);
        java.lang.reflect.Field handler = XThis.class.getDeclaredField("invocationHandler");
        handler.setAccessible(true);
        return Payload.forged(
                new Parts.Queue(comparator((InvocationHandler) handler.get(script)), 1, 2),
                () -> Canary.wasCalled(word));
    }

    static Payload groovy() {
        String word = Payload.word();
        ConvertedClosure closure = new ConvertedClosure(new MethodClosure(Canary.class, "call"), "compare");
        return Payload.forged(new Parts.Queue(comparator(closure), word, word), () -> Canary.wasCalled(word));
    }

    static Object clojure(String word) throws Exception {
        Object model = Parts.create(
                "clojure.inspector.proxy$javax.swing.table.AbstractTableModel$ff19274a", new Class<?>[] {});
        var functions = model.getClass().getMethod("__initClojureFnMappings", clojure.lang.IPersistentMap.class);
        IFn constantly = (IFn) Parts.create("clojure.core$constantly", new Class<?>[] {});
        functions.invoke(model, PersistentArrayMap.create(Map.of("hashCode", constantly.invoke(0))));
        Object map = Parts.mapOf(model);
        IFn comp = (IFn) Parts.create("clojure.core$comp", new Class<?>[] {});
        Object code = constantly.invoke("(" + Canary.class.getName() + "/call \"" + word + "\")");
        Object evaluated = comp.invoke(Parts.create("clojure.main$eval_opt", new Class<?>[] {}), code);
        functions.invoke(model, PersistentArrayMap.create(Map.of("hashCode", evaluated)));
        return map;
    }

    /** A data source that refers to a factory by its name. */
    static Object dataSource(String word) throws Exception {
        PoolBackedDataSourceBase source = new PoolBackedDataSourceBase(false);
        Parts.set(source, "connectionPoolDataSource", new Referring(word));
        return source;
    }

    private record Referring(String word) implements ConnectionPoolDataSource, Referenceable {
        @Override
        public Reference getReference() {
            return new Reference("any", new StringRefAddr("word", word), Canary.class.getName(), null);
        }

        @Override
        public PooledConnection getPooledConnection() {
            throw new IllegalStateException("never called");
        }

        @Override
        public PooledConnection getPooledConnection(String user, String password) {
            throw new IllegalStateException("never called");
        }

        @Override
        public PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }

    /** An uploaded file, which is written to a directory of the sender's choice. */
    static Payload upload() throws Exception {
        Path folder = Files.createTempDirectory("gauntlet");
        DiskFileItem item = new DiskFileItem("field", "text/plain", false, "name", 1_000, folder.toFile());
        try (var out = item.getOutputStream()) {
            out.write("content".getBytes(StandardCharsets.US_ASCII));
        }
        Parts.set(item, "sizeThreshold", 1);
        return Payload.of(item, () -> folder.toFile().list().length > 0);
    }

    /** A reference to a remote object of Java RMI: who reads it calls the host that it names. */
    static Payload remoteReference() throws Exception {
        Listener listener = new Listener();
        return Payload.of(LocateRegistry.getRegistry("127.0.0.1", listener.port()), listener::wasReached);
    }

    /** An address of the web as a key: its host is looked up to hash it. */
    static Payload url() throws Exception {
        String host = Payload.word() + ".invalid";
        URL url = URL.of(URI.create("http://" + host + "/"), new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL to) {
                throw new IllegalStateException("never called");
            }

            @Override
            protected int hashCode(URL hashed) {
                return -1; // which means that it was not computed yet
            }
        });
        return Payload.of(Parts.mapOf(url), () -> LookUps.NAMES.contains(host));
    }

    /** A lambda of a class that both sides have. */
    static Payload lambda() {
        String word = Payload.word();
        Comparator<Object> comparator = (Comparator<Object> & Serializable) (one, other) -> {
            Canary.call(word);
            return 0;
        };
        return Payload.forged(new Parts.Queue(comparator, 1, 2), () -> Canary.wasCalled(word));
    }

    /** A class of the program that acts when it is read. */
    static Object reader(String word) {
        return new Reader(word);
    }

    static final class Reader implements Serializable {
        private final String word;

        Reader(String word) {
            this.word = word;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            Canary.call(word);
        }
    }

    /** A handler of the program, behind a comparator. */
    static Payload proxy() {
        String word = Payload.word();
        return Payload.forged(new Parts.Queue(comparator(new Calling(word)), 1, 2), () -> Canary.wasCalled(word));
    }

    private record Calling(String word) implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            Canary.call(word);
            return 0;
        }
    }
}
