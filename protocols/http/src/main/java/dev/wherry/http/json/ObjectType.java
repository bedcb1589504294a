package dev.wherry.http.json;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Records, and classes with fields: objects of JSON with a property for each component or field. */
final class ObjectType extends CaseType {
    /** Makes an object from the values of its members. */
    interface Maker {
        Object make(@Nullable Object[] values) throws Throwable;
    }

    private final Type type;
    private final Class<?> raw;
    private final JsonProperties members;
    private final MethodHandle[] getters;
    private final Maker maker;

    /** @param getters of type {@code (Object)Object} */
    ObjectType(Type type, Class<?> raw, JsonProperties members, MethodHandle[] getters, Maker maker) {
        this.type = type;
        this.raw = raw;
        this.members = members;
        this.getters = getters.clone();
        this.maker = maker;
    }

    @Override
    Object readMembers(JsonInput from) {
        @Nullable Object[] values = members.read(from);
        try {
            return maker.make(values);
        } catch (Exception e) { // of the program's constructor, which checks values
            String why = e.getMessage();
            throw from.problem("no " + raw.getSimpleName() + " has these values"
                    + (why == null ? "" : ": " + JsonInput.shown(why)));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void writeMembers(Object value, JsonGenerator to) {
        if (value.getClass() != raw) {
            throw new JsonProblem("A " + value.getClass().getName() + " stands where a " + raw.getName()
                    + " is declared. Register the class, or declare a sealed type");
        }
        for (int i = 0; i < getters.length; i++) {
            Object part;
            try {
                part = (Object) getters[i].invokeExact(value);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
            members.write(i, part, to);
        }
    }

    @Override
    boolean hasMember(String name) {
        return members.names().contains(name);
    }

    @Override
    void describe(ObjectNode schema, Schemas schemas) {
        members.describe(schema, schemas);
    }

    @Override
    public ObjectNode schema(Schemas schemas) {
        return schemas.named(type, raw, () -> {
            ObjectNode schema = schemas.simple("object", null);
            describe(schema, schemas);
            return schema.put("additionalProperties", false);
        });
    }
}
