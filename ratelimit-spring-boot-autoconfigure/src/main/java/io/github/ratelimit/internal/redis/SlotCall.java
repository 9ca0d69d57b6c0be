package io.github.ratelimit.internal.redis;

/**
 * A script call with the keys of one Cluster slot.
 *
 * @param asking whether the slot is on its way to the server asked
 */
record SlotCall(ScriptCall call, boolean asking) {}
