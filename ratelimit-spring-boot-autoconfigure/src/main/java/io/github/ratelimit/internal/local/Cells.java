package io.github.ratelimit.internal.local;

import io.github.ratelimit.internal.limiter.LimitNumbers;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state of every limit of every key that is not full. A cell goes when it is full again, never for want of room, or
 * a flood of keys would give a used-up one its permits back. Beyond the bound new keys of a policy share one cell a
 * limit.
 */
final class Cells {

    private static final long SWEEP_EVERY_MICROS = 1_000_000;

    /** In place of the key; a key's text never holds a brace, so no key is called like this. */
    private static final String SHARED = "{shared}";

    private final ConcurrentMap<String, Cell> byName = new ConcurrentHashMap<>();
    private final AtomicLong nextSweep = new AtomicLong(Long.MIN_VALUE);
    private final int maxKeys;

    /** Keeps up to that many cells, beside the shared ones. */
    Cells(int maxKeys) {
        this.maxKeys = maxKeys;
    }

    int size() {
        return byName.size();
    }

    /**
     * Runs the action on the cells of these checks (one list a check, one cell a limit, then one for a block if the policy
     * has them) while nobody else uses them.
     * Locks in one order, so nobody waits in a ring.
     */
    <T> T locked(List<ResolvedCheck> checks, long now, Function<List<List<Cell>>, T> action) {
        sweepIfDue(now);
        while (true) {
            List<List<Cell>> found = checks.stream().map(this::find).toList();
            List<Cell> inOrder = found.stream()
                    .flatMap(List::stream)
                    .sorted(Comparator.comparing(cell -> cell.name))
                    .toList();
            inOrder.forEach(cell -> cell.lock.lock());
            try {
                if (inOrder.stream().noneMatch(cell -> cell.removed)) {
                    return action.apply(found);
                }
            } finally {
                inOrder.forEach(cell -> cell.lock.unlock());
            }
        }
    }

    private List<Cell> find(ResolvedCheck check) {
        List<Cell> cells = new ArrayList<>(check.numbers().limits().size());
        for (int i = 0; i < check.numbers().limits().size(); i++) {
            cells.add(find(check, i));
        }
        if (!check.policy().block().isEmpty()) {
            cells.add(find(check, cells.size()));
        }
        return cells;
    }

    private Cell find(ResolvedCheck check, int limit) {
        String name = name(check, limit, check.key());
        Cell known = byName.get(name);
        if (known != null) {
            return known;
        }
        // While others share a cell new keys share it too: one that has used it up must not begin afresh on its own.
        String shared = name(check, limit, SHARED);
        boolean hasRoom = byName.size() < maxKeys && !byName.containsKey(shared);
        return byName.computeIfAbsent(hasRoom ? name : shared, Cell::new);
    }

    /** As in Redis: the policy and key for its longest limit, with the milliseconds added for each shorter one; its block. */
    private static String name(ResolvedCheck check, int limit, String key) {
        String name = check.policy().name() + ':' + key;
        List<LimitNumbers> limits = check.numbers().limits();
        if (limit == limits.size()) {
            return name + ":block";
        }
        return limit == 0
                ? name
                : name + ':' + limits.get(limit).limit().period().toMillis();
    }

    private void sweepIfDue(long now) {
        long due = nextSweep.get();
        if (now >= due && nextSweep.compareAndSet(due, now + SWEEP_EVERY_MICROS)) {
            byName.values().forEach(cell -> removeIfFull(cell, now));
        }
    }

    private void removeIfFull(Cell cell, long now) {
        if (cell.fullAt <= now && cell.lock.tryLock()) {
            try {
                if (cell.fullAt <= now) {
                    cell.removed = true;
                    byName.remove(cell.name, cell);
                }
            } finally {
                cell.lock.unlock();
            }
        }
    }

    /** The state of one limit of one key. Read and written under its lock, but for the glance of the sweep. */
    static final class Cell {

        private final String name;
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable LimitState state;
        private @Nullable LimitState noted;
        private long notedFullAt;
        private volatile long fullAt = Long.MIN_VALUE;
        private boolean removed;

        private Cell(String name) {
            this.name = name;
        }

        /** Whether many keys take from it. */
        boolean isShared() {
            return name.contains(SHARED);
        }

        /** What this decision has noted, else what was kept. */
        @Nullable
        LimitState state() {
            return noted != null ? noted : state;
        }

        /** Notes the state that a decision leads to, for its further checks that share this cell. */
        void note(LimitState newState, long newFullAt) {
            noted = newState;
            notedFullAt = newFullAt;
        }

        /** Keeps what was noted, or forgets it. */
        void settle(boolean keep) {
            if (noted != null && keep) {
                keep(noted, notedFullAt);
            }
            noted = null;
        }

        /** Keeps the state until the bucket is full or the window over. */
        void keep(LimitState newState, long newFullAt) {
            state = newState;
            fullAt = newFullAt;
        }

        void clear() {
            state = null;
            fullAt = Long.MIN_VALUE;
        }
    }
}
