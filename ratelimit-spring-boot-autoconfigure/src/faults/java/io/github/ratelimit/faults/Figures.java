package io.github.ratelimit.faults;

import java.lang.management.ManagementFactory;

/** What an application holds. */
record Figures(int threads, long heapKiB) {

    /** Of this process; the heap is what a collection leaves. */
    static Figures now() {
        System.gc();
        return new Figures(
                ManagementFactory.getThreadMXBean().getThreadCount(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024);
    }

    static Figures parse(String text) {
        String[] numbers = text.split(" ");
        return new Figures(Integer.parseInt(numbers[0]), Long.parseLong(numbers[1]));
    }

    @Override
    public String toString() {
        return threads + " " + heapKiB;
    }
}
