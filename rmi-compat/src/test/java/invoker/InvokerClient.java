package invoker;

import dev.wherry.rmi.Naming;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public final class InvokerClient {
    private InvokerClient() {}

    private static Object call(Handler handler, Method method, Object[] arguments) throws Throwable {
        try {
            return handler.invoke(new Invocation(method.getName(), method.getParameterTypes(), arguments));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Handler handler = (Handler) Naming.lookup("//localhost:" + arguments[0] + "/ledger");
        Ledger ledger = (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(),
                new Class<?>[] {Ledger.class},
                (proxy, method, given) -> call(handler, method, given));
        System.out.println(ledger.add(5, "tea") + ledger.add(7, "bread"));
        Message answer = ledger.send(new Message("hello", Map.of("priority", 3)), List.of("a", "b"));
        System.out.println(answer.payload() + " " + answer.headers().get("priority") + " "
                + answer.headers().size());
        System.out.println(Arrays.toString(ledger.sums(new int[] {1, 2}).get("all")));
        try {
            ledger.close();
        } catch (LedgerClosedException e) {
            System.out.println(e.getMessage());
        }
    }
}
