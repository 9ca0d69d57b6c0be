-- Forgets what was changed of one policy.
--
-- KEYS[1] hash: all changes, a field for each property of each policy
-- ARGV[1] what the fields of the policy begin with
-- reply   how many fields there were
local count = 0
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, #ARGV[1]) == ARGV[1] then
    count = count + redis.call('HDEL', KEYS[1], field)
  end
end
return count
