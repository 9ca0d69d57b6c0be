-- Redis's own time in microseconds: the one clock of all instances. Tests put another file in its place.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end
