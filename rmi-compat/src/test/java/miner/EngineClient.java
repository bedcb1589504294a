package miner;

import dev.wherry.rmi.Naming;

public final class EngineClient {
    private EngineClient() {}

    public static void main(String[] arguments) throws Exception {
        Engine engine = (Engine) Naming.lookup("//localhost:" + arguments[0] + "/engine");
        Instances instances = new Instances("height", "weight");
        instances.add(new double[] {1, 5});
        instances.add(new double[] {3, 7});
        Object id = engine.executeTask(new LearnTask(instances));
        Status status = (Status) engine.checkStatus(id);
        while (!status.finished()) {
            Thread.sleep(5);
            status = (Status) engine.checkStatus(id);
        }
        Model model = (Model) status.result();
        System.out.println(id + " " + status.message() + " " + model + ": " + model.predict(instances.get(0)));
        try {
            engine.checkStatus("nothing");
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
    }
}
