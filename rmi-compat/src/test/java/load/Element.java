package load;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A node of a plan, with properties of any type. */
public class Element implements Serializable, Cloneable {
    private static final long serialVersionUID = 1;

    private final Map<String, Object> properties = new LinkedHashMap<>();
    private final List<Element> children = new ArrayList<>();
    private transient boolean running;

    public Element with(String key, Object value) {
        properties.put(key, value);
        return this;
    }

    public Element add(Element child) {
        children.add(child);
        return this;
    }

    public Object get(String key) {
        return properties.get(key);
    }

    public List<Element> children() {
        return children;
    }

    public void begin() {
        if (running) {
            throw new IllegalStateException("the plan runs already");
        }
        running = true;
    }
}
