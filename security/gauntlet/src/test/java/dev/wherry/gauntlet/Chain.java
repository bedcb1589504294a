package dev.wherry.gauntlet;

import static dev.wherry.gauntlet.Payload.calling;

import java.util.List;
import java.util.stream.Stream;

/** The gadget chains: those that fire in an object stream of this JDK, and those that no longer do. */
public enum Chain {
    COLLECTIONS_3_SET("commons-collections 3.1", "LazyMap, TiedMapEntry", calling(CollectionChains::hashSet)),
    COLLECTIONS_3_TABLE("commons-collections 3.1", "LazyMap, Hashtable", calling(CollectionChains::hashtable)),
    COLLECTIONS_3_TEXT("commons-collections 3.1", "TiedMapEntry, EventListenerList", CollectionChains::printed),
    COLLECTIONS_4_QUEUE(
            "commons-collections4 4.0",
            "TransformingComparator, PriorityQueue",
            calling(CollectionChains::priorityQueue)),
    COLLECTIONS_4_BAG(
            "commons-collections4 4.0", "TransformingComparator, TreeBag", calling(CollectionChains::treeBag)),
    BEANUTILS_SIGNED("commons-beanutils 1.9.2", "BeanComparator, SignedObject", calling(GetterChains::beanComparator)),
    BEANUTILS_LDAP(
            "commons-beanutils 1.9.2", "BeanComparator, LdapAttribute: connects", GetterChains::beanComparatorOfLdap),
    ROME_SIGNED("rome 1.0", "ObjectBean, SignedObject", calling(GetterChains::printedBean)),
    ROME_TEMPLATES("rome 1.0", "ObjectBean, TemplatesImpl: loads a class", GetterChains::printedTemplates),
    CLICK("click 2.3.0", "ColumnComparator, SignedObject", calling(GetterChains::column)),
    VAADIN("vaadin-server 7.7.14", "NestedMethodProperty, SignedObject", GetterChains::property),
    HIBERNATE("hibernate-core 4.3.11", "TypedValue, SignedObject", calling(GetterChains::typedValue)),
    BEANSHELL("bsh 2.0b5", "XThis: a script", OtherChains::beanShell),
    GROOVY("groovy 2.4.3", "ConvertedClosure, MethodClosure", OtherChains::groovy),
    CLOJURE("clojure 1.8.0", "AbstractTableModel: a script", calling(OtherChains::clojure)),
    C3P0("c3p0 0.9.5.2", "PoolBackedDataSource: any JNDI factory", calling(OtherChains::dataSource)),
    FILE_UPLOAD("commons-fileupload 1.3", "DiskFileItem: writes a file", OtherChains::upload),
    ASPECTJ("aspectjweaver 1.9.2", "SimpleCache, LazyMap: writes a file", CollectionChains::file),
    JDK_REMOTE("JDK", "UnicastRef: connects", OtherChains::remoteReference),
    JDK_URL("JDK", "URL, HashMap: looks up a host", OtherChains::url),
    PROGRAM_READER("the program", "readObject", calling(OtherChains::reader)),
    PROGRAM_LAMBDA("the program", "lambda as a Comparator", OtherChains::lambda),
    PROGRAM_PROXY("the program", "proxy as a Comparator", OtherChains::proxy),

    ANNOTATION_HANDLER(
            "commons-collections 3.1",
            "AnnotationInvocationHandler",
            "The handler keeps only the members of its annotation type.",
            CollectionChains::annotationHandler),
    BAD_VALUE(
            "commons-collections 3.1",
            "BadAttributeValueExpException",
            "The exception keeps only a String.",
            CollectionChains::badValue),
    BEANUTILS_TEMPLATES(
            "commons-beanutils 1.9.2",
            "BeanComparator, TemplatesImpl",
            "The library calls the getter by its class, which module java.xml does not export.",
            GetterChains::beanComparatorOfTemplates);

    final String library;
    final String path;

    /** Why it does not fire on this JDK; empty if it does. */
    final String dead;

    @SuppressWarnings("ImmutableEnumChecker") // a method of this package
    private final Payload.Maker maker;

    Chain(String library, String path, Payload.Maker maker) {
        this(library, path, "", maker);
    }

    Chain(String library, String path, String dead, Payload.Maker maker) {
        this.library = library;
        this.path = path;
        this.dead = dead;
        this.maker = maker;
    }

    public Payload make() {
        try {
            return maker.make();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot make " + this, e);
        }
    }

    /** Returns the chains that fire. */
    public static List<Chain> firing() {
        return Stream.of(values()).filter(each -> each.dead.isEmpty()).toList();
    }
}
