-- Leaky bucket, a pure function: state, now, limit, cost -> verdict and new state. Permits leave at a steady rate: one
-- that is taken waits for all that were taken before it. The arithmetic is the token bucket's (its head says the rest);
-- the capacity is 1 + the longest delay × rate, rounded down.
--
-- text   as the token bucket's, with the letter k; or false
--
-- returns as the token bucket, and delay: (used before) ÷ rate in µs, 0 unless something was taken
algorithms.k = function(text, now, limit, cost)
  local fits, wait, remaining, reset, state, expiry, mended, alerts, _, before =
    bucket('k', text, now, limit.capacity, limit.count, limit.period, cost, limit.charged_until)
  local delay = fits and cost > 0 and math.ceil(before * limit.period / limit.count) or 0
  return fits, wait, remaining, reset, state, expiry, mended, alerts, delay
end
