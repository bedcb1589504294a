package management;

import dev.wherry.rmi.Naming;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.spi.InitialContextFactory;

/** Provides JNDI with the registry at the provider's URL. */
public final class RegistryContextFactory implements InitialContextFactory {
    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
        String registry = (String) environment.get(Context.PROVIDER_URL);
        return (Context) Proxy.newProxyInstance(
                Context.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, arguments) -> call(registry, method, arguments));
    }

    private static Object call(String registry, Method method, Object[] arguments) throws Exception {
        switch (method.getName()) {
            case "lookup":
                return Naming.lookup(registry + "/" + arguments[0]);
            case "bind":
                Naming.bind(registry + "/" + arguments[0], (Remote) arguments[1]);
                return null;
            case "close":
                return null;
            default:
                throw new UnsupportedOperationException(method.toString());
        }
    }
}
