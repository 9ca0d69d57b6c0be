package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which primary has which slots, as one node tells it. */
final class SlotMap {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final List<Range> ranges;

    private record Range(int first, int last, NodeAddress primary) {}

    /** Takes a slot's owner. */
    @FunctionalInterface
    interface Owners {

        void set(int slot, NodeAddress primary);
    }

    private SlotMap(List<Range> ranges) {
        this.ranges = ranges;
    }

    /** Waits up to a second. */
    static SlotMap ask(NodeAddress node, RedisSession session) throws StoreFailureException {
        List<Object> reply = Replies.await(session.clusterSlots(), Deadline.in(PATIENCE));
        if (reply.isEmpty()) {
            throw new StoreFailureException("no slots are assigned");
        }
        return new SlotMap(
                reply.stream().map(range -> range((List<?>) range, node)).toList());
    }

    private static Range range(List<?> range, NodeAddress asked) {
        List<?> primary = (List<?>) range.get(2);
        // A node that does not know its own address tells none.
        String host = primary.get(0) instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : "";
        int port = ((Long) primary.get(1)).intValue();
        return new Range(
                ((Long) range.get(0)).intValue(),
                ((Long) range.get(1)).intValue(),
                new NodeAddress(host.isEmpty() || host.equals("?") ? asked.host() : host, port));
    }

    void forEach(Owners owners) {
        for (Range range : ranges) {
            for (int slot = range.first(); slot <= range.last(); slot++) {
                owners.set(slot, range.primary());
            }
        }
    }

    Set<NodeAddress> primaries() {
        Set<NodeAddress> primaries = new HashSet<>();
        ranges.forEach(range -> primaries.add(range.primary()));
        return primaries;
    }
}
