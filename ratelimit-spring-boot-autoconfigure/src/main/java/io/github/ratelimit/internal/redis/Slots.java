package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.springframework.data.redis.connection.ClusterSlotHashUtil;

/** The Cluster slots of keys. The key of a check is its hash tag, so that all its limits share one. */
final class Slots {

    private Slots() {}

    static Map<Integer, List<ResolvedCheck>> ofChecks(List<ResolvedCheck> checks) {
        return group(checks, check -> ClusterSlotHashUtil.calculateSlot(check.key()));
    }

    static Map<Integer, List<Charge>> ofCharges(List<Charge> charges) {
        return group(
                charges,
                charge -> ClusterSlotHashUtil.calculateSlot(charge.check().key()));
    }

    /** Requests that may go in one script call. */
    static List<List<PendingRequest>> split(List<PendingRequest> requests) {
        return List.copyOf(group(requests, Slots::of).values());
    }

    /** Those of a slot that is on its way are apart. */
    private static int of(PendingRequest request) {
        int slot = ClusterSlotHashUtil.calculateSlot(request.request().keys().get(0));
        return request.asked().asking() ? -1 - slot : slot;
    }

    private static <T> Map<Integer, List<T>> group(List<T> all, ToIntFunction<T> slot) {
        Map<Integer, List<T>> groups = new LinkedHashMap<>();
        for (T each : all) {
            groups.computeIfAbsent(slot.applyAsInt(each), first -> new ArrayList<>())
                    .add(each);
        }
        return groups;
    }
}
