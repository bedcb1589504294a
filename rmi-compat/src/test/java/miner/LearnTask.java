package miner;

public final class LearnTask implements Task {
    private static final long serialVersionUID = 1;

    private final Instances instances;
    private Status status = new Status("not begun", false, null);

    public LearnTask(Instances instances) {
        this.instances = instances;
    }

    @Override
    public void execute() {
        status = new Status("learned", true, new Model.Mean(instances, 0));
    }

    @Override
    public Status status() {
        return status;
    }
}
