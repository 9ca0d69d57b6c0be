-- Notes that an instance lives, forgets those not heard of, and counts the rest. Time is clock().
--
-- KEYS[1] sorted set: an instance's id with the time of its last beat (µs)
-- ARGV    id, how long an instance counts after a beat (µs), expiry of the set (ms)
-- reply   how many live
local now = clock()
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', now - ARGV[2]))
-- Beats of the future, of a clock that went back, would never grow old; who lives beats again soon.
redis.call('ZREMRANGEBYSCORE', KEYS[1], string.format('(%.0f', now), '+inf')
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('ZCARD', KEYS[1])
