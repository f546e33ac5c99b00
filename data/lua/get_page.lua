-- A page and how old it is. KEYS: page. ARGV: ms, the oldest that is wanted.
-- Returns {age in ms, page}, or nothing.
local fields = redis.pcall('HMGET', KEYS[1], 'taken', 'page')
local taken = not fields.err and fields[1] and tonumber(fields[1])
if not taken or not fields[2] then return {} end
local time = redis.call('TIME')
local age = time[1] * 1000 + math.floor(time[2] / 1000) - taken
if not (age >= 0 and age <= tonumber(ARGV[1])) then return {} end
return {age, fields[2]}
