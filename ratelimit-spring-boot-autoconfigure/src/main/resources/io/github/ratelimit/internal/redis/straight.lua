-- The straight way of the commonest requests: token buckets as buckets.lua reads them, one a request or all taken from.
-- Decides as that does, in one piece: Redis makes each function of a script anew whenever it runs, and all that follow
-- here cost a call more than a check does. The first request that is not so, and all after it, are left to buckets.lua.
local pack, unpack_numbers, byte = struct.pack, struct.unpack, string.byte
local ceil, max, min = math.ceil, math.max, math.min
local command = redis.pcall
local now, replies, first_request, first_check = 0, {}, 2, 1

if byte(ARGV[2]) == 98 then
  local not_after, sizes = tonumber(ARGV[1]), ARGV[2]
  now = clock()
  if not_after > 0 and now > not_after then
    return { now, 0 }
  end
  local straight = true
  while straight and first_request <= #sizes do
    local size = byte(sizes, first_request)
    local takes, last_check = size < 128, first_check + size % 128 - 1
    local alone = first_check == last_check
    local fits, reply, state, expiry, states, expiries
    for i = first_check, last_check do
      local text, numbers, used, at = command('GET', KEYS[i]), ARGV[i + 2], 0, now
      local capacity, count, period, cost = unpack_numbers('>dddd', numbers)
      if text then
        if #text == 17 and byte(text) == 116 then
          used, at = unpack_numbers('>dd', text, 2)
        else
          at = -1 -- no bucket's
        end
      end
      local before = used - (now - at) * count / period
      before = before > 0 and before or 0
      local granted = cost
      if #numbers > 32 then
        local up_to, part = unpack_numbers('>dd', numbers, 33)
        granted = max(cost, min(up_to, math.floor((capacity - ceil(before)) / part)))
      end
      local room = capacity - granted
      fits = before <= room
      -- Of a number that is none each of these is false.
      straight = used >= 0 and used <= capacity and at >= 0 and at <= now
        and granted > 0 and (alone or takes and fits)
      if not straight then
        break
      end
      local charged = takes and fits
      local after = charged and before + granted or before
      local reset = ceil(after * period / count)
      while after > reset * count / period do
        reset = reset + 1
      end
      local remaining = capacity - ceil(after)
      if charged and reply then
        reply = reply .. pack('>dd', remaining, reset)
      elseif charged and granted == cost then
        reply = pack('>ddd', 4, remaining, reset)
      else
        local wait = 0
        if granted > capacity then
          wait = -1
        elseif not fits then
          wait = max(1, ceil((before - room) * period / count))
          while used - (now + wait - at) * count / period > room do
            wait = wait + 1
          end
          while wait > 1 and used - (now + wait - 1 - at) * count / period <= room do
            wait = wait - 1
          end
        end
        local verdict = fits and 1 or 0
        reply = pack('>ddddddddd', verdict, verdict, wait, charged and granted or 0, 0, 0, remaining, reset, wait)
      end
      if charged then
        state, expiry = pack('>c1dd', 't', after, now), ceil(reset / 1000) + 100
        if not alone then
          states, expiries = states or {}, expiries or {}
          states[i], expiries[i] = state, expiry
        end
      end
    end
    if straight and takes and fits then
      for i = first_check, last_check do
        local done = command('SET', KEYS[i], states and states[i] or state, 'PX', expiries and expiries[i] or expiry)
        if done.err then
          reply = pack('>dd', 3, #done.err) .. done.err
          break
        end
      end
    end
    if straight then
      replies[first_request - 1] = reply
      first_request, first_check = first_request + 1, last_check + 1
    end
  end
  if straight then
    return { now, 1, table.concat(replies) }
  end
end
