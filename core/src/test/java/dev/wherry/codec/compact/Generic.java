package dev.wherry.codec.compact;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/** A generic type, written as an anonymous subclass. */
abstract class Generic<T> {
    final Type type = ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
}
