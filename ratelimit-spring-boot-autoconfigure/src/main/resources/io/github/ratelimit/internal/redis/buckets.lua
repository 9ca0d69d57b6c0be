-- The short way of the commonest calls: every request takes, and all its checks are token buckets with one limit each, not
-- advisory and without a block. Decides as decide.lua does; there is less to read and to answer, and Redis need not even
-- load the rest.
--
-- KEYS   one a check
-- ARGV   not-after (µs, 0: none)
--        'b', and for each request a byte: the number of its checks
--        one a check: capacity, count, period (µs) and cost, as big-endian doubles; of a request's only check perhaps two
--        more: permits taken at most, and at most what is left divided by a number, when that is more than the cost
-- reply  now (µs), then 0 (too late) or 1 (decided) and a string of big-endian doubles: of each request what decide.lua
--        would answer, but that an error's text follows its length, and that when all checks fit it is
--          4 fit: per check remaining, reset (µs)
local command = redis.pcall

-- The error's text, or nil.
local function save(name, state, expiry)
  local done
  if expiry > 0 then
    done = command('SET', name, state, 'PX', ceil(expiry / 1000) + 100)
  else
    done = command('DEL', name)
  end
  return type(done) == 'table' and done.err or nil
end

local function failed(text)
  return pack('>dd', 3, #text) .. text
end

-- The commonest request: one check, which fits. Nil if anything else comes of it, and then nothing is written.
local function take(i, now)
  local name, numbers = KEYS[i], ARGV[i + 2]
  local text = command('GET', name)
  if type(text) == 'table' then
    return nil
  end
  local capacity, count, period, cost = unpack_numbers('>dddd', numbers)
  local granted = cost
  if #numbers > 32 then
    local up_to, part = unpack_numbers('>dd', numbers, 33)
    local _, _, left = bucket('t', text, now, capacity, count, period, 0)
    granted = max(cost, min(up_to, math.floor(left / part)))
  end
  local fits, _, remaining, reset, state, expiry = bucket('t', text, now, capacity, count, period, granted)
  if not fits then
    return nil
  end
  local failure = granted > 0 and save(name, state, expiry)
  if failure then
    return failed(failure)
  elseif granted == cost then
    return pack('>ddd', 4, remaining, reset)
  end
  return pack('>ddddddddd', 1, 1, 0, granted, 0, 0, remaining, reset, 0)
end

-- The same of several checks.
local function take_all(first, last, now)
  local reply, states, expiries = { pack('>d', 4) }, {}, {}
  for i = first, last do
    local text = command('GET', KEYS[i])
    if type(text) == 'table' then
      return nil
    end
    local capacity, count, period, cost = unpack_numbers('>dddd', ARGV[i + 2])
    local fits, _, remaining, reset, state, expiry = bucket('t', text, now, capacity, count, period, cost)
    if not fits then
      return nil
    end
    states[i], expiries[i] = state, expiry
    reply[#reply + 1] = pack('>dd', remaining, reset)
  end
  for i = first, last do
    local failure = save(KEYS[i], states[i], expiries[i])
    if failure then
      return failed(failure)
    end
  end
  return table.concat(reply)
end

-- Whatever comes of it.
local function decide_buckets(first, last, now)
  local limits, allowed = {}, true
  for i = first, last do
    local limit = {}
    limit.capacity, limit.count, limit.period, limit.cost = unpack_numbers('>dddd', ARGV[i + 2])
    local text = command('GET', KEYS[i])
    if type(text) == 'table' then
      if not string.find(text.err, 'WRONGTYPE', 1, true) then
        return failed(text.err)
      end
      text = false -- another algorithm's, so absent
    end
    limit.text = text
    limit.fits, limit.wait, limit.remaining, limit.reset, limit.state, limit.expiry, limit.mended =
      bucket('t', text, now, limit.capacity, limit.count, limit.period, limit.cost)
    allowed = allowed and limit.fits
    limits[i - first + 1] = limit
  end
  local reply = { pack('>d', allowed and 1 or 0) }
  for i, limit in ipairs(limits) do
    if not allowed then
      -- What is shown, and any mended state, is without this charge.
      local _
      _, _, limit.remaining, limit.reset, limit.state, limit.expiry, limit.mended =
        bucket('t', limit.text, now, limit.capacity, limit.count, limit.period, 0)
    end
    if allowed or limit.mended then
      local failure = save(KEYS[first + i - 1], limit.state, limit.expiry)
      if failure then
        return failed(failure)
      end
    end
    reply[i + 1] = pack('>dddddddd', limit.fits and 1 or 0, limit.wait, limit.cost, 0, 0, limit.remaining, limit.reset, limit.wait)
  end
  return table.concat(reply)
end

if string.byte(ARGV[2]) == 98 then
  local not_after, now = tonumber(ARGV[1]), clock()
  if not_after > 0 and now > not_after then
    return { now, 0 }
  end
  local replies, first = {}, 1
  for request = 2, #ARGV[2] do
    local last = first + string.byte(ARGV[2], request) - 1
    local taken
    if first == last then
      taken = take(first, now)
    else
      taken = take_all(first, last, now)
    end
    replies[request - 1] = taken or decide_buckets(first, last, now)
    first = last + 1
  end
  return { now, 1, table.concat(replies) }
end
