-- The shows whose messages somebody reads, for the one service that publishes them.
-- KEYS: publisher. ARGV: pattern of the channels, tag, this service, ms it publishes for, ms to
-- remember what was published. Returns flat: show, last event that was published ("": none), ...
-- Nobody reads: nothing is written, and no service publishes.
local channels = redis.pcall('PUBSUB', 'CHANNELS', ARGV[1])
if channels.err or #channels == 0 then return {} end
local publisher = redis.pcall('GET', KEYS[1])
if type(publisher) == 'string' and publisher ~= ARGV[3] then return {} end
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])

local flat = {}
for _, channel in ipairs(channels) do
    local show = string.sub(channel, #ARGV[1]) -- the pattern ends with an asterisk
    local key = ARGV[2] .. ':told:' .. show
    local told = redis.pcall('GET', key)
    if type(told) == 'string' then redis.call('PEXPIRE', key, ARGV[5]) end
    flat[#flat + 1] = show
    flat[#flat + 1] = type(told) == 'string' and told or ''
end
return flat
