-- Takes short work locks on all seats of an act, or none.
-- KEYS: lock and registry entry of each seat. ARGV: owner, ms, now; then for each seat the version
-- seen and the two holds that are the act's own ("" for none).
-- Returns {0}; {1, i}: another act works on seat i; {2, i, version, hold, expires_at}: seat i is
-- held since after what the act saw. An entry that makes no sense says nothing.
local owner, ms, now = ARGV[1], ARGV[2], tonumber(ARGV[3])
local seats = #KEYS / 2

local function entry(key)
    local text = redis.pcall('GET', key)
    if type(text) ~= 'string' then return nil end
    local fine, found = pcall(cjson.decode, text)
    if not fine or type(found) ~= 'table' or type(found.version) ~= 'number'
        or type(found.hold) ~= 'string' or type(found.expires_at) ~= 'number' then
        return nil
    end
    return found
end

for i = 1, seats do
    local found = entry(KEYS[2 * i])
    local seen, was, becomes = tonumber(ARGV[3 * i + 1]), ARGV[3 * i + 2], ARGV[3 * i + 3]
    if found and found.version > seen and found.expires_at > now
        and found.hold ~= was and found.hold ~= becomes then
        return {2, i, found.version, found.hold, found.expires_at}
    end
end
for i = 1, seats do
    local holder = redis.pcall('GET', KEYS[2 * i - 1])
    if holder and holder ~= owner then
        -- A lock without an end, that lasts longer than any lock, or that is no string, was not made
        -- here.
        local left = redis.call('PTTL', KEYS[2 * i - 1])
        if type(holder) == 'string' and left >= 0 and left <= tonumber(ms) then
            return {1, i}
        end
        redis.call('DEL', KEYS[2 * i - 1])
    end
end
for i = 1, seats do
    redis.call('SET', KEYS[2 * i - 1], owner, 'PX', ms)
end
return {0}
