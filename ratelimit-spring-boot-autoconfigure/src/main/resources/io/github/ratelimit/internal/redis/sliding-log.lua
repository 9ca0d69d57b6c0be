-- Sliding log: exact, one entry a permit. A pure function over what the log holds, and how a log is read and written.
-- The log is a sorted set: score is the entry's µs, member is '<µs>:<number within it>'. An entry counts until its time
-- plus the duration, one from the future too.
--
-- log    live (entries that count), newest (µs of the newest that counts), nth(k) (µs of the k-th oldest that counts),
--        at(time) (how many entries there are of that µs)
-- limit  capacity, period (µs); charged_until (µs) only when the cost is negative
-- cost   permits; below 0 that many entries of the charge (made a period before charged_until) are taken out, while they
--        count
--
-- returns fits, wait (µs, 0 when it fits, -1 never), remaining, reset (µs until no entry counts), change (add or remove so
--         many entries of a µs; nil: nothing to take out), expiry (µs), mended (never), alerts (none: 0), delay (none: 0)
algorithms.l = function(log, now, limit, cost)
  local capacity, period = limit.capacity, limit.period
  local live, newest = log.live, log.live > 0 and log.newest or nil
  local fits, wait, change = true, 0, nil
  if cost < 0 then
    local charged = limit.charged_until - period
    local there = charged > now - period and log.at(charged) or 0
    local entries = math.min(-cost, there)
    change = entries > 0 and { at = charged, remove = entries } or nil
    live = live - entries
    if change and charged == newest and entries == there and live > 0 then
      newest = log.nth(live)
    end
  elseif cost == 0 or live + cost <= capacity then
    change = { at = now, add = cost }
    live = live + cost
    newest = cost > 0 and math.max(newest or now, now) or newest
  elseif cost > capacity then
    fits, wait = false, -1
  else
    fits, wait = false, log.nth(live + cost - capacity) + period - now
  end
  local reset = live > 0 and newest + period - now or 0
  return fits, wait, math.max(0, capacity - live), reset, change, reset, false, 0, 0
end

local function score(micros)
  return string.format('%.0f', micros)
end

-- Reads what the algorithm asks of a log. An error's text as second value.
readers.l = function(limit, now)
  local key, after = limit.key, '(' .. score(now - limit.period)
  local live = redis.pcall('ZCOUNT', key, after, '+inf')
  if type(live) == 'table' then
    if not string.find(live.err, 'WRONGTYPE', 1, true) then
      return nil, live.err
    end
    limit.foreign, live = true, 0
  end
  local log = { live = live, nth = function(k)
    -- By rank: Redis walks over what LIMIT leaves out.
    local rank = score(redis.call('ZCARD', key) - live + k - 1)
    return tonumber(redis.call('ZRANGE', key, rank, rank, 'WITHSCORES')[2])
  end, at = function(time)
    return limit.foreign and 0 or redis.call('ZCOUNT', key, score(time), score(time))
  end }
  if live > 0 then
    log.newest = tonumber(redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')[2])
  end
  return log
end

-- Writes a change and trims entries that count no more: at most 100, or as many as are added, so that a log which is
-- charged in large parts does not grow. An error's text, or nil.
writers.l = function(limit, now)
  local key, change = limit.key, limit.state
  if limit.foreign or limit.expiry == 0 then
    redis.call('DEL', key)
  end
  if limit.expiry == 0 then
    return
  end
  local failure
  if change.add then
    local first, arguments = limit.text.at(now), {}
    for i = 1, change.add do
      arguments[2 * i - 1] = score(now)
      arguments[2 * i] = string.format('%.0f:%04d', now, first + i - 1)
    end
    failure = redis.pcall('ZADD', key, unpack(arguments))
  else
    -- The highest numbers go, so that those of this µs stay without a gap.
    local members = redis.call('ZRANGEBYSCORE', key, score(change.at), score(change.at))
    for i = 0, change.remove - 1 do
      redis.call('ZREM', key, members[#members - i])
    end
  end
  if type(failure) == 'table' then
    return failure.err
  end
  local old = redis.call('ZCOUNT', key, '-inf', score(now - limit.period))
  if old > 0 then
    redis.call('ZREMRANGEBYRANK', key, 0, math.min(old, math.max(100, change.add or 0)) - 1)
  end
  redis.call('PEXPIRE', key, string.format('%.0f', math.ceil(limit.expiry / 1000) + 100))
end
