-- Lets go of the work locks that are still the owner's. KEYS: locks. ARGV: owner.
-- Returns how many were.
local freed = 0
for i = 1, #KEYS do
    if redis.pcall('GET', KEYS[i]) == ARGV[1] then
        freed = freed + redis.call('DEL', KEYS[i])
    end
end
return freed
