-- Every seat the registry believes to be held. KEYS: ZSET of holds by their end. ARGV: tag, now.
-- Returns flat: hold, end, seat, version, ...; holds that are over are left out.
local flat = {}
local holds = redis.pcall('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[2], '+inf', 'WITHSCORES')
if holds.err then return flat end
for i = 1, #holds, 2 do
    local fields = redis.pcall('HGETALL', ARGV[1] .. ':hold:' .. holds[i])
    for f = 1, fields.err and 0 or #fields, 2 do
        local no = string.match(fields[f], '^seat:(%d+)$')
        if no then
            flat[#flat + 1] = holds[i]
            flat[#flat + 1] = string.format('%.0f', holds[i + 1])
            flat[#flat + 1] = no
            flat[#flat + 1] = fields[f + 1]
        end
    end
end
return flat
