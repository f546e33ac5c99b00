-- Every seat the registry believes to be held. KEYS: ZSET of holds by their end. ARGV: tag, now.
-- Returns flat: hold, end, seat, version, ...; holds that are over are left out. A seat is written in
-- its hold and in an entry of its own at once: where the entry is gone, or another hold's, the seat
-- goes from the hold.
local flat = {}

local function stands(hold, no)
    local entry = redis.pcall('GET', ARGV[1] .. ':seat:' .. no)
    return type(entry) == 'string' and string.find(entry, hold, 1, true)
end

local holds = redis.pcall('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[2], '+inf', 'WITHSCORES')
if holds.err then return flat end
for i = 1, #holds, 2 do
    local key = ARGV[1] .. ':hold:' .. holds[i]
    local fields = redis.pcall('HGETALL', key)
    for f = 1, fields.err and 0 or #fields, 2 do
        local no = string.match(fields[f], '^seat:(%d+)$')
        if no and not stands(holds[i], no) then
            redis.call('HDEL', key, fields[f])
        elseif no then
            flat[#flat + 1] = holds[i]
            flat[#flat + 1] = string.format('%.0f', holds[i + 1])
            flat[#flat + 1] = no
            flat[#flat + 1] = fields[f + 1]
        end
    end
end
return flat
