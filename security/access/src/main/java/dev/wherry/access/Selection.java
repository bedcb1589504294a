package dev.wherry.access;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;

/**
 * The callers, objects and methods that an entry of a policy is about.
 *
 * @param names of objects; empty: any
 * @param methods empty: any
 * @param interfaces that declare the method; empty: any
 */
record Selection(Set<String> roles, List<Glob> names, List<Glob> methods, List<Glob> interfaces) {
    boolean isOf(Set<String> roles) {
        return this.roles.contains(Allow.ANYONE) || roles.stream().anyMatch(this.roles::contains);
    }

    boolean has(CallTarget target, Method method) {
        return (names.isEmpty() || names.stream().anyMatch(target::isNamed))
                && matches(methods, method.getName())
                && matches(interfaces, method.getDeclaringClass().getName());
    }

    private static boolean matches(List<Glob> globs, String text) {
        return globs.isEmpty() || globs.stream().anyMatch(each -> each.matches(text));
    }
}
