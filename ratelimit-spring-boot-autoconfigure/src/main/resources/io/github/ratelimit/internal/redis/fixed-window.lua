-- Fixed window, a pure function: state, now, limit, cost -> verdict and new state.
--
-- text   'f<permits counted> <end of the window in µs> <highest alert level raised in it>', or false
-- limit  capacity, period (µs); window_end (µs) only of a calendar window; charged_until (µs) only when the cost is
--        negative; levels, percentages, ascending, or nil
-- cost   permits; below 0 they are given back, if the window that was charged (it ended at charged_until) still counts
--
-- returns fits, wait (µs, 0 when it fits, -1 never), remaining, reset (µs until the window ends, 0 when nothing is
--         counted), new state (nil: nothing was there to give back to), expiry (µs, 0: delete), mended (the end was not
--         one this limit can have, and must be written), alerts (bit i: level i was reached first by this charge),
--         delay (none: 0)
algorithms.f = function(text, now, limit, cost)
  local capacity = limit.capacity
  local latest_end = limit.window_end or now + limit.period
  local counted, window_end, raised, found, mended = 0, latest_end, 0, false, false
  if text then
    local counted_text, end_text, raised_text = string.match(text, '^f(%d+) (%d+) (%d+)$')
    local read_counted, read_end = tonumber(counted_text), tonumber(end_text)
    if read_end and read_end > now and read_counted + read_end < math.huge then
      counted, raised, found = read_counted, tonumber(raised_text), true
      if read_end > latest_end or limit.window_end and read_end ~= latest_end then
        mended = true
      else
        window_end = read_end
      end
    end
  end

  local fits, wait = true, 0
  if cost < 0 then
    if window_end == limit.charged_until then
      counted = math.max(0, counted + cost)
    end
  elseif cost == 0 or counted + cost <= capacity then
    counted = counted + cost
  elseif cost > capacity then
    fits, wait = false, -1
  else
    fits, wait = false, window_end - now
  end

  local alerts = 0
  if limit.levels and cost > 0 then
    for i, level in ipairs(limit.levels) do
      if level > raised and counted * 100 >= level * capacity then
        raised, alerts = level, alerts + 2 ^ (i - 1)
      end
    end
  end
  local reset = counted > 0 and window_end - now or 0
  local state = (cost >= 0 or found) and string.format('f%.0f %.0f %.0f', counted, window_end, raised) or nil
  local expiry = (counted > 0 or raised > 0) and window_end - now or 0
  return fits, wait, math.max(0, capacity - counted), reset, state, expiry, mended, alerts, 0
end
