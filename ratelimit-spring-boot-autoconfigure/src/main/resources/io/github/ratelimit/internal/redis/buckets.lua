-- The short way of the commonest calls: every request takes, and all its checks are token buckets with one limit each, not
-- advisory and without a block. Decides as decide.lua does; there is less to read and to answer, and Redis need not even
-- load the rest.
--
-- KEYS   one a check
-- ARGV   not-after (µs, 0: none)
--        'b', and for each request a byte: the number of its checks
--        one a check: capacity, count, period (µs) and cost, as big-endian doubles
-- reply  now (µs), then 0 (too late) or 1 (decided) and a string of big-endian doubles: what decide.lua would answer from
--        there on; an error's text follows its length
local ceil, pack, unpack_numbers, command = math.ceil, struct.pack, struct.unpack, redis.pcall

local function save(name, state, expiry)
  return command('SET', name, state, 'PX', ceil(expiry / 1000) + 100)
end

local function answer(fits, wait, cost, remaining, reset)
  return pack('>dddddddd', fits and 1 or 0, wait, cost, 0, 0, remaining, reset, wait)
end

-- The commonest request: one check, which fits. Nil if anything else comes of it, and then nothing is written.
local function take(i, now)
  local limit, cost = {}, nil
  limit.capacity, limit.count, limit.period, cost = unpack_numbers('>dddd', ARGV[i + 2])
  local text = command('GET', KEYS[i])
  if type(text) ~= 'table' then
    local fits, wait, remaining, reset, state, expiry = bucket('t', text, now, limit, cost)
    if fits and not save(KEYS[i], state, expiry).err then
      return pack('>d', 1) .. answer(fits, wait, cost, remaining, reset)
    end
  end
end

local function decide_buckets(first, last, now)
  local limits, allowed = {}, true
  for i = first, last do
    local limit = {}
    limit.capacity, limit.count, limit.period, limit.cost = unpack_numbers('>dddd', ARGV[i + 2])
    local text = command('GET', KEYS[i])
    if type(text) == 'table' then
      if not string.find(text.err, 'WRONGTYPE', 1, true) then
        return pack('>dd', 3, #text.err) .. text.err
      end
      text = false -- another algorithm's, so absent
    end
    limit.text = text
    limit.fits, limit.wait, limit.remaining, limit.reset, limit.state, limit.expiry, limit.mended =
      bucket('t', text, now, limit, limit.cost)
    allowed = allowed and limit.fits
    limits[i - first + 1] = limit
  end
  local reply = pack('>d', allowed and 1 or 0)
  for i, limit in ipairs(limits) do
    if not allowed then
      -- What is shown, and any mended state, is without this charge.
      local _
      _, _, limit.remaining, limit.reset, limit.state, limit.expiry, limit.mended = bucket('t', limit.text, now, limit, 0)
    end
    if allowed or limit.mended then
      local name = KEYS[first + i - 1]
      local done = limit.expiry > 0 and save(name, limit.state, limit.expiry) or command('DEL', name)
      if type(done) == 'table' and done.err then
        return pack('>dd', 3, #done.err) .. done.err
      end
    end
    reply = reply .. answer(limit.fits, limit.wait, limit.cost, limit.remaining, limit.reset)
  end
  return reply
end

if string.byte(ARGV[2]) == 98 then
  local not_after, now = tonumber(ARGV[1]), clock()
  if not_after > 0 and now > not_after then
    return { now, 0 }
  end
  local replies, first = {}, 1
  for request = 2, #ARGV[2] do
    local last = first + string.byte(ARGV[2], request) - 1
    replies[request - 1] = first == last and take(first, now) or decide_buckets(first, last, now)
    first = last + 1
  end
  return { now, 1, table.concat(replies) }
end
