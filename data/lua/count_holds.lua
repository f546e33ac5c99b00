-- How many holds and seats the registry believes to be live. KEYS: ZSET of holds by their end.
-- ARGV: tag, now. Holds that ended more than a day ago are swept out on the way.
local now = tonumber(ARGV[2])
local seats, FIXED = 0, 4
local swept = redis.pcall('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - 86400000))
if type(swept) == 'table' and swept.err then return {0, 0} end
local holds = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[2], '+inf')
for i = 1, #holds do
    local size = redis.pcall('HLEN', ARGV[1] .. ':hold:' .. holds[i])
    if type(size) == 'number' and size > FIXED then seats = seats + size - FIXED end
end
return {#holds, seats}
