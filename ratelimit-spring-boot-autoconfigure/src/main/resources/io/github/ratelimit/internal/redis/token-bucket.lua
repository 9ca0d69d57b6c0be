-- What is known of each algorithm, by the letter its state begins with.
local algorithms, readers, writers = {}, {}, {}

local function used_at(time, used, at, count, period)
  local left = used - (time - at) * count / period
  return left > 0 and left or 0
end

local pack, unpack_numbers, byte, ceil, max, min = struct.pack, struct.unpack, string.byte, math.ceil, math.max, math.min

-- Token bucket, a pure function: state, now, limit, cost -> verdict and new state. The leaky bucket shares its arithmetic.
--
-- letter what the state begins with
-- text   the letter, used permits, and the µs they were written at, both as big-endian doubles; or false
-- limit  capacity, count, period (µs), in numbers of their own since nearly every check is a bucket's
-- cost   permits; below 0 they are given back, at most those of the charge that have not refilled by themselves:
--        (charged_until - now) × rate, where charged_until is when the bucket would have been full after that charge
--
-- returns fits, wait (µs, 0 when it fits, -1 never), remaining, reset (µs until full), new state (nil: nothing was there
--         to give back to), expiry (µs, 0: delete), mended (the state was from the future and must be written),
--         alerts (none: 0), delay (none: 0); beyond that what was used before, in permits
local function bucket(letter, text, now, capacity, count, period, cost, charged_until)
  local used, at, found, mended = 0, now, false, false
  if text and #text == 17 and byte(text) == byte(letter) then
    local read_used, read_at = unpack_numbers('>dd', text, 2)
    if read_used >= 0 and read_at >= 0 and read_used + read_at < math.huge then
      used, at, found = read_used < capacity and read_used or capacity, read_at, true
      if at > now then
        at, mended = now, true
      end
    end
  end

  local before = used_at(now, used, at, count, period)
  local room = capacity - cost
  local after = before
  local fits, wait = true, 0
  if cost < 0 then
    local missing = max(0, (charged_until - now) * count / period)
    after = max(0, after - min(-cost, missing))
  elseif cost == 0 or before <= room then
    after = after + cost
  elseif cost > capacity then
    fits, wait = false, -1
  else
    -- Computed, then checked by the predicate of the retry, since the division rounds.
    fits, wait = false, max(1, ceil((before - room) * period / count))
    while used_at(now + wait, used, at, count, period) > room do
      wait = wait + 1
    end
    while wait > 1 and used_at(now + wait - 1, used, at, count, period) <= room do
      wait = wait - 1
    end
  end

  local reset = ceil(after * period / count)
  while after > reset * count / period do
    reset = reset + 1
  end
  local state = (cost >= 0 or found) and pack('>c1dd', letter, after, now) or nil
  return fits, wait, capacity - ceil(after), reset, state, reset, mended, 0, 0, before
end

algorithms.t = function(text, now, limit, cost)
  return bucket('t', text, now, limit.capacity, limit.count, limit.period, cost, limit.charged_until)
end
