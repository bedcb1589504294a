package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlParser.AnnotationContext;
import dev.wherry.dds.idl.grammar.IdlParser.DeclaratorContext;
import dev.wherry.dds.idl.grammar.IdlParser.DimensionContext;
import dev.wherry.dds.idl.grammar.IdlParser.TypeContext;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Primitive;
import java.util.IdentityHashMap;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Finds the DDS types of types in IDL. Those that DDS or Wherry does not have are refused by name. For one thread. */
final class TypeReader {
    static final int LONGEST = 1 << 24;
    private static final int DEEPEST = 60;

    private final Expressions expressions;
    private final Problems problems;
    private final IdentityHashMap<DataType, Integer> depths = new IdentityHashMap<>();

    TypeReader(Expressions expressions, Problems problems) {
        this.expressions = expressions;
        this.problems = problems;
    }

    /** Returns the type; null if there is none, which is reported. */
    @Nullable
    DataType type(TypeContext type, Scope scope) {
        for (AnnotationContext each : type.annotation()) {
            problems.warning(each.getStart(), each.getText() + " is ignored here");
        }
        if (type.scopedName() != null) {
            return named(type, scope);
        }
        StringBuilder words = new StringBuilder(type.getChild(0).getText());
        for (int i = 1;
                i < type.getChildCount()
                        && Character.isLetter(type.getChild(i).getText().charAt(0));
                i++) {
            words.append(' ').append(type.getChild(i).getText());
        }
        String name =
                type.type().isEmpty() && type.bound() == null && type.size().isEmpty()
                        ? words.toString()
                        : type.getChild(0).getText();
        return switch (name) {
            case "short", "int16" -> Primitive.INT16;
            case "long", "int32" -> Primitive.INT32;
            case "long long", "int64" -> Primitive.INT64;
            case "unsigned short", "uint16" -> Primitive.UINT16;
            case "unsigned long", "uint32" -> Primitive.UINT32;
            case "unsigned long long", "uint64" -> Primitive.UINT64;
            case "int8" -> Primitive.INT8;
            case "uint8" -> Primitive.UINT8;
            case "float" -> Primitive.FLOAT32;
            case "double" -> Primitive.FLOAT64;
            case "char" -> Primitive.CHAR8;
            case "wchar" -> Primitive.CHAR16;
            case "boolean" -> Primitive.BOOLEAN;
            case "octet" -> Primitive.BYTE;
            case "string" -> text(type, scope);
            case "sequence" -> sequence(type, scope);
            case "map" -> map(type, scope);
            case "wstring" -> refused(type, "wstring is not supported. Use string, which is UTF-8");
            case "long double" ->
                refused(type, "long double is not supported, since Java has no such number. Use double");
            default -> refused(type, name + " is not supported, since DDS does not have it");
        };
    }

    private @Nullable DataType refused(ParserRuleContext at, String message) {
        problems.error(at, message);
        return null;
    }

    private @Nullable DataType named(TypeContext type, Scope scope) {
        String name = type.scopedName().getText();
        Symbol found = scope.find(type.scopedName(), problems);
        return switch (found) {
            case null -> null;
            case Symbol.Broken _ -> null;
            case Symbol.Type known -> known.type();
            case Symbol.Announced announced ->
                refused(
                        type,
                        announced.kind().equals("interface")
                                ? byReference(name)
                                : "'" + name + "' is not complete here, and no type of DDS contains itself");
            case Symbol.Interface _ -> refused(type, byReference(name));
            case Symbol.Failure _ -> refused(type, "'" + name + "' is an exception, which is no type of a value");
            case Symbol.Module _, Symbol.Constant _ -> refused(type, "'" + name + "' is not a type");
        };
    }

    private static String byReference(String name) {
        return "'" + name + "' is an interface: it is passed by reference, which DDS cannot do";
    }

    private @Nullable DataType text(TypeContext type, Scope scope) {
        if (type.bound() == null) {
            return new DataType.Text(0);
        }
        Integer bound = expressions.size(type.bound().size().sum(), scope, LONGEST);
        return bound == null ? null : new DataType.Text(bound);
    }

    private @Nullable DataType sequence(TypeContext type, Scope scope) {
        DataType element = type(type.type(0), scope);
        Integer bound = bound(type, scope);
        return element == null || bound == null
                ? null
                : deeper(new DataType.Sequence(element, bound), type, List.of(element));
    }

    /** Returns the bound; 0 for none; null if it is wrong. */
    private @Nullable Integer bound(TypeContext type, Scope scope) {
        return type.size().isEmpty()
                ? Integer.valueOf(0)
                : expressions.size(type.size().getFirst().sum(), scope, LONGEST);
    }

    private @Nullable DataType map(TypeContext type, Scope scope) {
        DataType key = type(type.type(0), scope);
        DataType value = type(type.type(1), scope);
        Integer bound = bound(type, scope);
        if (key == null || value == null || bound == null) {
            return null;
        }
        if (key instanceof DataType.Sequence || key instanceof DataType.Array) {
            return refused(type.type(0), "a key of a map is not a sequence, array or map");
        }
        DataType.Structure entry = MapEntries.entry(key, value);
        return entry.name().length() > 255
                ? refused(type, "the names of the key and the value are too long together")
                : deeper(new DataType.Sequence(entry, bound), type, List.of(key, value));
    }

    /** Returns the type of a declarator, which may have dimensions; null if there is none, which is reported. */
    @Nullable
    DataType declared(DeclaratorContext declarator, @Nullable DataType type, Scope scope) {
        DataType declared = type;
        long elements = 1;
        List<DimensionContext> dimensions = declarator.dimension();
        for (int i = dimensions.size() - 1; i >= 0; i--) {
            DimensionContext each = dimensions.get(i);
            Integer length = expressions.size(each.expression(), scope, LONGEST);
            if (length == null || declared == null) {
                declared = null;
                continue;
            }
            elements *= length;
            if (elements > LONGEST) {
                return refused(each, "an array has at most " + LONGEST + " elements");
            }
            declared = deeper(new DataType.Array(declared, length), each, List.of(declared));
        }
        return declared;
    }

    /** Returns a type with parts, unless it is nested too deep. */
    <T extends DataType> @Nullable T deeper(T type, ParserRuleContext at, List<DataType> parts) {
        int depth = 0;
        for (DataType each : parts) {
            depth = Math.max(depth, depths.getOrDefault(each, 0));
        }
        if (depth >= DEEPEST) {
            problems.error(at, "types are nested more than " + DEEPEST + " deep");
            return null;
        }
        depths.put(type, depth + 1);
        return type;
    }
}
