-- How many holds and seats the registry believes to be live. KEYS: ZSET of holds by their end.
-- ARGV: tag, now. Holds that ended more than a day ago are swept out on the way.
local now = tonumber(ARGV[2])
local seats = 0
local swept = redis.pcall('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - 86400000))
if type(swept) == 'table' and swept.err then return {0, 0} end
local holds = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[2], '+inf')
for i = 1, #holds do
    local fields = redis.pcall('HKEYS', ARGV[1] .. ':hold:' .. holds[i])
    for f = 1, fields.err and 0 or #fields do
        if string.find(fields[f], '^seat:%d+$') then seats = seats + 1 end
    end
end
return {#holds, seats}
