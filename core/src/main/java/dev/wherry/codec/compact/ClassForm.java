package dev.wherry.codec.compact;

import dev.wherry.spi.Definition;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Records and classes with fields: a schema once per link, then the members. */
final class ClassForm extends DefinedForm {
    /** Uses after which code is generated: below, making it costs more than it saves. */
    private static final int USES = 100;

    private final Forms forms;
    private final Plan plan;
    private @Nullable Body body;
    private int uses;

    private ClassForm(Forms forms, Plan plan, Schema schema, Definition definition) {
        // What readResolve is to replace must not be referred to before, nor a record before it is made.
        super(plan.type(), schema, definition, plan.record() || plan.resolver() != null);
        this.forms = forms;
        this.plan = plan;
        this.uses = forms.generator.lazy() ? 0 : USES + 1;
    }

    static ClassForm of(Class<?> type, Forms forms) {
        Plan plan = Plan.of(type, forms);
        Schema.Shape shape = type.isRecord() ? Schema.Shape.RECORD : Schema.Shape.CLASS;
        Schema schema = new Schema(shape, type.getName(), forms.keeps(type), Schema.parts(plan.members()));
        return new ClassForm(forms, plan, schema, schema.define());
    }

    /** The same class with type arguments, which its fields may be declared by. */
    ClassForm with(Type arguments) {
        return new ClassForm(forms, Plan.of(arguments, forms), schema, definition);
    }

    @Override
    Form as(Schema theirs) {
        return new ForeignForm(forms, plan, theirs);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        try {
            body().write(value, to);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Writing a " + type.getName());
        }
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        try {
            return plan.resolved(body().read(from, closed ? -1 : slot));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Making a " + type.getName());
        }
    }

    /** Made when it is first used: most classes that an interface names never are. A race makes it twice, harmlessly. */
    private Body body() {
        Body made = body;
        if (made == null || (uses <= USES && ++uses > USES)) {
            made = uses > USES ? forms.generator.body(plan) : new InterpretedBody(plan);
            body = made;
        }
        return made;
    }
}
