-- Decides the checks of many requests in one call, each request all or nothing. Time is clock(); each file of
-- algorithms.<letter> holds one pure function; its state is a string unless readers and writers have the letter.
-- Everything about a request is read and validated before its first write.
--
-- KEYS   in the order of the checks: one key a limit, then the block key if the check has a block ladder
-- ARGV   not-after (µs, 0: none): later than this nothing is decided or charged
--        number of requests; per request:
--          mode: 't' take, 'p' peek (writes nothing), 'r' refund (costs are negative), 'b' and 'q' take and peek of buckets
--          number of checks; per check, of mode 'b' and 'q' as in buckets.lua, else:
--            algorithm letter, cost, options (sum of the bits below), number of limits
--            per limit: capacity, count, period (µs)
--            bit 1   advisory: its refusal refuses nobody
--            bit 2   take-up-to: permits taken at most, and at most what is left divided by a second number, when that is
--                    more than the cost
--            bit 4   calendar: index of the limit, then start, end and next end of its window (µs)
--            bit 8   block: number of steps, then each step (µs)
--            bit 16  alerts: number of levels, then each (percent, ascending)
--            bit 32  charged-until (µs), one a limit: the receipt of the charge that is given back
-- reply  a flat list: now (µs), then 0 (too late) or 1 (decided); per request its verdict:
--          1 allowed, 0 refused, 2 boundaries (now is outside the calendar's; send new ones): of 1 and 0, per check:
--            fits (0 or 1), wait (µs, -1 never), granted, alerts (bit mask), delay (µs), with a block ladder how much longer
--            the key stays out (µs), then per limit: remaining, reset (µs), wait
--          3 error: its text. The other requests of the call are not touched by it.
local next_arg, next_key = 0, 0

local function arg()
  next_arg = next_arg + 1
  return ARGV[next_arg]
end

local function number()
  next_arg = next_arg + 1
  return tonumber(ARGV[next_arg]) or error('argument ' .. next_arg .. ' is not a number')
end

local function numbers()
  local list = {}
  for i = 1, number() do
    list[i] = number()
  end
  return list
end

local function key()
  next_key = next_key + 1
  return KEYS[next_key] or error('a key is missing')
end

local function read_bucket()
  local limit, packed = { key = key() }, arg()
  local check = { letter = 't', algorithm = algorithms.t, limits = { limit } }
  limit.capacity, limit.count, limit.period, check.cost = struct.unpack('>dddd', packed)
  if #packed > 32 then
    check.take_up_to, check.part = struct.unpack('>dd', packed, 33)
  end
  return check
end

local function read_check()
  local letter = arg()
  local limits = {}
  local check = { letter = letter, algorithm = algorithms[letter], cost = number(), limits = limits }
  local options = number()
  for i = 1, number() do
    limits[i] = { key = key(), capacity = number(), count = number(), period = number() }
  end
  if options == 0 then
    return check
  end
  local function has(bit)
    return math.floor(options / bit) % 2 == 1
  end
  check.advisory = has(1)
  if has(2) then
    check.take_up_to, check.part = number(), number()
  end
  if has(4) then
    check.calendar = check.limits[number()]
    check.window = { number(), number(), number() }
  end
  if has(8) then
    check.ladder = numbers()
    check.block_key = key()
  end
  if has(16) then
    local levels = numbers()
    for _, limit in ipairs(check.limits) do
      limit.levels = levels
    end
  end
  if has(32) then
    for _, limit in ipairs(check.limits) do
      limit.charged_until = number()
    end
  end
  return check
end

-- Picks the calendar window that holds now. False when the boundaries sent do not reach it.
local function place(check, now)
  local window = check.window
  if not window then
    return true
  end
  if now < window[1] or now >= window[3] then
    return false
  end
  check.calendar.window_end = now < window[2] and window[2] or window[3]
  return true
end

-- Reads the state of a check. Returns the error's text when the store refuses.
local function fetch(check, now)
  local reader = readers[check.letter]
  local failure
  for _, limit in ipairs(check.limits) do
    if reader then
      limit.text, failure = reader(limit, now)
    else
      limit.text, failure = read(limit.key)
    end
    if failure then
      return failure
    end
  end
  if check.ladder then
    check.block_text, failure = read(check.block_key)
  end
  return failure
end

-- Runs the check's algorithm over its limits for a cost and notes what came out.
local function run(check, now, cost)
  check.fits, check.wait, check.alerts, check.delay, check.granted = true, 0, 0, 0, cost
  for _, limit in ipairs(check.limits) do
    local fits, alerts, delay
    fits, limit.wait, limit.remaining, limit.reset, limit.state, limit.expiry, limit.mended, alerts, delay =
      check.algorithm(limit.text, now, limit, cost)
    if delay > check.delay then
      check.delay = delay
    end
    check.fits = check.fits and fits
    if alerts > 0 then
      check.alerts = bit.bor(check.alerts, alerts)
    end
    if limit.wait < 0 or check.wait < 0 then
      check.wait = -1
    elseif limit.wait > check.wait then
      check.wait = limit.wait
    end
  end
end

-- As many permits as all limits have room for, from the cost to take-up-to and to a part of what is left.
local function take_up_to(check, now)
  run(check, now, 0)
  local left = check.take_up_to
  for _, limit in ipairs(check.limits) do
    left = math.min(left, math.floor(limit.remaining / check.part))
  end
  run(check, now, math.max(check.cost, left))
end

-- The block ladder: 'b<level> <end in µs>'. A running block refuses; a refusal by the check's own limits while none
-- runs starts the next one, a step longer. It is forgotten after its end plus the last step. A cost of 0 always passes.
local function apply_block(check, now)
  local ladder = check.ladder
  local last = ladder[#ladder]
  local level_text, end_text = string.match(check.block_text or '', '^b(%d+) (%d+)$')
  local level, block_end = tonumber(level_text), tonumber(end_text)
  if not level or level == 0 or now >= block_end + last then
    level, block_end = 0, 0
  end
  level = math.min(level, #ladder)
  if level > 0 and block_end > now + ladder[level] then
    block_end = now + ladder[level]
    check.new_block = string.format('b%.0f %.0f', level, block_end)
  end
  if block_end <= now and not check.fits and check.wait >= 0 then
    level = math.min(level + 1, #ladder)
    block_end = now + ladder[level]
    check.new_block = string.format('b%.0f %.0f', level, block_end)
  end
  check.blocked = math.max(0, block_end - now)
  if check.blocked > 0 and check.cost > 0 then
    check.fits = false
    if check.wait >= 0 then
      check.wait = math.max(check.wait, check.blocked)
    end
  end
  check.block_expiry = block_end + last - now
end

-- Writes what the verdict asks for: everything when charged; else only mended state and blocks. A write can only fail as
-- the first of its request (out of memory, read-only replica): nothing is charged then.
local function store(check, charged, now)
  local writer = writers[check.letter]
  for _, limit in ipairs(check.limits) do
    if charged and check.granted ~= 0 and limit.state or limit.mended then
      local failure
      if writer then
        failure = writer(limit, now)
      else
        failure = save(limit.key, limit.state, limit.expiry)
      end
      if failure then
        return failure
      end
    end
  end
  if check.new_block then
    return save(check.block_key, check.new_block, check.block_expiry)
  end
end

local function append(reply, check)
  local n = #reply
  reply[n + 1] = check.fits and 1 or 0
  reply[n + 2] = check.wait
  reply[n + 3] = check.granted
  reply[n + 4] = check.alerts
  reply[n + 5] = check.delay
  n = n + 5
  if check.ladder then
    n = n + 1
    reply[n] = check.blocked or 0
  end
  for _, limit in ipairs(check.limits) do
    reply[n + 1], reply[n + 2], reply[n + 3] = limit.remaining, limit.reset, limit.wait
    n = n + 3
  end
end

-- Decides one request. Returns its verdict, and the error's text if that is 3.
local function decide(mode, checks, now)
  local allowed = true
  for _, check in ipairs(checks) do
    if not check.algorithm then
      return 3, 'ERR no such algorithm'
    end
    if not place(check, now) then
      return 2
    end
    local failure = fetch(check, now)
    if failure then
      return 3, failure
    end
    if check.take_up_to and check.take_up_to > check.cost then
      take_up_to(check, now)
    else
      run(check, now, check.cost)
    end
    if check.ladder and mode ~= 'r' then
      apply_block(check, now)
    end
    allowed = allowed and (check.fits or check.advisory)
  end
  for _, check in ipairs(checks) do
    local charged = allowed and check.fits and mode ~= 'p'
    if not charged then
      -- What is shown, and any mended state, is without this charge.
      local fits, wait, delay = check.fits, check.wait, check.delay
      local waits = {}
      for i, limit in ipairs(check.limits) do
        waits[i] = limit.wait
      end
      run(check, now, 0)
      check.fits, check.wait, check.alerts, check.delay = fits, wait, 0, delay
      for i, limit in ipairs(check.limits) do
        limit.wait = waits[i]
      end
    end
    if mode ~= 'p' then
      local failure = store(check, charged, now)
      if failure then
        return 3, failure
      end
    end
  end
  return allowed and 1 or 0
end

local not_after = number()
local now = clock()
if not_after > 0 and now > not_after then
  return { now, 0 }
end
local requests = {}
for i = 1, number() do
  local mode = arg()
  local request = { mode = mode == 'q' and 'p' or mode, checks = {} }
  local read_next = (mode == 'b' or mode == 'q') and read_bucket or read_check
  for j = 1, number() do
    request.checks[j] = read_next()
  end
  requests[i] = request
end
local reply = { now, 1 }
for _, request in ipairs(requests) do
  local verdict, failure = decide(request.mode, request.checks, now)
  reply[#reply + 1] = verdict
  if verdict == 3 then
    reply[#reply + 1] = failure
  elseif verdict ~= 2 then
    for _, check in ipairs(request.checks) do
      append(reply, check)
    end
  end
end
return reply
