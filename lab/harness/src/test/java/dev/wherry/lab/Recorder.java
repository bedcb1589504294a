package dev.wherry.lab;

import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results.Absent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the events of a run. */
class Recorder implements Progress {
    /** Called by several threads. */
    final List<String> doings = new CopyOnWriteArrayList<>();

    final List<Cell> cells = new ArrayList<>();

    final List<Absent> absent = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    int announced;
    boolean ended;

    /** For a lab in a virtual machine of its own: prints what is being done. */
    static Recorder telling() {
        return new Recorder() {
            @Override
            public void doing(String what) {
                System.out.println(what);
            }
        };
    }

    /** Interrupts the run's thread when so many cells are finished. */
    static Recorder interruptingAfter(int enough) {
        return new Recorder() {
            @Override
            public void finished(Cell cell) {
                super.finished(cell);
                if (cells.size() >= enough) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }

    @Override
    public synchronized void begins(int cells) {
        announced = cells;
    }

    @Override
    public synchronized void absent(Absent system) {
        absent.add(system);
    }

    @Override
    public synchronized void notes(String note) {
        notes.add(note);
    }

    @Override
    public synchronized void doing(String what) {
        doings.add(what);
    }

    @Override
    public synchronized void finished(Cell cell) {
        cells.add(cell);
    }

    @Override
    public synchronized void ends() {
        ended = true;
    }
}
