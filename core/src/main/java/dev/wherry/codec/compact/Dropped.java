package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;

/** What is left of a value that was stepped over: in a field that is not here, of a class that is not here. */
final class Dropped {
    /** In the place of all objects in bytes that nobody reads. */
    static final Dropped PASSED = new Dropped();

    Dropped() {}

    /** Steps over one value and all in it. Values of classes that are here are read, as others may refer back to them. */
    static void skip(Kind kind, Forms forms, Reader from) {
        from.dropping++;
        kind.read(forms.open, from);
        from.dropping--;
    }

    /** Values of a class of which only the schema is known. */
    static final class Unknown extends ReadForm {
        private final Forms forms;
        final Schema schema;

        Unknown(Forms forms, Schema schema) {
            super(Dropped.class, schema);
            this.forms = forms;
            this.schema = schema;
        }

        @Override
        Object read(Place at, Reader from, int slot) {
            Dropped dropped = new Dropped();
            from.started(slot, dropped);
            switch (schema.shape()) {
                case ENUM -> from.in.readSize();
                case NAMED_ENUM -> from.in.readText();
                case THROWABLE -> ThrowableForm.skip(forms, from);
                case EXTERNAL -> ExternalForm.skip(from);
                case RECORD, CLASS, LAMBDA -> {}
            }
            if (!schema.isEnum() && schema.shape() != Schema.Shape.EXTERNAL) {
                schema.parts().forEach(part -> skip(part.kind(), forms, from));
            }
            return dropped;
        }
    }

    static CodecException shared() {
        return CodecException.impossible(
                "A value is shared with one that was stepped over: in a field that is not here,"
                        + " of a class that is not here, or left unread by a readExternal method. Bring both sides to versions"
                        + " that have and read it");
    }
}
