-- Keeps a seat map unless a better one is there. KEYS: map. ARGV: map, ms to keep.
-- A map is better when it is of the same drawing and show, and was read later.
-- Returns 1 when it was kept.
local old = redis.pcall('GETRANGE', KEYS[1], 0, 31)
if type(old) == 'string' and #old == 32 and string.sub(old, 1, 16) == string.sub(ARGV[1], 1, 16) then
    for i = 25, 32 do
        local a, b = string.byte(old, i), string.byte(ARGV[1], i)
        if a > b then return 0 end
        if a < b then break end
    end
end
redis.call('DEL', KEYS[1])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
