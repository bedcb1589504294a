package dev.wherry.codec.compact;

import dev.wherry.spi.Definition;

/** Records and classes with fields: a schema once per link, then the members. */
final class ClassForm extends Form {
    /** Uses after which code is generated: below, making it costs more than it saves. */
    private static final int USES = 100;

    final Plan plan;
    final Schema schema;
    final Definition definition;
    private final boolean mayBeReference;
    private final Generator generator;
    private Body body;
    private int uses;

    ClassForm(Plan plan, Schema schema, Definition definition, boolean mayBeReference, Generator generator) {
        super(plan.type());
        this.plan = plan;
        this.schema = schema;
        this.definition = definition;
        this.mayBeReference = mayBeReference;
        this.generator = generator;
        this.body = generator.lazy() ? new InterpretedBody(plan) : generator.body(plan);
        this.uses = generator.lazy() ? 0 : USES + 1;
    }

    @Override
    void head(Writer to) {
        to.head(definition);
    }

    @Override
    boolean kept() {
        return schema.kept();
    }

    @Override
    boolean nests() {
        return true;
    }

    @Override
    boolean closed() {
        return plan.record();
    }

    @Override
    boolean mayBeReference() {
        return mayBeReference;
    }

    @Override
    void write(Object value, Place at, Writer to) {
        try {
            body().write(value, to);
        } catch (RuntimeException e) {
            throw Trail.thrown(e, "Writing a " + type.getName());
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Writing a " + type.getName());
        }
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        try {
            return body().read(from, slot);
        } catch (RuntimeException e) {
            throw Trail.thrown(e, "Making a " + type.getName());
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Making a " + type.getName());
        }
    }

    /** A race generates twice, harmlessly. */
    private Body body() {
        if (uses <= USES && ++uses > USES) {
            body = generator.body(plan);
        }
        return body;
    }
}
