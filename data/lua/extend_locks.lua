-- Gives the work locks of an act more time, all or none. KEYS: locks. ARGV: owner, ms.
-- Returns 1, or 0 when one of them is not the owner's (any more).
for i = 1, #KEYS do
    if redis.pcall('GET', KEYS[i]) ~= ARGV[1] then return 0 end
end
for i = 1, #KEYS do
    redis.call('PEXPIRE', KEYS[i], ARGV[2])
end
return 1
