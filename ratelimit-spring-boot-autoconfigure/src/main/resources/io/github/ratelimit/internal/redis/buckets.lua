-- The short way of the commonest calls: every request takes or looks, and all its checks are token buckets with one limit
-- each, not advisory and without a block. Decides as decide.lua does; there is less to read and to answer, and Redis need
-- not even load the rest. Requests before first_request have been decided by straight.lua.
--
-- KEYS   one a check
-- ARGV   not-after (µs, 0: none)
--        'b', and for each request a byte: the number of its checks, and 128 more if nothing is to be taken
--        one a check: capacity, count, period (µs) and cost, as big-endian doubles; of a request's only check perhaps two
--        more: permits taken at most, and at most what is left divided by a number, when that is more than the cost
-- reply  now (µs), then 0 (too late) or 1 (decided) and a string of big-endian doubles: of each request what decide.lua
--        would answer, but that an error's text follows its length, and that when all are taken from it is
--          4 taken: per check remaining, reset (µs)
-- A state. What is of another type is another algorithm's, so absent. An error's text as second value.
local function read(name)
  local text = command('GET', name)
  if type(text) ~= 'table' then
    return text
  elseif string.find(text.err, 'WRONGTYPE', 1, true) then
    return false
  end
  return nil, text.err
end

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

-- The commonest request: one check.
local function decide_one(i, now, takes)
  local name, numbers = KEYS[i], ARGV[i + 2]
  local text, failure = read(name)
  if failure then
    return failed(failure)
  end
  local capacity, count, period, cost = unpack_numbers('>dddd', numbers)
  local granted = cost
  if #numbers > 32 then
    local up_to, part = unpack_numbers('>dd', numbers, 33)
    local _, _, left = bucket('t', text, now, capacity, count, period, 0)
    granted = max(cost, min(up_to, math.floor(left / part)))
  end
  local fits, wait, remaining, reset, state, expiry, mended =
    bucket('t', text, now, capacity, count, period, granted)
  local charged = takes and fits
  if not charged then
    -- What is shown, and any mended state, is without this charge.
    local _
    _, _, remaining, reset, state, expiry, mended = bucket('t', text, now, capacity, count, period, 0)
  end
  if charged and granted > 0 or mended and takes then
    failure = save(name, state, expiry)
    if failure then
      return failed(failure)
    end
  end
  if charged and granted == cost then
    return pack('>ddd', 4, remaining, reset)
  end
  local verdict = fits and 1 or 0
  return pack('>ddddddddd', verdict, verdict, wait, charged and granted or 0, 0, 0, remaining, reset, wait)
end

-- Several checks of which nothing is taken, and any mended state is without this charge.
local function tell(first, last, now, texts, allowed, takes)
  local reply = { pack('>d', allowed and 1 or 0) }
  for i = first, last do
    local n = i - first + 1
    local capacity, count, period, cost = unpack_numbers('>dddd', ARGV[i + 2])
    local fits, wait = bucket('t', texts[n], now, capacity, count, period, cost)
    local _, _, remaining, reset, state, expiry, mended = bucket('t', texts[n], now, capacity, count, period, 0)
    local failure = mended and takes and save(KEYS[i], state, expiry)
    if failure then
      return failed(failure)
    end
    reply[n + 1] = pack('>dddddddd', fits and 1 or 0, wait, 0, 0, 0, remaining, reset, wait)
  end
  return table.concat(reply)
end

-- Several checks, all or nothing.
local function decide_all(first, last, now, takes)
  local texts, states, expiries, reply, allowed = {}, {}, {}, { pack('>d', 4) }, true
  for i = first, last do
    local n = i - first + 1
    local text, failure = read(KEYS[i])
    if failure then
      return failed(failure)
    end
    local capacity, count, period, cost = unpack_numbers('>dddd', ARGV[i + 2])
    local fits, _, remaining, reset, state, expiry = bucket('t', text, now, capacity, count, period, cost)
    allowed = allowed and fits
    texts[n], states[n], expiries[n], reply[n + 1] = text, state, expiry, pack('>dd', remaining, reset)
  end
  if not (takes and allowed) then
    return tell(first, last, now, texts, allowed, takes)
  end
  for i = first, last do
    local failure = save(KEYS[i], states[i - first + 1], expiries[i - first + 1])
    if failure then
      return failed(failure)
    end
  end
  return table.concat(reply)
end

if byte(ARGV[2]) == 98 then
  for request = first_request, #ARGV[2] do
    local size = byte(ARGV[2], request)
    local takes, last_check = size < 128, first_check + size % 128 - 1
    replies[request - 1] = first_check == last_check and decide_one(first_check, now, takes)
      or decide_all(first_check, last_check, now, takes)
    first_check = last_check + 1
  end
  return { now, 1, table.concat(replies) }
end
