local function used_at(time, used, at, limit)
  local left = used - (time - at) * limit.count / limit.period
  return left > 0 and left or 0
end

local patterns = { t = '^t(%d[%d.e+-]*) (%d+)$', k = '^k(%d[%d.e+-]*) (%d+)$' }

-- Token bucket, a pure function: state, now, limit, cost -> verdict and new state. The leaky bucket shares its arithmetic.
--
-- letter what the state begins with
-- text   '<letter><used permits> <µs they were written at>', or false
-- limit  capacity, count, period (µs); charged_until (µs) only when the cost is negative
-- cost   permits; below 0 they are given back, at most those of the charge that have not refilled by themselves:
--        (charged_until - now) × rate, where charged_until is when the bucket would have been full after that charge
--
-- returns fits, wait (µs, 0 when it fits, -1 never), remaining, reset (µs until full), new state (nil: nothing was there
--         to give back to), expiry (µs, 0: delete), mended (the state was from the future and must be written),
--         alerts (none: 0), delay (none: 0); beyond that what was used before, in permits
local function bucket(letter, text, now, limit, cost)
  local capacity, count, period = limit.capacity, limit.count, limit.period
  local used, at, found, mended = 0, now, false, false
  if text then
    local used_text, at_text = string.match(text, patterns[letter])
    local read_used, read_at = tonumber(used_text), tonumber(at_text)
    if read_used and read_at and read_used + read_at < math.huge then
      used, at, found = math.min(read_used, capacity), read_at, true
      if at > now then
        at, mended = now, true
      end
    end
  end

  local before = used_at(now, used, at, limit)
  local room = capacity - cost
  local after = before
  local fits, wait = true, 0
  if cost < 0 then
    local missing = math.max(0, (limit.charged_until - now) * count / period)
    after = math.max(0, after - math.min(-cost, missing))
  elseif cost == 0 or before <= room then
    after = after + cost
  elseif cost > capacity then
    fits, wait = false, -1
  else
    -- Computed, then checked by the predicate of the retry, since the division rounds.
    fits, wait = false, math.max(1, math.ceil((before - room) * period / count))
    while used_at(now + wait, used, at, limit) > room do
      wait = wait + 1
    end
    while wait > 1 and used_at(now + wait - 1, used, at, limit) <= room do
      wait = wait - 1
    end
  end

  local reset = math.ceil(after * period / count)
  while after > reset * count / period do
    reset = reset + 1
  end
  local state = (cost >= 0 or found) and string.format('%s%.17g %.0f', letter, after, now) or nil
  return fits, wait, capacity - math.ceil(after), reset, state, reset, mended, 0, 0, before
end

algorithms.t = function(text, now, limit, cost)
  return bucket('t', text, now, limit, cost)
end
