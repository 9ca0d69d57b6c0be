-- Sliding window, a pure function: state, now, limit, cost -> verdict and new state. Windows are aligned to the epoch;
-- the previous one counts by the part of it that is less than a duration ago.
--
-- text   'w<permits of the previous window> <of the current one> <start of the current one in µs> <duration in µs>', or
--        false. Of another duration only the current count is kept, in the window that holds now.
-- limit  capacity, period (µs); charged_until (µs) only when the cost is negative
-- cost   permits; below 0 they are given back to the window that was charged (it mattered until charged_until), while
--        that still counts
--
-- returns fits, wait (µs, 0 when it fits, -1 never), remaining, reset (µs until nothing counts any more), new state (nil:
--         nothing was there to give back to), expiry (µs, 0: delete), mended (the state was from the future or of another
--         duration and must be written), alerts (none: 0), delay (none: 0)
algorithms.w = function(text, now, limit, cost)
  local capacity, period = limit.capacity, limit.period
  local start = now - math.fmod(now, period)
  local previous, current, found, mended = 0, 0, false, false
  if text then
    local p, c, s, d = string.match(text, '^w(%d+) (%d+) (%d+) (%d+)$')
    p, c, s, d = tonumber(p), tonumber(c), tonumber(s), tonumber(d)
    if p and d > 0 and p + c + s + d < math.huge then
      local passed = math.floor((now - s) / d)
      found = passed < 2
      if passed < 0 then
        previous, current, mended = p, c, true
      elseif passed == 0 then
        previous, current = p, c
      elseif passed == 1 then
        previous, current = c, 0
      end
      if d ~= period then
        previous, mended = 0, found
      end
    end
  end
  -- Whole permits are compared with whole permits: a small part of one, added to many, would be lost in a double.
  local function fits_at(time)
    local left = start + period - time
    if left > 0 then
      return previous * left / period <= capacity - current - cost
    end
    return current * (left + period) / period <= capacity - cost
  end

  local fits, wait = true, 0
  if cost < 0 then
    if limit.charged_until == start + 2 * period then
      current = math.max(0, current + cost)
    elseif limit.charged_until == start + period then
      previous = math.max(0, previous + cost)
    end
  elseif cost == 0 or fits_at(now) then
    current = current + cost
  elseif cost > capacity then
    fits, wait = false, -1
  else
    -- Computed, then checked by the predicate of the retry, since the division rounds.
    local free
    if current + cost <= capacity then
      free = start + period - (capacity - current - cost) * period / previous
    else
      free = start + 2 * period - (capacity - cost) * period / current
    end
    fits, wait = false, math.max(1, math.ceil(free - now))
    while not fits_at(now + wait) do
      wait = wait + 1
    end
    while wait > 1 and fits_at(now + wait - 1) do
      wait = wait - 1
    end
  end

  local remaining = capacity - current - math.ceil(previous * (start + period - now) / period)
  local reset = current > 0 and start + 2 * period - now or previous > 0 and start + period - now or 0
  local state = (cost >= 0 or found) and string.format('w%.0f %.0f %.0f %.0f', previous, current, start, period) or nil
  return fits, wait, math.max(0, remaining), reset, state, reset, mended, 0, 0
end
